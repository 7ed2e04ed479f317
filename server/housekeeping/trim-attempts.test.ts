import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { trimWorkspaces } from './trim-workspaces.ts'

const { context } = await openTestContext()
const DAY = 24 * 3_600_000
const start = Date.now()

test('attempts of messages are deleted, except those of a pending message', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  const add = async (days: number, status: string, tries: number) => {
    const time = new Date(start + days * DAY)
    const id = newId(time)
    await sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, status,
        author_type, created_at)
      values (${workspaceId}, ${id}, ${chat.id}, ${chat.personId}, ${chat.channelId}, 'outbound', 'text',
        ${status}, 'system', ${time})`.execute(scope.db)
    await sql`
      insert into message_attempts (workspace_id, message_id, id, started_at)
      select ${workspaceId}, ${id}, gen_random_uuid(), ${time} from generate_series(1, ${tries})`.execute(
      scope.db,
    )
    return id
  }
  await add(0, 'failed', 1_200)
  await add(0, 'read', 2)
  const waiting = await add(0, 'queued', 3)
  await add(0, 'sent', 600)
  const young = await add(10, 'sent', 1)
  const clock = { now: () => new Date(start + 31 * DAY) }
  await trimWorkspaces({ ...context, clock }, { pauseMinMs: 0 })
  const { rows } = await sql<{ message_id: string; count: number }>`
    select message_id, count(*) as count from message_attempts where workspace_id = ${workspaceId}
    group by message_id order by message_id`.execute(scope.db)
  assert.deepEqual(
    rows.map((row) => [row.message_id, Number(row.count)]),
    [
      [waiting, 3],
      [young, 1],
    ],
  )
})
