import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { listPlaces, useRowKeys } from '../../components/selection/use-row-keys.ts'
import { useBulkAction } from '../../components/selection/use-bulk-action.ts'
import { useSelection } from '../../lib/selection.ts'
import { useList } from '../../lib/use-list.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { TICKETS } from '../../lib/tickets.ts'
import { useTicketsLive } from './ticket-data.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { TICKET_FILTERS, toTicketQuery } from './ticket-filters.ts'
import { TicketChanges } from './ticket-changes.tsx'
import { TicketHead } from './ticket-head.tsx'
import { TicketPageActions } from './ticket-page-actions.tsx'
import { TicketTable } from './ticket-table.tsx'
import { useTicketActions } from './use-ticket-actions.ts'

/** Shows the list of tickets with views, filters and search. */
export function TicketsPage() {
  const t = useTranslations('tickets')
  const { filters, change, replace } = useUrlFilters(TICKET_FILTERS)
  const [isCreating, setCreating] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useTicketsLive()
  useTicketActions({ layout: 'list', filters, search, onCreate: () => setCreating(true) })
  const list = useList<Ticket>(TICKETS, '/api/v1/tickets', {
    query: toTicketQuery(filters),
    limit: 50,
    staleMs: 30_000,
  })
  const { sort: _sort, ...narrowing } = filters
  const { sort: _order, ...matching } = toTicketQuery(filters)
  const selection = useSelection(JSON.stringify(matching))
  const bulk = useBulkAction({ subject: 'tickets', selection, filters: matching })
  useRowKeys({
    id: 'tickets_select',
    group: t('title'),
    places: listPlaces(list.rows),
    selection,
    onSelectAll: () => void bulk.selectAll(),
  })
  const isNarrow = Object.keys(narrowing).length > 0
  return (
    <Page
      title={t('title')}
      width="full"
      actions={
        <TicketPageActions layout="list" filters={filters} onCreate={() => setCreating(true)} />
      }
    >
      <TicketHead
        layout="list"
        filters={filters}
        onChange={change}
        onReplace={replace}
        search={search}
      />
      {list.isPending ? (
        <LoadingRows count={10} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.rows.length > 0 ? (
        <TicketTable list={list} selection={selection} />
      ) : isNarrow ? (
        <EmptyState title={t('none')} text={t('noneText')}>
          <Button variant="light" onClick={() => replace({})}>
            {t('clear')}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={t('empty')} text={t('emptyText')}>
          <Button onClick={() => setCreating(true)}>{t('create')}</Button>
        </EmptyState>
      )}
      <TicketChanges
        {...{ selection, bulk, isCreating }}
        filters={matching}
        onClose={() => setCreating(false)}
      />
    </Page>
  )
}
