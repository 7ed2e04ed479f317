import { createHmac } from 'node:crypto'

/** The two ways in which a delivery is signed. */
export type Scheme = 'X-Service-Signature' | 'webhook-signature'

/** How a key is made of a secret: as the scheme says, or in a way that receivers take by mistake. */
export type KeyDerivation = 'right' | 'decoded' | 'whole_text' | 'without_prefix'

/** Bytes that all digests of one check may be made over: what a hostile request can cost. */
export const DIGEST_BYTES_MAX = 32 * 1024 * 1024

/** What is left of the bytes that may be digested. */
export type Budget = { bytes: number }

/** The keys that `secret` can have been made into, for a scheme. */
export function listKeys(scheme: Scheme, secret: string): [KeyDerivation, Buffer][] {
  const bare = secret.replace(/^whsec_/, '')
  const decoded = Buffer.from(bare, 'base64')
  const whole = Buffer.from(secret)
  const stripped: [KeyDerivation, Buffer] = ['without_prefix', Buffer.from(bare)]
  if (scheme === 'X-Service-Signature') return [['right', whole], ['decoded', decoded], stripped]
  return [['right', decoded], ['whole_text', whole], stripped]
}

/**
 * The digest of a delivery under `key`; undefined once the budget is spent.
 * Source: Stripe's scheme (`t.body`) and Standard Webhooks 1.0 (`id.t.body`).
 */
export function digest(
  key: Buffer,
  prefix: string,
  body: Buffer,
  budget: Budget,
): Buffer | undefined {
  budget.bytes -= body.length + 256
  if (budget.bytes < 0) return undefined
  return createHmac('sha256', key).update(prefix).update(body).digest()
}
