import type { Posted } from '../webhooks/deliverer.ts'

/** Waits for the first attempt of a posted webhook and returns the route's response. */
export async function outcomeOf({ delivery, firstTry }: Posted) {
  const delivered = await firstTry
  return { delivered, webhook_id: delivery.id, status_code: delivery.lastStatusCode }
}
