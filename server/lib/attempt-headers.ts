import { signWebhook } from './webhook-signature.ts'

/**
 * A signed attempt: `id` is the delivery's id, `number` counts its attempts from 1, `body` is sent unchanged.
 */
type SignedTry = {
  id: string
  eventId: string
  eventType: string
  number: number
  body: Buffer
}

/** Creates the headers of an attempt, signed at `signedAt` with each of the valid `secrets`. */
export function attemptHeaders(
  secrets: readonly string[],
  delivery: SignedTry,
  signedAt: Date,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Parley-Webhooks/1',
    'X-Service-Event': delivery.eventType,
    'X-Service-Delivery': delivery.id,
    'X-Service-Attempt': String(delivery.number),
    ...signWebhook({
      secrets,
      id: delivery.eventId,
      timestampSeconds: signedAt.getTime() / 1000,
      body: delivery.body,
    }),
  }
}
