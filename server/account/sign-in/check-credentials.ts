import type { WithConfig, WithDirectory } from '#db/context.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
import { invalidCredentials } from '../sessions/invalid-credentials.ts'
import { findMatchingHash } from '../users/check-password.ts'
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
