import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../components/states.tsx'
import { countsQuery, hasNoChats } from '../data/counts-query.ts'
import { isBuiltIn } from '../data/filters.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { NewInbox } from './new-inbox.tsx'

/** Says why the list is empty, and what to do next. */
export function EmptyList({ place }: { place: InboxPlace }) {
  const t = useTranslations('inboxEmpty')
  const tFilter = useTranslations('inbox.filter')
  const { view, chosen, openView, choose } = place
  const { data: counts } = useQuery(countsQuery)
  const isWaiting = chosen.waiting && Object.keys(chosen).length === 1
  if (Object.keys(chosen).length > 0 || !isBuiltIn(view))
    return (
      <EmptyState
        title={t(isWaiting ? 'waiting' : 'filtered')}
        text={t(isWaiting ? 'waitingText' : 'filteredText')}
      >
        {Object.keys(chosen).length > 0 && (
          <Button variant="light" size="compact-sm" onClick={() => choose({})}>
            {tFilter('clear')}
          </Button>
        )}
      </EmptyState>
    )
  if (counts && hasNoChats(counts) && view !== 'mentions') return <NewInbox />
  return (
    <EmptyState title={t(`${view}`)} text={t(`${view}Text`)}>
      {(view === 'mine' || view === 'my_teams') && (
        <Button variant="light" size="compact-sm" onClick={() => openView('unassigned')}>
          {t('goToUnassigned')}
        </Button>
      )}
      {view === 'unassigned' && (
        <Button variant="light" size="compact-sm" onClick={() => openView('all')}>
          {t('goToAll')}
        </Button>
      )}
    </EmptyState>
  )
}
