import { Autocomplete, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { TICKET_LINK_KINDS } from '#shared/tickets.ts'
import type { TicketLinkKind } from '#shared/tickets.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import type { Page } from '../../lib/wire.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { refetchTicket } from './ticket-data.ts'

/** The dialog that links a ticket to another one, which is found by its number or title. */
export function TicketLinkDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useTranslations('tickets.links')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const { data } = useQuery({
    queryKey: ['tickets', 'of', 'picker', asked],
    queryFn: ({ signal }) =>
      api.get<Page<Ticket>>(
        '/api/v1/tickets',
        { limit: 8, ...(asked && { q: /^#\d+/.exec(asked)?.[0] ?? asked }) },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const found = (data?.data ?? []).filter(({ id }) => id !== ticket.id)
  const find = (label: string) => found.find((each) => toLabel(each) === label.trim())
  const form = useForm({
    initialValues: { kind: 'relates_to' as TicketLinkKind, other: '' },
    validate: { other: (label) => (find(label) ? null : t('needsTicket')) },
  })
  const save = useSubmit(form, {
    send: ({ kind, other }) =>
      api.post(`/api/v1/tickets/${ticket.id}/links`, { kind, ticket_id: find(other)!.id }),
    done: t('added'),
    onDone: () => {
      refetchTicket(queries, ticket.id)
      onClose()
    },
  })
  return (
    <FormDialog title={t('addTitle')} request={save} submitLabel={t('add')} onClose={onClose}>
      <NativeSelect
        label={t('kind', { number: String(ticket.number) })}
        data={TICKET_LINK_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Autocomplete
        label={t('other')}
        placeholder={t('find')}
        required
        data-autofocus
        maxLength={SEARCH_CHARACTERS_MAX}
        // The server has filtered them.
        filter={({ options }) => options}
        data={found.map(toLabel)}
        value={text}
        error={form.errors['other']}
        onChange={(next) => {
          setText(next)
          form.setFieldValue('other', next)
        }}
      />
    </FormDialog>
  )
}

function toLabel({ number, title }: Ticket): string {
  return `#${number} ${title}`
}
