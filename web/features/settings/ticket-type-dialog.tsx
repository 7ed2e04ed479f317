import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { TICKET_TYPE_CHARACTERS_MAX } from '#shared/tickets.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { TICKET_TYPES } from '../../lib/ticket-types.ts'
import type { TicketType } from '../../lib/ticket-types.ts'

/** The dialog that creates or renames a type of tickets. */
export function TicketTypeDialog(props: { type: TicketType | null; onClose: () => void }) {
  const { type, onClose } = props
  const t = useTranslations('settings.ticketTypes')
  const tSettings = useTranslations('settings')
  const form = useForm({ initialValues: { name: type?.name ?? '' } })
  const save = useSubmit(form, {
    send: ({ name }) => {
      const body = { name: name.trim() }
      return type
        ? api.patch(`/api/v1/ticket-types/${type.id}`, body)
        : api.post('/api/v1/ticket-types', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: TICKET_TYPES })
      onClose()
    },
  })
  return (
    <FormDialog
      title={type ? t('editTitle', { name: type.name }) : t('create')}
      request={save}
      submitLabel={type ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        required
        dir="auto"
        maxLength={TICKET_TYPE_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
