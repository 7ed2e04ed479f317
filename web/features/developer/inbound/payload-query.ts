import { queryOptions } from '@tanstack/react-query'
import type { InboundPayloadDetail } from '#inbound/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** A received payload with its body and the result of each item. */
export type FullPayload = Wire<InboundPayloadDetail>

/** Returns the query of a received payload. */
export function payloadQuery(id: string) {
  return queryOptions({
    queryKey: ['developer', 'payload', id],
    queryFn: ({ signal }) => api.get<FullPayload>(`/api/developer/inbound/${id}`, {}, signal),
  })
}
