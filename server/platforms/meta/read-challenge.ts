import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns the challenge that answers a verification request, or `undefined` to refuse it.
 *
 * The token is compared in constant time. The challenge is untrusted text: at most 256 safe characters.
 * Source: Graph API, "Webhooks: verification requests".
 */
export function readChallenge(query: unknown, verifyToken: string): string | undefined {
  const {
    'hub.mode': mode,
    'hub.verify_token': token,
    'hub.challenge': challenge,
  } = (query ?? {}) as Record<string, unknown>
  if (mode !== 'subscribe' || typeof token !== 'string' || !isSame(token, verifyToken))
    return undefined
  return typeof challenge === 'string' && /^[\w.~:+/=-]{1,256}$/.test(challenge)
    ? challenge
    : undefined
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return b !== '' && timingSafeEqual(digest(a), digest(b))
}
