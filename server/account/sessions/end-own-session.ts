import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** The current session of a user. One of a workspace's issuer can only end others of the same issuer. */
type Current = { id: string; userId: string; ssoWorkspaceId: string | null }

/** Ends one of the user's sessions, for the user. @throws {AppError} session_not_found */
export async function endOwnSession(context: Context, current: Current, id: string): Promise<void> {
  await directoryTransaction(context, async (tx) => {
    const ended = isUuid(id) ? await deleteSessions(tx, current, id) : 0
    if (ended === 0) throw new AppError('session_not_found', 'You have no such session.')
    await recordEnded(tx, current, ended)
  })
}

/** Ends the user's sessions except the current one, for the user. */
export async function endOtherSessions(context: Context, current: Current): Promise<void> {
  await directoryTransaction(context, async (tx) => {
    const ended = await deleteSessions(tx, current)
    if (ended > 0) await recordEnded(tx, current, ended)
  })
}

/** Deletes the session with this id, or all except the current one, and returns how many were deleted. */
async function deleteSessions(
  tx: Context,
  { id: currentId, userId, ssoWorkspaceId }: Current,
  id?: string,
): Promise<number> {
  const { numDeletedRows } = await tx.directory
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(ssoWorkspaceId !== null, (query) => query.where('sso_workspace_id', '=', ssoWorkspaceId))
    .where('id', id === undefined ? '<>' : '=', id ?? currentId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function recordEnded(tx: Context, current: Current, sessions: number): Promise<void> {
  await recordUserAudit(tx, current.userId, {
    action: 'member.sessions_ended',
    actor: 'user',
    data: { sessions },
    ...(current.ssoWorkspaceId !== null && { workspaceId: current.ssoWorkspaceId }),
  })
}
