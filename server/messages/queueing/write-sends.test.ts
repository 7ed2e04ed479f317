import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#db/pool.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)

test('a send that conflicts with another writer of its conversations is retried and answered', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['messages:write'])
  const chats = [(await createTestChat(scope)).id, (await createTestChat(scope)).id].toSorted()
  const other = createClient(url, 'other writer')
  await other.connect()
  const lock = (id: string | undefined) =>
    other.query(
      'update chats set unread_count = unread_count + 1 where workspace_id = $1 and id = $2',
      [scope.workspaceId, id],
    )
  await other.query('begin')
  await lock(chats[1])
  const sends = Promise.all(
    chats.map(async (conversation_id) =>
      call('POST /api/v1/messages/send', { key, body: { conversation_id, message: 'Hello' } }),
    ),
  )
  await waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
    return rows.length > 0
  })
  await lock(chats[0])
  await other.query('commit')
  await other.end()
  assert.deepEqual(
    (await sends).map((answer) => answer.status),
    [201, 201],
  )
  const counts = await scope.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.equal(Number(counts.count), 2)
})
