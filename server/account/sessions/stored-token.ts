import { hashSecret } from '#lib/api-key-format.ts'

/** Returns the form in which `sessions` stores a token, so that its readers cannot use a session. */
export function storedToken(token: string): string {
  return hashSecret(token).toString('hex')
}
