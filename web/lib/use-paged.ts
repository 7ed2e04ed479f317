import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from './api.ts'
import type { Query } from './api.ts'
import type { Page } from './wire.ts'

/** A list of the API, read page by page as one goes on. */
export type Paged<T> = {
  rows: T[]
  isPending: boolean
  /** What is shown is of other filters, until these are answered. */
  isStale: boolean
  error: Error | null
  refetch: () => void
  hasMore: boolean
  isReadingMore: boolean
  readMore: () => void
}

/** Reads the list at `path` with `query`; `key` is what its rows are found under in the cache. */
export function usePaged<T>(key: QueryKey, path: string, query: Query = {}, limit = 50): Paged<T> {
  const list = useInfiniteQuery({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<T>>(path, { limit, ...query, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetching, fetchNextPage } = list
  // Asked for while the list was being read anew: a list that ends asks once.
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || isFetching) return
    isWanted.current = false
    if (hasNextPage) void fetchNextPage()
  }, [isFetching, hasNextPage, fetchNextPage])
  return {
    rows: list.data?.pages.flatMap((page) => page.data) ?? [],
    isPending: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    refetch: () => void list.refetch(),
    hasMore: hasNextPage,
    isReadingMore: list.isFetchingNextPage,
    readMore: () => {
      if (list.isFetchingNextPage || !hasNextPage) return
      if (isFetching) isWanted.current = true
      else void fetchNextPage()
    },
  }
}
