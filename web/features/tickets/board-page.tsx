import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_STATUSES } from '#shared/tickets.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { useRowKeys } from '../../components/selection/use-row-keys.ts'
import { withPendingChanges } from '../../lib/pending-changes.ts'
import { BoardColumn } from './board-column.tsx'
import { boardPlaces, cardLinks } from './board-places.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { TicketsFrame } from './tickets-frame.tsx'
import classes from './tickets.module.css'
import { useChangeTicket } from './use-change-ticket.ts'
import { useTicketsPage } from './use-tickets-page.ts'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'

/** Shows tickets by status on a board; they are moved by dragging, by menu or by keyboard. */
export function BoardPage() {
  const t = useTranslations('tickets')
  const labels = useTicketLabels()
  const page = useTicketsPage('board')
  const { filters, selection, bulk } = page
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  const changeTicket = useChangeTicket()
  useRowKeys({
    id: 'tickets_select',
    group: t('title'),
    places: boardPlaces,
    selection,
    onSelectAll: () => void bulk.selectAll(),
  })

  const move = (ticket: Ticket, status: Ticket['status'], keepsFocus: boolean) => {
    // A card that is dragged takes the other selected ones along.
    if (!keepsFocus && selection.count > 1 && selection.has(ticket.id))
      return void bulk.run({ action: 'set_status', status })
    if (ticket.status === status) return
    if (keepsFocus) focused.current = ticket.id
    const message = t('board.moved', {
      number: String(ticket.number),
      status: labels.status(status),
    })
    setSaid(message)
    changeTicket({ ticket, patch: { status }, said: message })
  }

  return (
    <TicketsFrame page={page}>
      <DimmedText mb="sm" visibleFrom="sm">
        {t('board.hint')}
      </DimmedText>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      <div
        className={classes.board}
        role="group"
        aria-label={t('board.label')}
        onFocus={({ target }) => {
          const card = target.closest<HTMLElement>('[data-ticket]')
          if (card?.dataset['ticket'] !== focused.current) focused.current = null
        }}
      >
        {TICKET_STATUSES.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            filters={filters}
            selection={selection}
            onMove={move}
            onKeyDown={(event, ticket) => onCardKey(event, ticket, move)}
            // A moved card is rendered in another column, so the focus must follow it.
            onShown={(ticket, link) => {
              if (focused.current === ticket.id) link.focus()
            }}
          />
        ))}
      </div>
    </TicketsFrame>
  )
}

/**
 * Moves the focus between cards with the arrow keys; with Alt it moves the card to the next column. With Shift they select
 * cards.
 */
function onCardKey(
  event: KeyboardEvent<HTMLElement>,
  ticket: Ticket,
  move: (ticket: Ticket, status: Ticket['status'], keepsFocus: boolean) => void,
): void {
  const { key, altKey, shiftKey } = event
  if (!['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key)) return
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (shiftKey || (altKey && !isSideways)) return
  event.preventDefault()
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  if (altKey) {
    // The card may not show the last move yet.
    const moved = withPendingChanges(ticket)
    const next = TICKET_STATUSES[TICKET_STATUSES.indexOf(moved.status) + step]
    if (next) move(moved, next, true)
    return
  }
  const columns = cardLinks()
  const at = columns.findIndex((links) => links.some(({ id }) => id === `ticket-${ticket.id}`))
  const row = columns[at]?.findIndex(({ id }) => id === `ticket-${ticket.id}`) ?? 0
  if (!isSideways) columns[at]?.[row + step]?.focus()
  else {
    const beside = step > 0 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
    const links = beside.find((each) => each.length > 0)
    links?.[Math.min(row, links.length - 1)]?.focus()
  }
}
