import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { findDueChannels } from '#messages/sending/find-due-channels.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { findDueWorkspaces } from './find-due-workspaces.ts'

const { context } = await openTestContext()

async function addQueued(scope: Scope, dueInMs: number, count: number) {
  const chat = await createTestChat(scope)
  await addToChat(scope, chat, dueInMs, count)
  return chat
}

async function addToChat(
  scope: Scope,
  chat: { id: string; personId: string; channelId: string },
  dueInMs: number,
  count: number,
) {
  const now = scope.clock.now()
  await sql`
    insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
      author_type, send_due_at, created_at)
    select ${scope.workspaceId}, uuidv7(), ${chat.id}, ${chat.personId}, ${chat.channelId}, 'outbound',
      'text', 'hello', 'queued', 'system', ${new Date(now.getTime() + dueInMs)}, ${now}
    from generate_series(1, ${count}::int)`.execute(scope.db)
}

async function addPayload(workspaceId: string, dueInMs: number, count = 1) {
  const now = context.clock.now()
  await sql`
    insert into inbound_payloads (workspace_id, id, platform, body, due_at, received_at)
    select ${workspaceId}, gen_random_uuid(), 'whatsapp', 'x', ${new Date(now.getTime() + dueInMs)}, ${now}
    from generate_series(1, ${count}::int)`.execute(context.db)
}

test('a message whose wake-up was lost is found, also behind a long queue', async () => {
  const { scope } = await createTestWorkspace(context)
  const due = await addQueued(scope, -1_000, 1)
  const waiting = await addQueued(scope, 3_600_000, 2_000)
  const targets = async () => {
    const lanes = await findDueChannels(context)
    return lanes.map(({ kind, workspaceId, targetId }) => `${kind} ${workspaceId} ${targetId}`)
  }
  const laneOf = (channelId: string) => `send ${scope.workspaceId} ${channelId}`
  assert.deepEqual(await targets(), [laneOf(due.channelId)])
  await addToChat(scope, waiting, -1_000, 1)
  assert.deepEqual(
    (await targets()).toSorted(),
    [laneOf(due.channelId), laneOf(waiting.channelId)].toSorted(),
  )
})

test('a payload whose wake-up was lost is found, also one without a known workspace', async () => {
  const { workspaceId } = await createTestWorkspace(context)
  const { workspaceId: later } = await createTestWorkspace(context)
  await addPayload(workspaceId, -1_000, 3)
  await addPayload(NO_WORKSPACE, -1_000)
  await addPayload(later, 60_000)
  const lanes = await findDueWorkspaces(context, 'inbound', 'inbound_payloads')
  assert.deepEqual(
    lanes.map((lane) => [lane.kind, lane.workspaceId, lane.targetId]).toSorted(),
    [workspaceId, NO_WORKSPACE].map((id) => ['inbound', id, id]).toSorted(),
  )
})
