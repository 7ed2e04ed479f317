import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { findDelivery } from './find-delivery.ts'
import { toAttempt, toDelivery } from './deliveries/schema.ts'
import type { DeliveryWithAttempts } from './deliveries/schema.ts'

/** Returns a delivery with its attempts and its payload. @throws {AppError} delivery_not_found */
export async function getDelivery(scope: Scope, id: string): Promise<DeliveryWithAttempts> {
  const found = await findDelivery(scope, id)
  if (!found) throw notFound('webhook_deliveries', id)
  return {
    ...toDelivery(found.row),
    attempts: found.attempts.map(toAttempt),
    payload: found.sentBody === null ? null : JSON.parse(found.sentBody),
    request_body: found.sentBody,
  }
}
