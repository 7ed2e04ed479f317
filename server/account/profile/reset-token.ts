import { hashSecret } from '#lib/api-key-format.ts'

/** How long the link of a password reset serves. */
export const RESET_MS = 3_600_000

/** What the identifiers of password resets begin with in `verifications`. */
export const RESET_PREFIX = 'password-reset:'

/** The identifier under which a reset is kept: it holds a hash of the token, never the token. */
export function resetIdentifier(token: string): string {
  return `${RESET_PREFIX}${hashSecret(token).toString('hex')}`
}
