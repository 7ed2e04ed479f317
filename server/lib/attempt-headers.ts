import { signWebhook } from './webhook-signature.ts'

/** What one try carries: `id` is the delivery's, `number` counts its tries from 1, `body` is sent as it is. */
export type SignedTry = {
  id: string
  eventId: string
  eventType: string
  number: number
  body: Buffer
}

/** The headers of a try, signed at `signedAt` with each of the `secrets` that are valid. */
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
