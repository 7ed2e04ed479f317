import { hashSecret } from '#lib/api-key-format.ts'

/** The validity period of a password reset link. */
export const RESET_MS = 3_600_000

/** The prefix of password reset identifiers in `verifications`. */
export const RESET_PREFIX = 'password-reset:'

/** Returns the identifier under which a reset is stored. It contains a hash of the token, never the token. */
export function resetIdentifier(token: string): string {
  return `${RESET_PREFIX}${hashSecret(token).toString('hex')}`
}
