import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import { lockSessionUser } from '../sessions/lock-session-user.ts'
import type { Browser } from '../sign-in/browser-of.ts'
import { confirmPassword } from '../sign-in/confirm-password.ts'
import { checkPassword } from '../users/check-password.ts'
import { hashPassword } from '../users/hash-password.ts'
import { writePassword } from './write-password.ts'

/**
 * Changes the signed-in member's password and ends their sessions except the one with the id `sessionId`.
 *
 * @throws {AppError} validation_failed (current_password is incorrect, new_password), unauthenticated (the session ended
 * meanwhile)
 */
export async function changePassword(
  scope: Scope,
  input: { userId: string; current: string; next: string; sessionId: string; browser: Browser },
): Promise<void> {
  checkPassword(input.next, 'new_password')
  const { userId, current: password, browser } = input
  await confirmPassword(scope, { userId, password, field: 'current_password', browser })
  const hash = await hashPassword(scope, input.next)
  await directoryTransaction(scope, async (tx) => {
    await lockSessionUser(tx, { id: input.sessionId, userId })
    await writePassword(tx, userId, {
      hash,
      action: 'member.password_changed',
      keptSessionId: input.sessionId,
    })
  })
}

/** Returns the user id of the acting member. @throws {AppError} membership_not_found */
export async function getUserId(scope: Scope): Promise<string> {
  const row = await selectFrom(scope, 'memberships')
    .select('user_id')
    .where('id', '=', scope.actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row)
    throw new AppError('membership_not_found', 'Your membership in this workspace has ended.')
  return row.user_id
}
