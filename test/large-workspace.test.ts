import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { createContacts, findContactPhones } from '#contacts/create-contact.ts'
import { updateChats } from '#conversations/update-chat.ts'
import { claimKey, saveAnswers } from '#db/claim-key.ts'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import { prepareSends } from '#messages/queueing/prepare-sends.ts'
import { openTestContext } from './context.ts'
import { createTestChannel, createTestChat, createTestWorkspace, testPhone } from './factories.ts'
import { plantRows } from './plant-rows.ts'

const ROWS = 20_000
/** PostgreSQL plans a statement for all values at its sixth call. */
const CALLS = 8

test('beside many small workspaces, the work of a large one reads only the rows that it names', async () => {
  const { context, url } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const chats = [
    await createTestChat(scope, { channelId }),
    await createTestChat(scope, { channelId }),
  ]
  await fill(scope, url, channelId, chats[0]!.personId)
  // One connection, so that its statements reach the plan for all values.
  const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
  const there = { ...scope, db: createDb(pool) }
  try {
    const read = await transaction(there, async (tx) => {
      for (let call = 0; call < CALLS; call++) await work(tx, call, chats)
      const { rows } = await sql<{ relname: string; count: number }>`
        select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as count
        from pg_stat_xact_user_tables
        where relname in ('chats', 'chat_activity', 'people', 'identities', 'messages', 'idempotency_keys')
        order by relname`.execute(tx.db)
      return rows
    })
    const many = read.filter(({ count }) => count > CALLS * 50)
    assert.deepEqual(many, [], `each table has ${ROWS} rows`)
    assert.ok(
      read.some(({ relname, count }) => relname === 'chats' && count > 0),
      'rows are counted',
    )
  } finally {
    await there.db.destroy()
  }
})

/** Sends a message with an idempotency key, updates a conversation and creates a contact. */
async function work(tx: Scope, call: number, chats: { id: string }[]): Promise<void> {
  const idempotency = {
    route: 'POST /test',
    key: `call ${call}`,
    fingerprint: createHash('sha256').digest(),
  }
  await claimKey(tx, idempotency)
  const sends = chats.map(({ id }) => ({
    conversationId: id,
    phoneE164: undefined,
    text: 'Hello',
    mediaUrl: undefined,
    workspaceId: tx.workspaceId,
    actor: tx.actor,
    idempotency: undefined,
  }))
  const prepared = await prepareSends(tx, sends)
  await insertSends(
    tx,
    prepared.map((each) => {
      assert.ok(each.status === 'fulfilled')
      return each.value
    }),
  )
  const status = call % 2 === 0 ? ('closed' as const) : ('open' as const)
  await updateChats(
    tx,
    chats.map(({ id }) => ({ id, input: { status } })),
    new Map(),
  )
  const input = { name: 'Asha Rao', phone: testPhone() }
  await createContacts(tx, [input], await findContactPhones(tx, [input]))
  await saveAnswers(tx, [{ idempotency, status: 201, body: '{}' }])
}

/** Gives the workspace most of the rows of each table, and a row to each of many other workspaces. */
async function fill(scope: Scope, url: string, channelId: string, personId: string): Promise<void> {
  const owner = sql`case when n <= ${ROWS} * 5 / 6 then ${scope.workspaceId}::uuid else gen_random_uuid() end`
  const rows = sql`generate_series(1, ${ROWS}) as n`
  await plantRows({ db: scope.db, url }, [
    sql`set session_replication_role = replica`,
    sql`insert into people (workspace_id, id, name, source, created_at, updated_at)
      select ${owner}, gen_random_uuid(), 'Leela', 'test', now(), now() from ${rows}`,
    sql`insert into identities (workspace_id, kind, value, person_id, created_at)
      select ${owner}, 'phone_e164', '+1415' || n, gen_random_uuid(), now() from ${rows}`,
    sql`insert into chats (workspace_id, id, person_id, channel_id, recipient, created_at, updated_at)
      select ${owner}, gen_random_uuid(), ${personId}, ${channelId}, '1415' || n, now(), now() from ${rows}`,
    sql`insert into chat_activity (workspace_id, chat_id, activity_at)
      select ${owner}, gen_random_uuid(), now() from ${rows}`,
    sql`insert into idempotency_keys (workspace_id, route, key, fingerprint, created_at)
      select ${owner}, 'POST /test', n::text, '', now() from ${rows}`,
    sql`analyze people, identities, chats, chat_activity, idempotency_keys`,
  ])
}
