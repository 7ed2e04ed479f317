import type { WithConfig, WithDirectory } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
import { findMatchingHash } from '../users/password.ts'
import type { SessionUser } from '../users/schema.ts'

/**
 * Returns the user with this email address and password, and the hash that was compared. Checking takes as long for an unknown address.
 *
 * @throws {AppError} invalid_credentials
 */
export async function checkCredentials(
  context: WithConfig & WithDirectory,
  input: { email: string; password: string },
): Promise<{ user: SessionUser['user']; passwordHash: string }> {
  const user = await findUserByEmail(context, input.email.trim().toLowerCase())
  const passwordHash = await findMatchingHash(context, user?.id ?? null, input.password)
  if (!user || passwordHash === undefined) throw invalidCredentials()
  return { user, passwordHash }
}

/** Creates the error of a failed sign-in, which does not reveal whether the account exists. */
export function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'No user has this email address and password.')
}
