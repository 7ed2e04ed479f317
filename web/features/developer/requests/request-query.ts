import { queryOptions } from '@tanstack/react-query'
import type { ApiRequestDetail } from '#request-log/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** A logged request, with its bodies if they were recorded. */
export type FullRequest = Wire<ApiRequestDetail>

/** Returns the query of a logged request. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['developer', 'request', id],
    queryFn: ({ signal }) => api.get<FullRequest>(`/api/developer/request-log/${id}`, {}, signal),
  })
}
