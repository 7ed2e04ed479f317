import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { RowLink, RowList } from '../../components/row-list.tsx'
import { ShortTime } from '../../components/short-time.tsx'
import { LoadingRows } from '../../components/states.tsx'
import type { Selection } from '../../lib/selection.ts'
import type { List } from '../../lib/use-list.ts'
import type { Contact } from '../../lib/contacts.ts'
import { ContactLabel } from '../../components/contact-name.tsx'
import { AssigneeText } from '../../components/tickets/assignee-text.tsx'
import { TicketTags } from '../../components/tickets/ticket-tags.tsx'
import { TicketStatus } from '../../components/tickets/ticket-status.tsx'
import { DueText } from '../../components/tickets/due-text.tsx'
import { PriorityText } from './priority-text.tsx'
import { useContacts } from './ticket-data.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useTicketTypes, useTypeName } from '../../lib/ticket-types.ts'
import { TicketMenu } from './ticket-menu.tsx'
import { TicketSla } from './ticket-sla.tsx'
import classes from './tickets.module.css'

/** Shows tickets as a table, or as cards on narrow screens. */
export function TicketTable(props: { list: List<Ticket>; selection: Selection }) {
  const { list, selection } = props
  const tBulk = useTranslations('bulk')
  const t = useTranslations('tickets')
  const ids = useMemo(() => list.rows.map((ticket) => ticket.person_id), [list.rows])
  const { findContact, isLoading } = useContacts(ids)
  const typeOf = useTypeName()
  const hasTypes = useTicketTypes().length > 0
  const cells = {
    number: (ticket: Ticket) => `#${ticket.number}`,
    ticket: (ticket: Ticket) => (
      <>
        <TicketLink ticket={ticket} />
        <TicketTags tags={ticket.tags} />
      </>
    ),
    contact: (ticket: Ticket) => <Contact person={findContact(ticket.person_id)} />,
    status: (ticket: Ticket) => <TicketStatus status={ticket.status} />,
    priority: (ticket: Ticket) => <PriorityText priority={ticket.priority} />,
    ...(hasTypes && {
      type: (ticket: Ticket) => <CustomerText>{typeOf(ticket.type_id) ?? ''}</CustomerText>,
    }),
    due: (ticket: Ticket) => (
      <span className={classes.times}>
        <TicketSla ticket={ticket} />
        <DueText ticket={ticket} />
      </span>
    ),
    assignee: (ticket: Ticket) => <AssigneeText id={ticket.assignee_id} />,
    updated: (ticket: Ticket) => <ShortTime value={ticket.updated_at} />,
  }
  // On a phone, their names decide how many lines a card has.
  if (isLoading) return <LoadingRows count={10} />
  return (
    <RowList
      list={list}
      label={t('list')}
      cardsUpTo="72em"
      className={classes.table}
      swipes={!selection.isOn}
      select={{
        selection,
        labelOf: (ticket) => tBulk('selectRow', { name: `#${ticket.number}` }),
        labelOfAll: tBulk('selectLoaded'),
      }}
      card={(ticket) => (
        <Card
          ticket={ticket}
          person={findContact(ticket.person_id)}
          type={typeOf(ticket.type_id)}
        />
      )}
      columns={(Object.keys(cells) as (keyof typeof cells)[]).map((key) => ({
        key,
        label: t(`columns.${key}`),
        cell: cells[key]!,
      }))}
    />
  )
}

function TicketLink({ ticket }: { ticket: Ticket }) {
  return (
    <RowLink to={`/tickets/${ticket.id}`}>
      <CustomerText>{ticket.title}</CustomerText>
    </RowLink>
  )
}

function Contact({ person }: { person: Contact | undefined }) {
  return person ? <ContactLabel person={person} /> : <span aria-hidden>…</span>
}

function Card(props: { ticket: Ticket; person: Contact | undefined; type: string | undefined }) {
  const { ticket, person, type } = props
  return (
    <>
      <span className={classes.cardTop}>
        <TicketLink ticket={ticket} />
        <TicketMenu ticket={ticket} />
      </span>
      <span className={classes.sub}>
        <span>#{ticket.number}</span>
        <Contact person={person} />
        <TicketStatus status={ticket.status} />
        <PriorityText priority={ticket.priority} />
        {type !== undefined && <CustomerText>{type}</CustomerText>}
        <TicketSla ticket={ticket} />
        {ticket.due_at && <DueText ticket={ticket} />}
        <AssigneeText id={ticket.assignee_id} />
      </span>
      <TicketTags tags={ticket.tags} />
    </>
  )
}
