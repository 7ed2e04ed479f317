import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from './api.ts'
import type { Query } from './api.ts'
import { toPeriodQuery } from './period.ts'
import type { PeriodFilter } from './period.ts'
import type { UrlFilters } from './use-url-filters.ts'
import type { Page } from './wire.ts'

/** A list shorter than this loads more pages by itself, up to `PAGES_MAX` pages. */
const ROWS_WANTED = 12
const PAGES_MAX = 5

/** A paginated list of the API. */
export type List<T> = {
  rows: T[]
  isPending: boolean
  /** The rows belong to the previous filters until the response for the new ones arrives. */
  isStale: boolean
  error: Error | null
  refetch: () => void
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => void
}

/** Options of a list. */
type ListOptions = {
  query?: Query
  /** The page's URL filters; only their time range goes into the request. */
  filters?: UrlFilters<PeriodFilter>
  /** Rows per page. */
  limit?: number
  /** Refetches after this many milliseconds per loaded page, while the tab is visible. */
  pollMs?: number | false
  /** Milliseconds for which rows count as fresh; 0 refetches them whenever the list is shown. */
  staleMs?: number
}

/** Reads the list at `path`, page by page. It is cached under `key` followed by its query. */
export function useList<T>(key: QueryKey, path: string, options: ListOptions = {}): List<T> {
  const { query = {}, filters = {}, limit = 25, pollMs = false, staleMs = 0 } = options
  const { period, since, until } = filters
  const list = useInfiniteQuery({
    queryKey: [...key, query, { period, since, until }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<T>>(
        path,
        { limit, ...query, ...toPeriodQuery({ period, since, until }), cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs && pollMs * (state.data?.pages.length ?? 1),
    staleTime: staleMs,
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap((page) => page.data)
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list
  const isShort = rows.length < ROWS_WANTED && pages.length > 0 && pages.length < PAGES_MAX
  // A page requested during a refetch is loaded afterwards, because a virtual list requests it only once.
  const isWanted = useRef(false)
  useEffect(() => {
    if (isFetching || !(isWanted.current || isShort)) return
    isWanted.current = false
    if (hasNextPage) void fetchNextPage()
  }, [isShort, isFetching, hasNextPage, fetchNextPage])
  return {
    rows,
    isPending: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    refetch: () => void list.refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => {
      if (isFetchingNextPage || !hasNextPage) return
      if (isFetching) isWanted.current = true
      else void fetchNextPage()
    },
  }
}
