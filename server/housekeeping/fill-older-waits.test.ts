import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { writeClose, writeMessages } from '#test/reports.ts'
import { fillOlderWaits } from './fill-older-waits.ts'

const { context } = await openTestContext()

type Message = Parameters<typeof writeMessages>[2][number]

/** Opens a workspace; `add` writes a conversation as an earlier release left it, and `waits` returns since when customers wait. */
async function open() {
  const { scope } = await createTestWorkspace(context)
  const { membershipId } = await createTestMember(scope, 'agent')
  const add = async (messages: Message[], set: object = {}) => {
    const chat = await createTestChat(scope)
    await writeMessages(scope, chat, messages)
    const last = await scope.db
      .selectFrom('messages')
      .select(['id', 'direction', 'created_at'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('chat_id', '=', chat.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await scope.db
      .updateTable('chats')
      .set({
        last_message_id: last.id,
        last_message_direction: last.direction,
        last_message_at: last.created_at,
        ...set,
      })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', chat.id)
      .execute()
    return chat
  }
  const waitOf = async ({ id }: { id: string }) => {
    const row = await scope.db
      .selectFrom('chat_activity')
      .select('waiting_since')
      .where('workspace_id', '=', scope.workspaceId)
      .where('chat_id', '=', id)
      .executeTakeFirstOrThrow()
    return row.waiting_since?.toISOString().slice(11, 16) ?? null
  }
  return { scope, by: { member: membershipId }, add, waitOf }
}

const at = (time: string) => `2026-03-17T${time}:00Z`

test('customers of older conversations wait since their first message after the last answer or close', async () => {
  const { scope, by, add, waitOf } = await open()
  const asked = await add([
    [at('09:00'), 'customer'],
    [at('09:05'), by],
    [at('10:00'), 'customer'],
    [at('10:01'), { ...by, failed: true }],
    [at('10:05'), 'customer'],
  ])
  const reopened = await add([
    [at('08:00'), 'customer'],
    [at('11:00'), 'customer'],
  ])
  await writeClose(scope, reopened, at('09:00'), at('08:00'))
  const answered = await add([
    [at('09:00'), 'customer'],
    [at('09:05'), by],
  ])
  const closed = await add([[at('09:00'), 'customer']], { status: 'closed' })
  const known = await add([[at('09:00'), 'customer']])
  await scope.db
    .updateTable('chat_activity')
    .set({ waiting_since: new Date(at('07:00')) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', known.id)
    .execute()
  await fillOlderWaits(context)
  const waits = []
  for (const chat of [asked, reopened, answered, closed, known]) waits.push(await waitOf(chat))
  assert.deepEqual(waits, ['10:00', '11:00', null, null, '07:00'])
})

test('all conversations of a workspace are checked in batches, once, also by two processes', async () => {
  const { scope, add, waitOf } = await open()
  const first = await add([[at('09:00'), 'customer']])
  const now = new Date()
  const rows = Array.from({ length: 1_100 }, (_, index) => ({
    workspace_id: scope.workspaceId,
    id: newId(),
    channel_id: first.channelId,
    person_id: first.personId,
    recipient: `recipient ${index}`,
    created_at: now,
    updated_at: now,
  }))
  await scope.db.insertInto('chats').values(rows).execute()
  const last = await add([[at('10:00'), 'customer']])
  await Promise.all([fillOlderWaits(context), fillOlderWaits(context)])
  assert.deepEqual([await waitOf(first), await waitOf(last)], ['09:00', '10:00'])
  const { waits_filled_at, waits_filled_to } = await scope.db
    .selectFrom('workspace_counters')
    .select(['waits_filled_at', 'waits_filled_to'])
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.ok(waits_filled_at)
  assert.equal(waits_filled_to, last.id)
  const later = await add([[at('11:00'), 'customer']])
  await fillOlderWaits(context)
  assert.equal(await waitOf(later), null, 'verbs store it themselves since then')
})
