import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, ApiError } from '../../lib/api.ts'
import { notifyDone } from '../notify.ts'
import { FormError } from '../form-error.tsx'
import type { Contact } from '../../lib/contacts.ts'
import { ContactPicker } from '../contact-picker.tsx'
import { membersQuery } from '../../lib/members.ts'
import { PRIORITIES, rereadTickets } from '../../lib/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'

/** A new ticket, about `person` where one is given. */
export function TicketForm(props: {
  person?: Contact
  onClose: () => void
  onCreated: (ticket: Ticket) => void
}) {
  const { onClose, onCreated } = props
  const t = useTranslations('tickets.form')
  const tTickets = useTranslations('tickets')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const [person, setPerson] = useState<Contact | null>(props.person ?? null)
  const [isTried, setTried] = useState(false)
  const [title, setTitle] = useState('')
  const [priority, setPriority] = useState<Ticket['priority']>('medium')
  const [assignee, setAssignee] = useState('')
  const [due, setDue] = useState('')
  const create = useMutation({
    mutationFn: () =>
      api.post<Ticket>('/api/v1/tickets', {
        person_id: person!.id,
        title,
        priority,
        ...(assignee && { assignee_id: assignee }),
        ...(due && { due_at: new Date(due).toISOString() }),
      }),
    onSuccess: (ticket) => {
      rereadTickets(queries)
      void queries.invalidateQueries({ queryKey: ['contacts', 'timeline', ticket.person_id] })
      notifyDone(t('created', { number: String(ticket.number) }))
      onClose()
      onCreated(ticket)
    },
  })
  const fieldError = (field: string) =>
    create.error instanceof ApiError
      ? create.error.fields.find((each) => each.field === field)?.message
      : undefined
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (person) create.mutate()
        }}
      >
        <Stack gap="sm">
          {!props.person && (
            <ContactPicker
              label={t('contact')}
              value={person}
              onChange={setPerson}
              error={isTried && !person ? t('needsContact') : null}
              autoFocus
            />
          )}
          <TextInput
            label={t('subject')}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            maxLength={200}
            required
            error={fieldError('title')}
            data-autofocus={props.person ? true : undefined}
          />
          <NativeSelect
            label={t('priority')}
            value={priority}
            onChange={({ currentTarget }) => setPriority(currentTarget.value as typeof priority)}
            data={PRIORITIES.map((value) => ({ value, label: tTickets(`priorities.${value}`) }))}
          />
          <NativeSelect
            label={t('assignee')}
            value={assignee}
            onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
            data={[
              { value: '', label: t('nobody') },
              ...members
                .filter((member) => member.removed_at === null)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextInput
            type="datetime-local"
            label={t('due')}
            value={due}
            onChange={({ currentTarget }) => setDue(currentTarget.value)}
            error={fieldError('due_at')}
          />
          <FormError error={create.error} />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
