import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { RowCheck } from '../../components/selection/row-check.tsx'
import type { Contact } from '../../lib/contacts.ts'
import type { Selection } from '../../lib/selection.ts'
import { ContactLabel } from '../../components/contact-name.tsx'
import { AssigneeText } from '../../components/tickets/assignee-text.tsx'
import { TicketTags } from '../../components/tickets/ticket-tags.tsx'
import { DueText } from '../../components/tickets/due-text.tsx'
import { PriorityText } from './priority-text.tsx'
import { StatusItems } from './ticket-menu.tsx'
import { TicketSla } from './ticket-sla.tsx'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './tickets.module.css'

/** Shows a ticket on the board; it can be selected, dragged, or moved with its menu. */
export function BoardCard(props: {
  ticket: Ticket
  person: Contact | undefined
  selection: Selection
  /** Selects the cards of the column up to this one. */
  onExtend: () => void
  onMove: (status: Ticket['status']) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onShown: (link: HTMLElement) => void
}) {
  const { ticket, person, selection, onExtend, onMove, onKeyDown, onShown } = props
  const t = useTranslations('tickets.board')
  const tBulk = useTranslations('bulk')
  const card = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const shown = useRef(onShown)
  // Before the browser handles the next key, which would otherwise find no focused card.
  useLayoutEffect(() => shown.current(link.current!), [])
  const [isDragging, setDragging] = useState(false)
  useEffect(
    () =>
      draggable({
        element: card.current!,
        getInitialData: () => ({ ticket }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
    [ticket],
  )
  return (
    <li
      ref={card}
      className={classes.boardCard}
      data-dragging={isDragging}
      data-selected={selection.has(ticket.id)}
      data-ticket={ticket.id}
    >
      <Link
        ref={link}
        id={`ticket-${ticket.id}`}
        to={`/tickets/${ticket.id}`}
        draggable={false}
        data-card-link
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (!event.shiftKey) return
          // The browser would open another window.
          event.preventDefault()
          onExtend()
        }}
      >
        <CustomerText>{ticket.title}</CustomerText>
      </Link>
      <span className={classes.sub}>
        <span>#{ticket.number}</span>
        {person && <ContactLabel person={person} />}
      </span>
      <span className={classes.sub}>
        <PriorityText priority={ticket.priority} />
        <TicketSla ticket={ticket} />
        {ticket.due_at && <DueText ticket={ticket} />}
        <AssigneeText id={ticket.assignee_id} />
      </span>
      <TicketTags tags={ticket.tags} />
      <span className={classes.select} data-shown={selection.isOn}>
        <RowCheck
          label={tBulk('selectRow', { name: `#${ticket.number}` })}
          isChecked={selection.has(ticket.id)}
          onToggle={(isShift) => (isShift ? onExtend() : selection.toggle(ticket.id))}
        />
      </span>
      <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            className={classes.move}
            aria-label={t('move', { number: String(ticket.number) })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusItems ticket={ticket} onMove={onMove} />
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
