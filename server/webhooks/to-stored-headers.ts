import { deliveryHeaders } from '#lib/outgoing/attempt-headers.ts'

type Headers = Record<string, string>

const FOLLOWING = new Set(
  Object.keys(deliveryHeaders({ id: '', eventId: '', eventType: '', number: 1 })),
)

/** Returns the headers of an attempt without those that follow from its delivery: a third of what a delivery writes to the log. */
export function toStoredHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FOLLOWING.has(name)))
}

/** Returns the headers that were sent with an attempt, from the stored ones; none if the receiver was not called. */
export function toSentHeaders(
  delivery: { id: string; event_id: string; event_type: string },
  { number, request_headers: stored }: { number: number; request_headers: Headers },
): Headers {
  if (!('X-Service-Signature' in stored)) return stored
  const { id, event_id: eventId, event_type: eventType } = delivery
  return { ...deliveryHeaders({ id, eventId, eventType, number }), ...stored }
}
