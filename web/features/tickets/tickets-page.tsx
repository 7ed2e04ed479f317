import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { EmptySample } from '../../components/empty-sample.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { listPlaces, useRowKeys } from '../../components/selection/use-row-keys.ts'
import { useList } from '../../lib/use-list.ts'
import { TICKETS } from '../../lib/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { expandOf } from './ticket-data.ts'
import { toTicketQuery } from './ticket-filters.ts'
import { TicketSwipe } from './ticket-swipe.tsx'
import { TicketTable } from './ticket-table.tsx'
import { TicketsFrame } from './tickets-frame.tsx'
import { useTicketsPage } from './use-tickets-page.ts'

/** Shows the list of tickets with views, filters and search. */
export function TicketsPage() {
  const t = useTranslations('tickets')
  const page = useTicketsPage('list')
  const { filters, replace, selection, bulk, setCreating } = page
  const expand = expandOf(useMay()('chats:read'))
  const list = useList<Ticket>(TICKETS, '/api/v1/tickets', {
    query: { ...toTicketQuery(filters), expand },
    limit: 50,
    staleMs: 30_000,
  })
  useRowKeys({
    id: 'tickets_select',
    group: t('title'),
    places: listPlaces(list.rows),
    selection,
    onSelectAll: () => void bulk.selectAll(),
  })
  const { sort: _sort, ...narrowing } = filters
  const isNarrow = Object.keys(narrowing).length > 0
  return (
    <TicketsFrame page={page}>
      {list.isPending ? (
        <LoadingRows count={10} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.rows.length > 0 ? (
        <>
          <TicketTable list={list} selection={selection} />
          <TicketSwipe tickets={list.rows} />
        </>
      ) : isNarrow ? (
        <EmptyState title={t('none')} text={t('noneText')}>
          <Button variant="light" onClick={() => replace({})}>
            {t('clear')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <EmptyState title={t('empty')} text={t('emptyText')}>
            <Button onClick={() => setCreating(true)}>{t('create')}</Button>
          </EmptyState>
          <EmptySample />
        </>
      )}
    </TicketsFrame>
  )
}
