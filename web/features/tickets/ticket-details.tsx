import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { UpdateTicketInput } from '#tickets/schema.ts'
import { TICKET_PRIORITIES, TICKET_STATUSES } from '#shared/tickets.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { toLocalMinute } from '../../lib/local-time.ts'
import { membersQuery } from '../../lib/members.ts'
import { TagSelect } from '../../components/tickets/tag-select.tsx'
import { DueText } from '../../components/tickets/due-text.tsx'
import { useTeams } from '../../lib/teams.ts'
import { useTicketTypes } from '../../lib/ticket-types.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './tickets.module.css'
import { CustomerUpdate } from './customer-update.tsx'
import { TicketFields } from './ticket-fields.tsx'
import { useChangeTicket } from './use-change-ticket.ts'

/** Shows a ticket's fields; each can be edited in place, and every change can be undone. */
export function TicketDetails({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.ticket')
  const tTickets = useTranslations('tickets')
  const { data: members = [] } = useQuery(membersQuery)
  const teams = useTeams()
  const types = useTicketTypes()
  const changeTicket = useChangeTicket()
  const [isUpdateDue, setUpdateDue] = useState(false)
  const change = (patch: UpdateTicketInput) => changeTicket({ ticket, patch })
  const assignable = members.filter(
    (member) => member.removed_at === null || member.id === ticket.assignee_id,
  )
  return (
    <Stack component="section" aria-label={t('details')} gap="sm">
      <div className={classes.fields}>
        <NativeSelect
          label={t('status')}
          value={ticket.status}
          onChange={({ currentTarget }) => {
            change({ status: currentTarget.value as Ticket['status'] })
            setUpdateDue(true)
          }}
          data={TICKET_STATUSES.map((value) => ({ value, label: tTickets(`statuses.${value}`) }))}
        />
        <NativeSelect
          label={t('priority')}
          value={ticket.priority}
          onChange={({ currentTarget }) =>
            change({ priority: currentTarget.value as Ticket['priority'] })
          }
          data={TICKET_PRIORITIES.toReversed().map((value) => ({
            value,
            label: tTickets(`priorities.${value}`),
          }))}
        />
        <NativeSelect
          label={t('assignee')}
          value={ticket.assignee_id ?? ''}
          onChange={({ currentTarget }) => change({ assignee_id: currentTarget.value || null })}
          data={[
            { value: '', label: tTickets('form.nobody') },
            ...assignable.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {(teams.length > 0 || ticket.team_id !== null) && (
          <NativeSelect
            label={t('team')}
            value={ticket.team_id ?? ''}
            onChange={({ currentTarget }) => change({ team_id: currentTarget.value || null })}
            data={[
              { value: '', label: t('noTeam') },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {(types.length > 0 || ticket.type_id !== null) && (
          <NativeSelect
            label={t('type')}
            value={ticket.type_id ?? ''}
            onChange={({ currentTarget }) => change({ type_id: currentTarget.value || null })}
            data={[
              { value: '', label: t('noType') },
              ...types.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <DueField ticket={ticket} onChange={(due_at) => change({ due_at })} />
        <TicketFields ticket={ticket} onChange={(fields) => change({ fields })} />
      </div>
      <CustomerUpdate ticket={ticket} isDue={isUpdateDue} />
      <TagSelect
        value={ticket.tags}
        onChange={(tag_ids, tags) => changeTicket({ ticket, patch: { tag_ids }, tags })}
      />
      <DimmedText>
        {t('created')} <TimeText value={ticket.created_at} />
        {' · '}
        {t('updated')} <TimeText value={ticket.updated_at} />
        {ticket.solved_at && (
          <>
            {' · '}
            {t('solved')} <TimeText value={ticket.solved_at} />
          </>
        )}
      </DimmedText>
    </Stack>
  )
}

function DueField({
  ticket,
  onChange,
}: {
  ticket: Ticket
  onChange: (due: string | null) => void
}) {
  const t = useTranslations('tickets.ticket')
  const [text, setText] = useState<string | null>(null)
  const save = () => {
    if (text === null) return
    setText(null)
    const due = text ? new Date(text).toISOString() : null
    if (due !== ticket.due_at) onChange(due)
  }
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={t('due')}
        description={ticket.due_at && <DueText ticket={ticket} />}
        inputWrapperOrder={['label', 'input', 'description']}
        value={text ?? toLocalMinute(ticket.due_at)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
        }}
      />
      {ticket.due_at && (
        <Button
          className={classes.clearDue!}
          variant="subtle"
          size="compact-sm"
          mt={4}
          onClick={() => onChange(null)}
        >
          {t('clearDue')}
        </Button>
      )}
    </div>
  )
}
