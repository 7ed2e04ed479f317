import type { Scope } from '#db/context.ts'
import { createSessionCookie } from '#account/sign-in/session-cookie.ts'
import { storedToken } from '#account/sessions/stored-token.ts'
import { newId } from '#lib/ids.ts'

const DAY_MS = 86_400_000

/** Creates `count` signed-in agents of a workspace by one statement per table, and returns their cookies. */
export async function seedMembers(scope: Scope, count: number): Promise<string[]> {
  const { workspaceId, clock, directory } = scope
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + DAY_MS)
  const cookie = createSessionCookie(scope)
  const members = Array.from({ length: count }, () => ({
    userId: newId(),
    membershipId: newId(),
    sessionId: newId(),
  }))
  await directory
    .insertInto('users')
    .values(
      members.map(({ userId: id }) => ({
        id,
        name: 'Agent',
        email: `${id}@example.com`,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await directory
    .insertInto('memberships')
    .values(
      members.map(({ userId, membershipId }) => ({
        workspace_id: workspaceId,
        id: membershipId,
        user_id: userId,
        role: 'agent' as const,
        created_at: now,
      })),
    )
    .execute()
  await directory
    .insertInto('sessions')
    .values(
      members.map(({ userId, sessionId }) => ({
        id: sessionId,
        user_id: userId,
        token: storedToken(sessionId),
        workspace_id: workspaceId,
        expires_at: expiresAt,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  return members.map(({ sessionId }) => cookie.write(sessionId, expiresAt).split(';')[0]!)
}
