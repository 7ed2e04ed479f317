import type { Cause } from '../cause.ts'
import { signWebhook } from './sign-webhook.ts'

/**
 * A signed attempt: `id` is the delivery's id, `number` counts its attempts from 1, `body` is sent unchanged.
 * `cause` is the request that caused the event, if it is known.
 */
type SignedTry = {
  id: string
  eventId: string
  eventType: string
  number: number
  body: Buffer
  cause?: Cause | undefined
}

/** Returns the headers of an attempt that follow from its delivery, so that they are not stored with it. */
export function deliveryHeaders(delivery: Omit<SignedTry, 'body' | 'cause'>) {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Parley-Webhooks/1',
    'X-Service-Event': delivery.eventType,
    'X-Service-Delivery': delivery.id,
    'X-Service-Attempt': String(delivery.number),
    'webhook-id': delivery.eventId,
  }
}

/** Creates the headers of an attempt, signed at `signedAt` with each of the valid `secrets`. */
export function attemptHeaders(
  secrets: readonly string[],
  delivery: SignedTry,
  signedAt: Date,
): Record<string, string> {
  return {
    ...deliveryHeaders(delivery),
    ...causeHeaders(delivery.cause),
    ...signWebhook({
      secrets,
      id: delivery.eventId,
      timestampSeconds: signedAt.getTime() / 1000,
      body: delivery.body,
    }),
  }
}

function causeHeaders(cause: Cause | undefined): Record<string, string> {
  if (cause === undefined) return {}
  const { requestId, traceparent } = cause
  return { 'X-Request-Id': requestId, ...(traceparent !== undefined && { traceparent }) }
}
