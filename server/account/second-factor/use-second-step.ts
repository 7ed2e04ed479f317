import { sql } from 'kysely'
import type { Context, WithDirectory, WithClock } from '#db/context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import type { SignInMethod } from '#shared/audit-actions.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { useCode } from './use-code.ts'
import { lockUser } from '../sessions/lock-user.ts'

/** A started sign-in whose password was correct, and when the user turned on their second factor. */
type SecondStep = {
  user: { id: string; name: string; email: string }
  workspaceId: string | null
  factorSince: Date | undefined
}

/** Wrong codes after one password; then the password is required again. */
const ATTEMPTS_MAX = 5

/**
 * Counts an attempt on a started sign-in and returns it. Call it outside the transaction of `useSecondStep`, so that
 * failed attempts stay counted.
 *
 * @throws {AppError} second_step_expired (unknown, expired, used, or too many attempts)
 */
export async function countSecondStep(
  context: WithDirectory & WithClock,
  token: string | undefined,
): Promise<SecondStep> {
  if (token === undefined) throw expired()
  const { rows } = await sql<
    SecondStep['user'] & { workspace_id: string | null; confirmed_at: Date | null }
  >`
    update second_steps set attempts = attempts + 1
    from users
    left join authenticators on authenticators.user_id = users.id
    where second_steps.hash = ${hashSecret(token)} and attempts < ${ATTEMPTS_MAX}
      and expires_at > ${context.clock.now()}
      and users.id = second_steps.user_id and users.disabled_at is null
    returning users.id, users.name, users.email, second_steps.workspace_id, authenticators.confirmed_at`.execute(
    context.directory,
  )
  const [row] = rows
  if (!row) throw expired()
  const { workspace_id: workspaceId, confirmed_at: factorSince, ...user } = row
  return { user, workspaceId, factorSince: factorSince ?? undefined }
}

/**
 * Ends a started sign-in with a code of the authenticator app or a recovery code, in the caller's transaction, which
 * then creates the session. Returns which of the two it was. If two requests do so at once, only one succeeds.
 *
 * @throws {AppError} second_step_expired, invalid_second_factor
 */
export async function useSecondStep(
  tx: Context,
  input: { token: string; userId: string; code: string },
): Promise<SignInMethod> {
  // Locked first, in the order of a change of the password, which deletes started sign-ins.
  await lockUser(tx, input.userId, 'share')
  const used = await useCode(tx, input.userId, input.code)
  if (used === undefined)
    throw new AppError('invalid_second_factor', 'The code is incorrect or was already used.')
  const { numDeletedRows } = await tx.directory
    .deleteFrom('second_steps')
    .where('hash', '=', hashSecret(input.token))
    .where('expires_at', '>', tx.clock.now())
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw expired()
  if (used === 'app') return 'second_factor'
  await recordAccountChange(tx, input.userId, 'member.recovery_code_used')
  return 'recovery_code'
}

function expired(): AppError {
  return new AppError('second_step_expired', 'Sign in with your password again.')
}
