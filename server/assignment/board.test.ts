import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestMember,
  createTestWorkspace,
} from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('the board says what waits in each team, what members have, and who has too much', async () => {
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const [asha, ravi] = [
    (await createTestMember(scope, 'agent')).membershipId,
    (await createTestMember(scope, 'agent')).membershipId,
  ]
  const viewer = await createTestMember(scope, 'viewer' as 'agent')
  await ask(`PATCH /api/v1/members/${asha}`, { availability: 'online' })
  const team = (await ask('POST /api/v1/teams', { name: 'Sales', member_ids: [asha, ravi] })).body
  await ask(`PATCH /api/v1/teams/${team.id}/assignment`, { method: 'round_robin', capacity: 1 })
  const since = new Date('2026-01-02T03:04:05Z')
  const open = async (assignee_id: string | null, team_id: string | null, waits: boolean) => {
    const { id } = await createTestChat(scope)
    await scope.db
      .updateTable('chats')
      .set({ assignee_id, team_id })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await scope.db
      .updateTable('chat_activity')
      .set({ waiting_since: waits ? since : null })
      .where('workspace_id', '=', workspaceId)
      .where('chat_id', '=', id)
      .execute()
  }
  await open(asha, team.id, true)
  await open(asha, null, false)
  await open(null, team.id, true)
  await open(null, team.id, false)
  await open(null, null, true)
  const answer = await ask('GET /api/v1/board')
  assert.equal(answer.status, 200, answer.text)
  const { teams, without_team, members } = answer.body
  const one = { waiting: { count: 1, is_capped: false }, oldest_waiting_since: since.toISOString() }
  assert.deepEqual(teams, [
    {
      team_id: team.id,
      name: 'Sales',
      ...one,
      available: 1,
      with_room: 0,
      reason: 'all_at_capacity',
    },
  ])
  assert.deepEqual(without_team, one)
  assert.deepEqual(
    members.map(({ name: _, ...member }: any) => member),
    [
      {
        member_id: asha,
        availability: 'online',
        open: 2,
        waiting: 1,
        oldest_waiting_since: since.toISOString(),
        capacity: 1,
        is_over_capacity: true,
      },
      {
        member_id: ravi,
        availability: 'offline',
        open: 0,
        waiting: 0,
        oldest_waiting_since: null,
        capacity: 1,
        is_over_capacity: false,
      },
    ],
  )
  assert.ok(!answer.text.includes(viewer.membershipId))
})
