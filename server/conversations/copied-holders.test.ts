import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateById } from '#db/update-by-id.ts'
import { fillOlderWaits } from '#housekeeping/fill-older-waits.ts'
import { createTeam } from '#teams/create-team.ts'
import { deleteTeam } from '#teams/delete-team.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestMember,
  createTestWorkspace,
} from '#test/factories.ts'
import { updateChat } from './update-chat.ts'

const { context } = await openTestContext()

test('who has a conversation stands beside its place in the lists, whatever changes it', async () => {
  const { scope } = await createTestWorkspace(context)
  const { membershipId } = await createTestMember(scope, 'agent')
  const team = await createTeam(scope, { name: 'Sales' })
  const channel = await createTestChannel(scope)
  await updateById(scope, 'channels', channel.id, { team_id: team.id })
  const chat = await createTestChat(scope, { channelId: channel.id })
  const read = async (table: 'chats' | 'chat_activity', id: 'id' | 'chat_id') =>
    scope.db
      .selectFrom(table)
      .select(['team_id', 'assignee_id'])
      .where('workspace_id', '=', scope.workspaceId)
      .where(id, '=', chat.id)
      .executeTakeFirstOrThrow()
  const holders = async () => {
    const copy = await read('chat_activity', 'chat_id')
    assert.deepEqual(copy, await read('chats', 'id'))
    return [copy.team_id, copy.assignee_id]
  }
  assert.deepEqual(await holders(), [team.id, null], 'it has the team of its channel')
  await updateChat(scope, chat.id, { assignee_id: membershipId })
  assert.deepEqual(await holders(), [team.id, membershipId])
  await deleteTeam(scope, team.id)
  assert.deepEqual(await holders(), [null, membershipId])
  await updateChat(scope, chat.id, { assignee_id: null })
  assert.deepEqual(await holders(), [null, null])

  // As an earlier release left it, which knew no copy.
  await updateChat(scope, chat.id, { assignee_id: membershipId })
  await scope.db
    .updateTable('chat_activity')
    .set({ assignee_id: null })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await fillOlderWaits(context)
  assert.deepEqual(await holders(), [null, membershipId])
})
