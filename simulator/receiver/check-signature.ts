import { createHmac, timingSafeEqual } from 'node:crypto'

/** The result of checking a webhook's signature: `not_checked` while the receiver has no secret. */
export type Verdict = 'valid' | 'wrong' | 'missing' | 'too_old' | 'not_checked'

/** Maximum difference between a signature's time and the clock, so that an old webhook cannot be replayed. */
const TOLERANCE_S = 300

/**
 * Returns whether a webhook was signed with `secret`: one `v1=` of the header is the HMAC-SHA256, keyed by the whole
 * secret, of its time, a full stop and the bytes of its body.
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
