import { endAppsOf } from '../apps/end-apps-of.ts'
import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { checkEmail } from './check-email.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { getUserByEmail } from '../sessions/find-user-by-email.ts'
import type { User } from '../sessions/find-user-by-email.ts'

/** A user who was disabled or enabled, and how many of their sessions ended. */
type Disabled = { user: User; endedSessions: number }

/**
 * Disables a user or enables them again (`isDisabled` false). A disabled user has no sessions, cannot sign in or reset
 * the password, and stays a member; the apps that the user connected end. Their API keys stay valid, because keys belong to workspaces. Disabling again keeps
 * the first time. The audit log of each of their workspaces records it.
 *
 * @throws {AppError} user_not_found, validation_failed (email)
 */
export async function disableUser(
  context: Context,
  input: { email: string; isDisabled: boolean },
): Promise<Disabled> {
  const email = checkEmail(input.email)
  return directoryTransaction(context, async (tx) => {
    const user = await getUserByEmail(tx, email, { forUpdate: true })
    const now = tx.clock.now()
    const { numUpdatedRows } = await tx.directory
      .updateTable('users')
      .set({ disabled_at: input.isDisabled ? now : null, updated_at: now })
      .where('id', '=', user.id)
      .where('disabled_at', input.isDisabled ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { user, endedSessions: 0 }
    const endedSessions = await endSessionsOf(tx, user.id)
    await endAppsOf(tx, { userId: user.id })
    const action = input.isDisabled ? 'member.disabled' : 'member.enabled'
    await recordUserAudit(tx, user.id, { action, actor: 'system' })
    return { user, endedSessions }
  })
}
