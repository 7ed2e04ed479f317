import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api.ts'
import type { Query } from './api.ts'
import type { Page } from './wire.ts'
import { toPeriodQuery } from './filters.ts'
import type { Filters } from './filters.ts'

/** Rows that a list looks for by itself where a page came short, and how many pages it does so. */
const ROWS_WANTED = 12
const PAGES_BY_ITSELF = 5

/** A list of the API, page after page. */
export type List<T> = {
  rows: T[]
  isPending: boolean
  error: Error | null
  refetch: () => void
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => void
}

/**
 * Reads a list of the API and keeps it fresh: each `pollMs` per page that is shown, while the tab is looked at.
 * `filters` are those of the page's address, `query` what goes to the API beside their span of time.
 */
export function useList<T>(
  path: string,
  options: { query?: Query; filters?: Filters; pollMs?: number | false } = {},
): List<T> {
  const { query = {}, filters = {}, pollMs = false } = options
  const { period, since, until } = filters
  const list = useInfiniteQuery({
    queryKey: ['developer', path, query, { period, since, until }],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<T>>(
        path,
        { limit: 25, ...query, ...toPeriodQuery({ period, since, until }), cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs && pollMs * (state.data?.pages.length ?? 1),
    staleTime: 0,
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap((page) => page.data)
  const { hasNextPage, isFetching, fetchNextPage } = list
  const isShort = rows.length < ROWS_WANTED && pages.length > 0 && pages.length < PAGES_BY_ITSELF
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, fetchNextPage])
  return {
    rows,
    isPending: list.isPending,
    error: list.data ? null : list.error,
    refetch: () => void list.refetch(),
    hasMore: hasNextPage,
    isReadingMore: list.isFetchingNextPage,
    readMore: () => void list.fetchNextPage(),
  }
}
