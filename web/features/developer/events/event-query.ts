import { queryOptions } from '@tanstack/react-query'
import type { EventOutcomeDetail } from '#webhooks/outcomes/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** An event with its body and its outcome at each endpoint. */
export type FullEvent = Wire<EventOutcomeDetail>

/** Returns the query of an event with its outcomes. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['developer', 'event', id],
    queryFn: ({ signal }) => api.get<FullEvent>(`/api/developer/events/${id}`, {}, signal),
  })
}
