import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Page } from '../../../lib/wire.ts'
import type { DeliveryInList } from './use-delivery-columns.tsx'

/** Reads the five newest deliveries of an endpoint. */
export const recentDeliveriesQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ['developer', 'recent', endpointId],
    queryFn: ({ signal }) =>
      api.get<Page<DeliveryInList>>(
        '/api/developer/webhooks/deliveries',
        { endpoint_id: endpointId, limit: 5 },
        signal,
      ),
    refetchInterval: 5_000,
  })
