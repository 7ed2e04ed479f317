import { createHmac } from 'node:crypto'

/** The two signature schemes of a delivery. */
export type Scheme = 'X-Service-Signature' | 'webhook-signature'

/** How a key is derived from a secret: as the scheme specifies, or in a way that receivers use by mistake. */
export type KeyDerivation = 'right' | 'decoded' | 'whole_text' | 'without_prefix'

/** Maximum bytes digested per check, which bounds the cost of a hostile request. */
export const DIGEST_BYTES_MAX = 32 * 1024 * 1024

/** The rest of the bytes that may be digested. */
export type Budget = { bytes: number }

/** Returns the keys that can be derived from `secret` for a scheme. */
export function listKeys(scheme: Scheme, secret: string): [KeyDerivation, Buffer][] {
  const bare = secret.replace(/^whsec_/, '')
  const decoded = Buffer.from(bare, 'base64')
  const whole = Buffer.from(secret)
  const stripped: [KeyDerivation, Buffer] = ['without_prefix', Buffer.from(bare)]
  if (scheme === 'X-Service-Signature') return [['right', whole], ['decoded', decoded], stripped]
  return [['right', decoded], ['whole_text', whole], stripped]
}

/**
 * Computes the digest of a delivery under `key`; undefined once the budget is spent. Source: Stripe's scheme
 * (`t.body`) and Standard Webhooks 1.0 (`id.t.body`).
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
