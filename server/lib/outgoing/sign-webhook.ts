import { createHmac } from 'node:crypto'

/** The headers that prove who sent a delivery, in both schemes. */
export type WebhookSignatureHeaders = {
  'X-Service-Signature': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * Creates the signature headers of an attempt. Sign the exact bytes that are sent, again for each attempt.
 * `secrets` are the valid `whsec_…` strings, newest first. There are several while one is being rotated.
 * `id` is the event's id and stays the same for all attempts. It must not contain a full stop.
 * Source: Stripe's `t=,v1=` scheme (key: the whole secret as text, no spaces in the header) and Standard
 * Webhooks 1.0 (key: the base64 after the prefix; signatures separated by spaces).
 */
export function signWebhook(delivery: {
  secrets: readonly string[]
  id: string
  timestampSeconds: number
  body: Buffer
}): WebhookSignatureHeaders {
  const { secrets, id, timestampSeconds, body } = delivery
  if (secrets.length === 0) throw new Error('A delivery cannot be signed without a secret.')
  if (id.includes('.')) throw new Error('The id of a signed delivery contains a full stop.')
  const timestamp = String(Math.floor(timestampSeconds))
  const service = secrets.map((secret) => {
    const key = Buffer.from(secret, 'utf8')
    return `v1=${hmac(key, `${timestamp}.`, body).toString('hex')}`
  })
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${hmac(key, `${id}.${timestamp}.`, body).toString('base64')}`
  })
  return {
    'X-Service-Signature': [`t=${timestamp}`, ...service].join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

function hmac(key: Buffer, prefix: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest()
}
