import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import type { Selection } from '../../lib/selection.ts'
import { useList } from '../../lib/use-list.ts'
import { useMay } from '../../lib/use-may.ts'
import type { UrlFilters } from '../../lib/use-url-filters.ts'
import { BoardCard } from './board-card.tsx'
import { TICKETS } from '../../lib/tickets.ts'
import { expandOf, useContacts } from './ticket-data.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { toTicketQuery } from './ticket-filters.ts'
import type { TicketFilter } from './ticket-filters.ts'
import classes from './tickets.module.css'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'

/** Shows the tickets of one status; tickets can be dropped into it. */
export function BoardColumn(props: {
  status: Ticket['status']
  filters: UrlFilters<TicketFilter>
  selection: Selection
  onMove: (ticket: Ticket, status: Ticket['status'], keepsFocus: boolean) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, ticket: Ticket) => void
  onShown: (ticket: Ticket, link: HTMLElement) => void
}) {
  const { status, filters, selection, onMove, onKeyDown, onShown } = props
  const t = useTranslations('tickets.board')
  const labels = useTicketLabels()
  const column = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  const expand = expandOf(useMay()('chats:read'))
  const list = useList<Ticket>(TICKETS, '/api/v1/tickets', {
    query: { ...toTicketQuery(filters), status, expand },
    staleMs: 30_000,
  })
  const tickets = list.rows.filter((ticket) => ticket.status === status)
  const ids = useMemo(() => list.rows.map((ticket) => ticket.person_id), [list.rows])
  const { findContact } = useContacts(ids)
  useEffect(
    () =>
      dropTargetForElements({
        element: column.current!,
        canDrop: ({ source }) => source.data['ticket'] !== undefined,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          latest.current(source.data['ticket'] as Ticket, status, false)
        },
      }),
    [status],
  )
  const title = labels.status(status)
  const count = `${tickets.length}${list.hasMore ? '+' : ''}`
  return (
    <section
      ref={column}
      className={classes.column}
      data-over={isOver}
      data-column-of-board={status}
      aria-label={title}
    >
      <h2 className={classes.columnTitle}>
        {list.isPending || list.error ? title : t('column', { status: title, count })}
      </h2>
      {list.isPending ? (
        <LoadingRows count={3} height={72} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : tickets.length === 0 ? (
        <p className={classes.none}>{t('empty')}</p>
      ) : (
        <ul className={classes.cards}>
          {tickets.map((ticket) => (
            <BoardCard
              key={ticket.id}
              ticket={ticket}
              person={findContact(ticket.person_id)}
              selection={selection}
              onExtend={() =>
                selection.extendTo(
                  ticket.id,
                  tickets.map(({ id }) => id),
                )
              }
              onMove={(next) => onMove(ticket, next, true)}
              onKeyDown={(event) => onKeyDown(event, ticket)}
              onShown={(link) => onShown(ticket, link)}
            />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button
          mt="sm"
          variant="default"
          size="compact-sm"
          onClick={list.readMore}
          loading={list.isReadingMore}
        >
          {t('more')}
        </Button>
      )}
    </section>
  )
}
