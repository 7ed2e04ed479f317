import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { hitsOf } from '../../lib/search.ts'
import type { Found, Kind } from '../../lib/search.ts'
import { HitList } from './hit-list.tsx'
import classes from './search-page.module.css'

/** Shows all results of one kind, page by page. */
export function KindResults({ q, kind }: { q: string; kind: Kind }) {
  const t = useTranslations('search')
  const list = useInfiniteQuery({
    queryKey: ['search', 'kind', kind, q],
    queryFn: ({ pageParam, signal }) =>
      api.get<Found>('/api/v1/search', { q, kinds: kind, limit: 25, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursors[kind],
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const { data, error, isPlaceholderData } = list
  if (error && !data) return <ErrorState error={error} onRetry={() => void list.refetch()} />
  if (!data) return <LoadingRows />
  const hits = data.pages.flatMap((page) => hitsOf(page, kind))
  const isIncomplete = data.pages.some((page) => page.incomplete.length > 0)
  return (
    <div data-stale={isPlaceholderData} className={classes.results}>
      <p className="visually-hidden" role="status">
        {!isPlaceholderData && t('results', { count: hits.length })}
      </p>
      {hits.length === 0 && (
        <EmptyState title={t('nothing', { text: q })} text={t('nothingText')} />
      )}
      {hits.length > 0 && <HitList hits={hits} label={t(`kinds.${kind}`)} />}
      {list.hasNextPage && (
        <Button
          variant="default"
          mt="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      {isIncomplete && <p className={classes.incomplete}>{t('incomplete')}</p>}
    </div>
  )
}
