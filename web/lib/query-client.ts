import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query'
import { isPassing, ParleyError, toPauseMs } from '#client/core.ts'

/**
 * A query client that repeats first reads that are invalidated while they are in flight: the server may have read the
 * data before it changed. TanStack Query only repeats those of data that was read before.
 */
class LiveQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    const refetchType = filters?.refetchType ?? 'active'
    const repeats = firstReads.map(async (query) => {
      await query.promise?.catch(() => undefined)
      const { queryKey, state } = query
      if (state.data !== undefined)
        await super.invalidateQueries({ queryKey, exact: true, refetchType }, options)
    })
    await Promise.all([super.invalidateQueries(filters, options), ...repeats])
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `isFollowed`: the stream's events, which are repeated after a break, keep the data up to date. */
    queryMeta: { isFollowed?: boolean }
  }
}

/** The cache of server data. Reads are retried while the server is unreachable, but not when it rejects them. */
export const queryClient = new LiveQueryClient({
  queryCache: new QueryCache({
    onError: (err) => {
      // The workspace has begun to require a second factor.
      if (err instanceof ParleyError && err.code === 'second_factor_required')
        window.location.assign('/second-factor')
      if (err instanceof ParleyError && err.code === 'sso_required')
        window.location.assign('/sso/required')
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, err) => isPassing(err, 'GET') && count < 3,
      retryDelay: (count, err) =>
        toPauseMs(count, err instanceof ParleyError ? err.retryAfterMs : 0),
    },
    mutations: {
      // A repeated mutation could create the same thing twice; callers that retry pass an idempotency key.
      retry: false,
      // Inputs can be passwords, tokens and values of headers. The default keeps them for minutes after their form closed.
      // Not 0, because an unfinished mutation without its form is checked again after each of these intervals.
      gcTime: 1_000,
    },
  },
})

/**
 * Refetches, after the connection to the server was lost, everything that may have changed or could not be read: all queries but
 * those whose data is complete and whose changes the stream repeats. Those that are not shown are refetched when they are.
 */
export function refetchMissed(): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta, state }) => !meta?.isFollowed || state.status !== 'success',
  })
}
