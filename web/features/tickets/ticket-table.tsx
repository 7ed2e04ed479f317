import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ContactName } from '../../components/contact-name.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { RowList } from '../../components/row-list.tsx'
import type { Column } from '../../components/row-table.tsx'
import { ShortTime } from '../../components/short-time.tsx'
import { LoadingRows } from '../../components/states.tsx'
import type { Selection } from '../../lib/selection.ts'
import type { List } from '../../lib/use-list.ts'
import { AssigneeText } from '../../components/tickets/assignee-text.tsx'
import { TicketTags } from '../../components/tickets/ticket-tags.tsx'
import { TicketStatus } from '../../components/tickets/ticket-status.tsx'
import { DueText } from '../../components/tickets/due-text.tsx'
import { useFindTeam } from '../../lib/teams.ts'
import { PriorityMark } from './priority-text.tsx'
import { useContacts } from './ticket-data.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useTicketTypes, useTypeName } from '../../lib/ticket-types.ts'
import { useIsPhone } from '../../lib/use-width.ts'
import { TicketMenu } from './ticket-menu.tsx'
import { hasTarget, TicketSla } from './ticket-sla.tsx'

/** Shows tickets as a table of lines. */
export function TicketTable(props: { list: List<Ticket>; selection: Selection }) {
  const { list, selection } = props
  const tBulk = useTranslations('bulk')
  const t = useTranslations('tickets')
  const ids = useMemo(() => list.rows.map((ticket) => ticket.person_id), [list.rows])
  const contacts = useContacts(ids)
  const columns = useColumns(contacts.findContact)
  // On a phone, their names decide what fits in the second line.
  if (contacts.isLoading) return <LoadingRows count={10} />
  return (
    <RowList
      list={list}
      label={t('list')}
      to={({ id }) => `/tickets/${id}`}
      swipes={!selection.isOn}
      select={{
        selection,
        labelOf: (ticket) => tBulk('selectRow', { name: `#${ticket.number}` }),
        labelOfAll: tBulk('selectLoaded'),
      }}
      columns={columns}
    />
  )
}

function useColumns(findContact: ReturnType<typeof useContacts>['findContact']): Column<Ticket>[] {
  const t = useTranslations('tickets.columns')
  const typeOf = useTypeName()
  const hasTypes = useTicketTypes().length > 0
  const contact = (id: string) => {
    const person = findContact(id)
    return person ? <ContactName person={person} /> : <span aria-hidden>…</span>
  }
  const isPhone = useIsPhone()
  const columns: Column<Ticket>[] = [
    {
      key: 'status',
      label: t('status'),
      width: 5.5,
      place: 'status',
      cell: ({ status }) => <TicketStatus status={status} />,
    },
    {
      key: 'number',
      label: t('number'),
      width: 3.75,
      from: 'l',
      isFigure: true,
      cell: ({ number }) => `#${number}`,
    },
    {
      key: 'priority',
      label: t('priority'),
      width: 2,
      place: 'face',
      cell: ({ priority }) => <PriorityMark priority={priority} />,
    },
    {
      key: 'ticket',
      label: t('ticket'),
      place: 'title',
      cell: ({ title }) => <CustomerText>{title}</CustomerText>,
      after: ({ tags }) => <TicketTags tags={tags} />,
    },
    {
      key: 'contact',
      label: t('contact'),
      width: 9,
      from: 'm',
      cell: ({ person_id: id }) => contact(id),
    },
    ...(hasTypes
      ? [
          {
            key: 'type',
            label: t('type'),
            width: 7.5,
            from: 'xl' as const,
            cell: ({ type_id: id }: Ticket) => <CustomerText>{typeOf(id) ?? ''}</CustomerText>,
          },
        ]
      : []),
    {
      key: 'assignee',
      label: t('assignee'),
      width: 9,
      from: 'l',
      cell: (ticket) => <Responsible ticket={ticket} />,
    },
    {
      key: 'due',
      label: t('due'),
      width: 16,
      from: 'm',
      cell: (ticket) => (
        <>
          {ticket.due_at && <DueText ticket={ticket} isShort={hasTarget(ticket)} />}{' '}
          <TicketSla ticket={ticket} />
        </>
      ),
    },
    ...(isPhone
      ? [
          {
            key: 'actions',
            label: '',
            place: 'actions' as const,
            cell: (ticket: Ticket) => <TicketMenu ticket={ticket} />,
          },
        ]
      : []),
    {
      key: 'updated',
      label: t('updated'),
      width: 5.5,
      from: 'xl',
      place: 'time',
      cell: ({ updated_at: at }) => <ShortTime value={at} />,
    },
  ]
  // The second line of a phone starts with what is due, because its end may be cut off.
  return isPhone ? columns.toSorted((a, b) => +(b.key === 'due') - +(a.key === 'due')) : columns
}

/** Shows the assignee of a ticket, or the team of one that has none. */
function Responsible({ ticket: { assignee_id: id, team_id: teamId } }: { ticket: Ticket }) {
  const team = useFindTeam()(teamId)
  return id === null && team ? <CustomerText>{team.name}</CustomerText> : <AssigneeText id={id} />
}
