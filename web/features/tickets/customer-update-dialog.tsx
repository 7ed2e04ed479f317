import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CANNED_REPLY_CHARACTERS_MAX } from '#shared/canned-replies.ts'
import { ParleyError } from '#client/core.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { cannedRepliesQuery } from '../../lib/canned-replies-query.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { refetchTicket } from './ticket-data.ts'

/**
 * The dialog that sends the customer an update about a ticket, in its conversation. The server replaces the placeholders. If the customer
 * got one about this status, it asks whether to send another.
 */
export function CustomerUpdateDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useTranslations('tickets.update')
  const queries = useQueryClient()
  const { data: replies = [] } = useQuery(cannedRepliesQuery)
  const standard = t('text', { number: '{number}', status: '{status}' })
  const form = useForm({ initialValues: { replyId: '', text: standard, again: false } })
  const send = useSubmit(form, {
    send: ({ text, again }) =>
      api.post(`/api/v1/tickets/${ticket.id}/customer-updates`, {
        text,
        ...(again && { again }),
      }),
    done: t('sent'),
    onDone: () => {
      refetchTicket(queries, ticket.id)
      onClose()
    },
  })
  const isRepeated =
    send.error instanceof ParleyError && send.error.code === 'customer_already_notified'
  return (
    <FormDialog title={t('title')} request={send} submitLabel={t('send')} onClose={onClose}>
      {replies.length > 0 && (
        <NativeSelect
          label={t('reply')}
          value={form.values.replyId}
          onChange={({ currentTarget: { value } }) =>
            form.setValues({
              replyId: value,
              text: replies.find(({ id }) => id === value)?.text ?? standard,
            })
          }
          data={[
            { value: '', label: t('standard') },
            ...replies.map(({ id, shortcut }) => ({ value: id, label: `/${shortcut}` })),
          ]}
        />
      )}
      <Textarea
        label={t('message')}
        description={t('hint', {
          tokens: '{number}, {title}, {status}, {name}, {first_name}, {my_name}',
        })}
        required
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        data-autofocus
        maxLength={CANNED_REPLY_CHARACTERS_MAX.text}
        {...form.getInputProps('text')}
      />
      {(isRepeated || form.values.again) && (
        <Checkbox label={t('again')} {...form.getInputProps('again', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}
