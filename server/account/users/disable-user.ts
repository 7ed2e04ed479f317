import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { checkEmail } from './check-email.ts'

/** A user who was disabled or enabled, and how many of their sessions ended. */
type Disabled = { user: { id: string; name: string; email: string }; endedSessions: number }

/**
 * Disables a user or enables them again (`isDisabled` false). A disabled user has no sessions, cannot sign in or reset
 * the password, and stays a member. Their API keys stay valid, because keys belong to workspaces. Disabling again keeps
 * the first time. The audit log of each of their workspaces records it.
 *
 * @throws {AppError} user_not_found, validation_failed (email)
 */
export async function disableUser(
  context: Context,
  input: { email: string; isDisabled: boolean },
): Promise<Disabled> {
  const email = checkEmail(input.email)
  return transaction(context, async (tx) => {
    const user = await tx.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'disabled_at'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new AppError('user_not_found', `${email} has no account.`)
    const { disabled_at: disabledAt, ...shown } = user
    if ((disabledAt !== null) === input.isDisabled) return { user: shown, endedSessions: 0 }
    const now = tx.clock.now()
    await tx.db
      .updateTable('users')
      .set({ disabled_at: input.isDisabled ? now : null, updated_at: now })
      .where('id', '=', user.id)
      .execute()
    const { numDeletedRows } = await tx.db
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    // Select the memberships in all workspaces, because each workspace has its own audit log.
    const memberships = await tx.db
      .selectFrom('memberships')
      .select(['workspace_id', 'id'])
      .where('user_id', '=', user.id)
      .where('removed_at', 'is', null)
      .execute()
    for (const { workspace_id: workspaceId, id } of memberships)
      await recordAudit(
        { ...tx, workspaceId, actor: { type: 'system', id: null } },
        {
          action: input.isDisabled ? 'member.disabled' : 'member.enabled',
          targetType: 'member',
          targetId: id,
          data: { name: user.name, email },
        },
      )
    return { user: shown, endedSessions: Number(numDeletedRows) }
  })
}
