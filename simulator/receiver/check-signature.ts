import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a receiver finds of a webhook: `not_checked` while it has no secret. */
export type Verdict = 'valid' | 'wrong' | 'missing' | 'too_old' | 'not_checked'

/** How far the time of a signature may be from ours, so that nobody can send an old webhook again. */
const TOLERANCE_S = 300

/**
 * Tells whether a webhook was signed with `secret`: the HMAC-SHA256 of its time, a full stop and the bytes of its
 * body, keyed by the whole secret, is one of the `v1=` of the header.
 */
export function checkSignature(given: {
  header: string | undefined
  body: Buffer
  secret: string | null
  nowMs: number
}): Verdict {
  const { header, body, secret, nowMs } = given
  if (header === undefined) return 'missing'
  if (secret === null) return 'not_checked'
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isSigned = parts.some(([name, value]) => {
    const found = Buffer.from(name === 'v1' ? (value ?? '') : '', 'hex')
    return found.length === wanted.length && timingSafeEqual(found, wanted)
  })
  if (!isSigned) return 'wrong'
  return Math.abs(nowMs / 1000 - Number(time)) <= TOLERANCE_S ? 'valid' : 'too_old'
}
