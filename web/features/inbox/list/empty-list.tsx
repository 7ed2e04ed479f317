import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState, LoadingRows } from '../../../components/states.tsx'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { countsQuery, hasNoChats } from '../data/counts-query.ts'
import { isBuiltIn } from '../data/filters.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

const NewInbox = lazyPart(async () => (await import('./new-inbox.tsx')).NewInbox)

/** Says why the list is empty, and what to do next. */
export function EmptyList({ place }: { place: InboxPlace }) {
  const t = useTranslations('inbox')
  const { view, chosen, openView, choose } = place
  const { data: counts } = useQuery(countsQuery)
  const isWaiting = chosen.waiting && Object.keys(chosen).length === 1
  if (Object.keys(chosen).length > 0 || !isBuiltIn(view))
    return (
      <EmptyState
        title={t(isWaiting ? 'empty.waiting' : 'empty.filtered')}
        text={t(isWaiting ? 'empty.waitingText' : 'empty.filteredText')}
      >
        {Object.keys(chosen).length > 0 && (
          <Button variant="light" size="compact-sm" onClick={() => choose({})}>
            {t('filter.clear')}
          </Button>
        )}
      </EmptyState>
    )
  if (counts && hasNoChats(counts) && view !== 'mentions')
    return (
      <Suspense fallback={<LoadingRows count={2} height={44} />}>
        <NewInbox />
      </Suspense>
    )
  return (
    <EmptyState title={t(`empty.${view}`)} text={t(`empty.${view}Text`)}>
      {(view === 'mine' || view === 'my_teams') && (
        <Button variant="light" size="compact-sm" onClick={() => openView('unassigned')}>
          {t('empty.goToUnassigned')}
        </Button>
      )}
      {view === 'unassigned' && (
        <Button variant="light" size="compact-sm" onClick={() => openView('all')}>
          {t('empty.goToAll')}
        </Button>
      )}
    </EmptyState>
  )
}
