import { queryOptions } from '@tanstack/react-query'
import type { DeliveryWithAttempts } from '#webhooks/deliveries/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** A delivery with its attempts and its payload. */
export type FullDelivery = Wire<DeliveryWithAttempts>

/** Returns the query of a delivery with its attempts. */
export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['developer', 'delivery', id],
    queryFn: ({ signal }) =>
      api.get<FullDelivery>(`/api/developer/webhooks/deliveries/${id}`, {}, signal),
  })
}
