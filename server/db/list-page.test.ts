import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listContacts } from '#contacts/list-contacts.ts'
import { listChats } from '#conversations/list-chats.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { listMessages } from '#messages/list-messages.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { listTickets } from '#tickets/list-tickets.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import type { Scope } from './context.ts'
import { growingRead } from './growing-read.ts'
import { isPlain } from './list-page.ts'
import { createDb, createPool } from './pool.ts'
import { transaction } from './transaction.ts'

const ROWS = 4_000
/** A page of 25 reads fewer blocks. A conversation takes 17: its activity, tags, participants and last message, too. */
const PAGE_BLOCKS = 500

/** Creates a workspace with many contacts, each with a conversation and a ticket, and one conversation with many messages. */
async function createLargeWorkspace() {
  const { context, url } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  const { workspaceId } = scope
  const at = sql`now() - n * interval '1 minute'`
  await sql`
    with made as (
      insert into people (workspace_id, id, name, source, created_at, updated_at, last_seen_at)
      select ${workspaceId}, uuidv7(-n * interval '1 minute'), 'Person ' || n, 'shop', ${at}, ${at}, ${at}
      from generate_series(1, ${ROWS}::integer) as n
      returning workspace_id, id, updated_at, name
    ), made_chats as (
      insert into chats (workspace_id, id, channel_id, person_id, recipient, created_at, updated_at)
      select workspace_id, id, ${chat.channelId}, id, name, updated_at, updated_at from made
      returning workspace_id, id, updated_at
    ), made_activity as (
      insert into chat_activity (workspace_id, chat_id, activity_at)
      select workspace_id, id, updated_at from made_chats
    ), made_tickets as (
      insert into tickets (workspace_id, id, number, person_id, title, priority, created_at, updated_at)
      select workspace_id, id, row_number() over (), id, name, 'low', updated_at, updated_at from made
    )
    insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
      author_type, created_at)
    select workspace_id, id, ${chat.id}, ${chat.personId}, ${chat.channelId}, 'inbound', 'text', name, 'received',
      'person', updated_at
    from made`.execute(scope.db)
  await sql`analyze people, chats, chat_activity, tickets, messages`.execute(scope.db)
  return { context, url, scope, chat }
}

/** Returns the blocks of tables and indexes that were read so far. Other connections have written their figures. */
async function readBlocks({ db }: Scope): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_blocks_fetched(oid))::integer as blocks from pg_class
    where relnamespace = 'public'::regnamespace`.execute(db)
  return firstOf(rows).blocks
}

test('a list without filters of its own is planned once, and reads few blocks on any page', async () => {
  const { context, url, scope, chat } = await createLargeWorkspace()
  // One connection, which keeps the plans.
  const one = createDb(createPool({ url, max: 1, name: 'parley test', onError: () => undefined }))
  beforeClose(context, () => one.destroy())
  const there = { ...scope, db: one }
  const since = { updated_after: '2020-01-01T00:00:00Z' }
  const lists: Record<string, (reader: Scope, input: PageInput) => Promise<Page<unknown>>> = {
    'chat_activity"."activity_at" desc': (reader, input) =>
      listChats(reader, { ...input, ...since }),
    '"updated_at" desc, "id" desc limit': (reader, input) =>
      listContacts(reader, { ...input, ...since }),
    'order by lower(left(': (reader, input) => listContacts(reader, { ...input, sort: 'name' }),
    'from "tickets"%"updated_at" desc': (reader, input) =>
      listTickets(reader, { ...input, ...since }),
    'array_position(': (reader, input) => listTickets(reader, { ...input, sort: 'priority' }),
    'from "messages"': (reader, input) => listMessages(reader, chat.id, input),
  }
  for (const [text, list] of Object.entries(lists)) {
    const read = (input: PageInput) => growingRead(there, 'page', (reader) => list(reader, input))
    let page = await read({ limit: 25 })
    for (let call = 1; call < 12; call++) {
      const before = await readBlocks(there)
      page = await read({ limit: 25, cursor: page.next_cursor ?? '' })
      const blocks = (await readBlocks(there)) - before
      assert.equal(page.data.length, 25)
      assert.ok(blocks < PAGE_BLOCKS, `${text}: ${blocks} blocks`)
    }
    const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
      select statement, generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
      where (statement like 'select /* prepared */%' or statement like '/* prepared */%') and statement like ${`%${text}%`}
      order by generic desc`.execute(one)
    assert.ok(firstOf(rows).generic > 3, `${text}: ${JSON.stringify(rows)}`)
    assert.deepEqual(new Set(rows.map(({ custom }) => custom)), new Set([0]), text)
  }
})

test('a log without filters is planned once, also when its page is short', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  await transaction(scope, async (tx) => {
    for (let call = 0; call < 12; call++) await listDeliveries(tx, { limit: 30 })
    const { rows } = await sql<{ generic: number }>`
      select generic_plans::integer as generic from pg_prepared_statements
      where statement like '%from webhook_deliveries%'`.execute(tx.db)
    assert.equal(rows.length, 2)
    for (const { generic } of rows) assert.ok(generic > 3)
  })
})

test('a list with a filter that the index of its order does not serve is planned for its values', () => {
  assert.ok(isPlain({ limit: 25, cursor: 'x', sort: 'name', status: undefined }))
  assert.ok(isPlain({ updated_after: '2026-01-01' }, ['updated_after']))
  assert.ok(!isPlain({ updated_after: '2026-01-01' }))
  assert.ok(!isPlain({ unread: false }, ['updated_after']))
})
