import { queryOptions } from '@tanstack/react-query'
import type { Replay } from '#webhooks/replays/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'

/** Reads the five newest replays of an endpoint. */
export const replaysQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ['developer', 'replays', endpointId],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Replay>>>(
        '/api/developer/webhooks/replays',
        { endpoint_id: endpointId, limit: 5 },
        signal,
      ),
  })
