import type { Scope } from '#db/context.ts'
import type { Call } from '#test/app.ts'
import { createTestChat } from '#test/factories.ts'

/** Creates a team of one member, in whose queue a conversation waits. Returns the id of the team. */
export async function openQueue(
  call: Call,
  { scope, key }: { scope: Scope; key: string },
  membershipId: string,
): Promise<string> {
  const body = { name: 'Assigning', member_ids: [membershipId] }
  const team = await call('POST /api/v1/teams', { key, body })
  const { id } = await createTestChat(scope)
  await call(`PATCH /api/v1/chats/${id}`, { key, body: { team_id: team.body.id } })
  await scope.db
    .updateTable('chat_activity')
    .set({ waiting_since: new Date() })
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', id)
    .execute()
  return team.body.id
}
