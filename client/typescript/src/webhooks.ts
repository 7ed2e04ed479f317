import { SignatureError } from './errors.ts'
import type { ThinWebhookEvent, WebhookEvent } from './events.ts'

/** Options for verifying a webhook. */
export type VerifyOptions<Payload extends 'full' | 'thin' = 'full' | 'thin'> = {
  /** The `payload` of the endpoint, which decides the type of the event. The default is `full`. */
  payload?: Payload
  /** The age from which a webhook is refused, in seconds. The default is 300. */
  toleranceSeconds?: number
  /** The current time, for tests. */
  now?: Date
}

const encoder = new TextEncoder()

/** Functions for receivers of webhooks. They need no API key. */
export const webhooks = { verify }

/**
 * Verifies a webhook and returns its event.
 *
 * body: the raw body as it was received, before any parser. header: the value of `X-Service-Signature`. secret: the
 * endpoint's `whsec_…` secret. With `payload: 'thin'` the event is that of an endpoint with thin payloads.
 *
 * @throws {SignatureError} if no signature matches, or the timestamp is outside of the tolerance
 */
async function verify<Payload extends 'full' | 'thin' = 'full'>(
  body: string | Uint8Array | ArrayBuffer,
  header: string | null | undefined,
  secret: string,
  options: VerifyOptions<Payload> = {},
): Promise<Payload extends 'thin' ? ThinWebhookEvent : WebhookEvent> {
  const { toleranceSeconds = 300, now = new Date() } = options
  if (secret === '') throw new TypeError('The secret of the webhook is empty.')
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => hex)
  if (!/^\d{1,15}$/.test(timestamp) || signatures.length === 0)
    throw new SignatureError('The header X-Service-Signature is missing or malformed.')
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
  const prefix = encoder.encode(`${timestamp}.`)
  const signed = new Uint8Array(prefix.length + bytes.length)
  signed.set(prefix)
  signed.set(bytes, prefix.length)
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['verify'])
  // Compares in constant time, and every signature, so that the duration says nothing.
  const matches = await Promise.all(
    signatures.map((hex) => crypto.subtle.verify('HMAC', key, fromHex(hex), signed)),
  )
  if (!matches.includes(true))
    throw new SignatureError('No signature matches the body. Check the secret and the raw body.')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new SignatureError('The timestamp is outside of the tolerance.')
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Returns the bytes of a hexadecimal text; none if it is malformed, which matches no signature. */
function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[\da-f]{2})+$/.test(hex)) return new Uint8Array()
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}
