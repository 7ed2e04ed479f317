import { OauthError } from './oauth-error.ts'

const VALUE_CHARACTERS_MAX = 5_000

/**
 * Returns the parameters of an OAuth request; empty ones are left out. Unknown ones are kept, and must be ignored. Source:
 * RFC 6749 §3.1.
 *
 * @throws {OauthError} invalid_request (a parameter is repeated or too long)
 */
export function readParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name)) throw new OauthError('invalid_request', `${name} is repeated.`)
    if (value.length > VALUE_CHARACTERS_MAX || value.includes('\0'))
      throw new OauthError('invalid_request', `${name} is too long.`)
    found.set(name, value)
  }
  return new Map([...found].filter(([, value]) => value !== ''))
}
