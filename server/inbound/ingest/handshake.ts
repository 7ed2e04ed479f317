import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * The challenge to echo for a platform's verification request, or `undefined` when it is to be refused.
 *
 * The token is compared in constant time. The challenge is a stranger's text: at most 256 safe characters.
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
