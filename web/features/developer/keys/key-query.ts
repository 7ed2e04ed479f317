import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '#account/keys/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'

/** An API key, without its secret. */
export type Key = Wire<ApiKey>

/** Returns the query of an API key. */
export function keyQuery(id: string) {
  return queryOptions({
    queryKey: ['developer', 'api-key', id],
    queryFn: ({ signal }) => api.get<Key>(`/api/developer/api-keys/${id}`, {}, signal),
  })
}
