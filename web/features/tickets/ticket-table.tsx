import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { TableVirtuoso, Virtuoso } from 'react-virtuoso'
import type { TableComponents } from 'react-virtuoso'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Paged } from '../../lib/use-paged.ts'
import { useScrollParent } from '../../lib/use-scroll-parent.ts'
import type { Person } from '../contacts/contact-data.ts'
import { PersonName } from '../contacts/person-name.tsx'
import { DueText } from './due-text.tsx'
import { PriorityText } from './priority-text.tsx'
import { usePeople } from './ticket-data.ts'
import type { Ticket } from './ticket-data.ts'
import classes from './tickets.module.css'
import { useTicketWords } from './use-ticket-words.ts'

const COLUMNS = [
  'number',
  'ticket',
  'contact',
  'status',
  'priority',
  'due',
  'assignee',
  'updated',
] as const

type TableContext = { label: string }

/** Made once: a table of another kind would be another table. */
const COMPONENTS: TableComponents<Ticket, TableContext> = {
  Table: ({ style, context, children }) => (
    <table className={classes.table} style={style} aria-label={context.label}>
      {children}
    </table>
  ),
}

/** Tickets as a table, as cards where there is little room; only what is in sight is in the page. */
export function TicketTable({ list }: { list: Paged<Ticket> }) {
  const t = useTranslations('tickets')
  const words = useTicketWords()
  const parent = useScrollParent()
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const ids = useMemo(() => list.rows.map((ticket) => ticket.person_id), [list.rows])
  const findPerson = usePeople(ids)
  if (!parent) return <LoadingRows count={10} />
  const common = {
    data: list.rows,
    customScrollParent: parent,
    endReached: list.readMore,
    increaseViewportBy: 400,
    className: list.isStale ? classes.stale : '',
  }
  if (isNarrow)
    return (
      <Virtuoso
        {...common}
        role="list"
        aria-label={t('list')}
        computeItemKey={(_index, ticket) => ticket.id}
        itemContent={(_index, ticket) => (
          <Card ticket={ticket} person={findPerson(ticket.person_id)} />
        )}
      />
    )
  return (
    <TableVirtuoso
      {...common}
      computeItemKey={(_index, ticket) => ticket.id}
      context={{ label: t('list') }}
      components={COMPONENTS}
      fixedHeaderContent={() => (
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      )}
      itemContent={(_index, ticket) => (
        <>
          <td>#{ticket.number}</td>
          <td>
            <TicketLink ticket={ticket} />
          </td>
          <td>
            <Contact person={findPerson(ticket.person_id)} />
          </td>
          <td>{words.status(ticket.status)}</td>
          <td>
            <PriorityText priority={ticket.priority} />
          </td>
          <td>
            <DueText ticket={ticket} />
          </td>
          <td>{words.assignee(ticket.assignee_id)}</td>
          <td>
            <TimeText value={ticket.updated_at} />
          </td>
        </>
      )}
    />
  )
}

/** A ticket's title, which leads to it. */
export function TicketLink({ ticket }: { ticket: Ticket }) {
  return (
    <Link to={`/tickets/${ticket.id}` as string} className={classes.rowLink}>
      <CustomerText>{ticket.title}</CustomerText>
    </Link>
  )
}

function Contact({ person }: { person: Person | undefined }) {
  return person ? <PersonName person={person} /> : <span aria-hidden>…</span>
}

function Card({ ticket, person }: { ticket: Ticket; person: Person | undefined }) {
  const words = useTicketWords()
  return (
    <div className={classes.card} role="listitem">
      <TicketLink ticket={ticket} />
      <span className={classes.sub}>
        <span>#{ticket.number}</span>
        <Contact person={person} />
        <span>{words.status(ticket.status)}</span>
        <PriorityText priority={ticket.priority} />
        <DueText ticket={ticket} />
        <span>{words.assignee(ticket.assignee_id)}</span>
      </span>
    </div>
  )
}
