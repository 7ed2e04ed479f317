import type { Posted } from '../webhooks/deliverer.ts'

/** Gives the answer of a route that posted a webhook, once its first try is over. */
export async function outcomeOf({ delivery, firstTry }: Posted) {
  const delivered = await firstTry
  return { delivered, webhook_id: delivery.id, status_code: delivery.lastStatusCode }
}
