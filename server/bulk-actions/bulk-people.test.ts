import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBot } from '#bots/create-bot.ts'
import { readChats } from '#conversations/read-chats.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { newId } from '#lib/ids.ts'
import { createTicket } from '#tickets/create-ticket.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with a key of every scope and conversations. */
async function open(count: number) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const chats: string[] = []
  for (let index = 0; index < count; index++) chats.push((await createTestChat(scope)).id)
  const post = (path: string, body: unknown) => call(`POST /api/v1/${path}`, { key, body })
  const bulk = (body: Record<string, unknown>, subject = 'chats') =>
    post(`${subject}/bulk-actions`, body)
  return { scope, chats, post, bulk }
}

test('a member is added to many conversations and removed from them, each undone where nobody changed it', async () => {
  const { scope, chats, bulk, post } = await open(3)
  const [first, second, third] = chats as [string, string, string]
  const { membershipId: member_id } = await createTestMember(scope, 'agent')
  await updateChat(scope, first, { participant_ids: [member_id] })
  const takingPart = async () => {
    const rows = await scope.db
      .selectFrom('chat_participants')
      .select('chat_id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('membership_id', '=', member_id)
      .orderBy('chat_id')
      .execute()
    return rows.map((row) => row.chat_id)
  }
  const added = (await bulk({ action: 'add_participant', member_id, ids: chats })).body
  assert.deepEqual([added.done, added.reasons], [2, { unchanged: 1 }])
  assert.deepEqual(added.parameters, { member_id })
  assert.deepEqual(await takingPart(), chats)
  const [shown] = await scope.db
    .selectFrom('chat_changes')
    .select(['kind', 'data'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', second)
    .execute()
  assert.deepEqual(shown, { kind: 'participant_added', data: { membership_id: member_id } })
  await updateChat(scope, third, { participant_ids: [] })
  const undone = await post(`bulk-actions/${added.id}/undo`, {})
  assert.deepEqual([undone.body.undone, undone.body.kept], [1, 1])
  assert.deepEqual(await takingPart(), [first])
  const removed = (await bulk({ action: 'remove_participant', member_id, ids: chats })).body
  assert.deepEqual([removed.done, await takingPart()], [1, []])
  await post(`bulk-actions/${removed.id}/undo`, {})
  assert.deepEqual(await takingPart(), [first])
  const unknown = await bulk({ action: 'add_participant', member_id: newId(), ids: chats })
  assert.equal(unknown.body.code, 'membership_not_found')
  const missing = await bulk({ action: 'add_participant', ids: chats })
  assert.equal(missing.body.errors[0].field, 'member_id')
})

test('many conversations are assigned to a bot, which then holds them, and tickets are not', async () => {
  const { scope, chats, bulk, post } = await open(2)
  const { id: assignee_id } = await createBot(scope, { name: 'Helper' })
  const { body } = await bulk({ action: 'assign', assignee_id, ids: chats })
  assert.equal(body.done, 2, JSON.stringify(body))
  const [chat] = await readChats(scope, [chats[0]!])
  assert.deepEqual([chat!.held_by.type, chat!.held_by.id], ['bot', assignee_id])
  const undone = await post(`bulk-actions/${body.id}/undo`, {})
  assert.equal(undone.body.undone, 2)
  const { id: personId } = await createTestPerson(scope)
  const ticket = await createTicket(scope, { person_id: personId, title: 'T' })
  const refused = await bulk({ action: 'assign', assignee_id, ids: [ticket.id] }, 'tickets')
  assert.equal(refused.body.code, 'membership_not_found')
})
