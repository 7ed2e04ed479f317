import type { Scope } from '#context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { findDelivery } from './find-delivery.ts'
import { toAttempt, toDelivery } from './schema.ts'
import type { DeliveryWithAttempts } from './schema.ts'

/** Returns a delivery with its attempts and its payload. @throws {AppError} delivery_not_found */
export async function getDelivery(scope: Scope, id: string): Promise<DeliveryWithAttempts> {
  const found = await findDelivery(scope, id)
  if (!found) throw notFound('webhook_deliveries', id)
  const { row, sentBody: body } = found
  const attempts = await selectFrom(scope, 'webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', row.id)
    .orderBy('number')
    .execute()
  return {
    ...toDelivery(row),
    attempts: attempts.map(toAttempt),
    payload: body === null ? null : JSON.parse(body),
    request_body: body,
  }
}
