import { Modal, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import {
  TICKET_DESCRIPTION_CHARACTERS_MAX,
  TICKET_PRIORITIES,
  TICKET_TITLE_CHARACTERS_MAX,
} from '#shared/tickets.ts'
import { membersQuery } from '../../lib/members.ts'
import type { Contact } from '../../lib/contacts.ts'
import { shorten } from '../../lib/display-name.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useTicketTypes } from '../../lib/ticket-types.ts'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
import { ContactPicker } from '../contact-picker.tsx'
import { FormError } from '../form-error.tsx'
import { SubmitButtons } from '../submit-buttons.tsx'
import { FileField } from './file-field.tsx'
import classes from './ticket-form.module.css'
import { TagSelect } from './tag-select.tsx'
import { useCreateTicket } from './use-create-ticket.ts'
import { useUploads } from './use-uploads.ts'
import type { Upload } from './use-uploads.ts'

/** The conversation that a ticket is created from, and the message it is about, if any. */
type TicketOrigin = {
  conversationId: string
  message: { id: string; text: string | null } | null
}

/** Maximum lengths of the title taken from a message and of the quote above it. */
const TITLE_FROM_MESSAGE = 120
const QUOTE_MAX = 300

/** The dialog that creates a ticket for the contact `personId`, named in its title, or for one chosen in the form. */
export function TicketForm(props: {
  personId?: string
  personName?: string | null
  origin?: TicketOrigin
  onClose: () => void
  onCreated?: (ticket: Ticket) => void
}) {
  const { personId, origin, onClose, onCreated } = props
  const t = useTranslations('tickets.form')
  const tTickets = useTranslations('tickets')
  const { data: members = [] } = useQuery(membersQuery)
  const types = useTicketTypes()
  const quote = (origin?.message?.text ?? '').replace(/\s+/g, ' ').trim()
  const form = useForm({
    initialValues: {
      contact: null as Contact | null,
      title: shorten(quote, TITLE_FROM_MESSAGE),
      priority: 'medium' as Ticket['priority'],
      assigneeId: '',
      dueAt: '',
      typeId: '',
      description: '',
      tags: [] as Ticket['tags'],
      files: [] as Upload[],
    },
    validate: {
      contact: (contact) => (personId === undefined && !contact ? t('needsContact') : null),
    },
  })
  const create = useCreateTicket({ canUndo: origin !== undefined })
  const { uploading, add } = useUploads((upload) => form.insertListItem('files', upload))
  const submit = (values: typeof form.values) => {
    const { contact, title, priority, assigneeId, dueAt, typeId, description, tags, files } = values
    create.mutate(
      {
        person_id: personId ?? contact!.id,
        title: title.trim(),
        priority,
        ...(assigneeId && { assignee_id: assigneeId }),
        ...(dueAt && { due_at: new Date(dueAt).toISOString() }),
        ...(typeId && { type_id: typeId }),
        ...(description.trim() && { description: description.trim() }),
        ...(tags.length > 0 && { tag_ids: tags.map(({ id }) => id) }),
        ...(files.length > 0 && { media_ids: files.map(({ id }) => id) }),
        ...(origin && { conversation_id: origin.conversationId }),
        ...(origin?.message && { message_id: origin.message.id }),
      },
      {
        onSuccess: (ticket) => {
          onClose()
          onCreated?.(ticket)
        },
        onError: (err) => form.setErrors(toFieldErrors(err)),
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={props.personName ? t('titleFor', { name: props.personName }) : t('title')}
    >
      <form
        onSubmit={form.onSubmit(submit)}
        onKeyDown={(event) => {
          const isSubmit = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
          if (!isSubmit || uploading.length > 0 || create.isPending) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <Stack gap="sm">
          {quote && (
            <blockquote className={classes.quote} aria-label={t('fromMessage')}>
              <bdi dir="auto">{shorten(quote, QUOTE_MAX)}</bdi>
            </blockquote>
          )}
          {personId === undefined && (
            <ContactPicker
              label={t('contact')}
              value={form.values.contact}
              onChange={(contact) => form.setFieldValue('contact', contact)}
              error={form.errors['contact']}
              autoFocus
            />
          )}
          <TextInput
            label={t('subject')}
            maxLength={TICKET_TITLE_CHARACTERS_MAX}
            dir="auto"
            required
            data-autofocus={personId === undefined ? undefined : true}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t('description')}
            dir="auto"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={TICKET_DESCRIPTION_CHARACTERS_MAX}
            {...form.getInputProps('description')}
          />
          <SimpleGrid cols={2} spacing="sm">
            <NativeSelect
              label={t('priority')}
              data={TICKET_PRIORITIES.map((value) => ({
                value,
                label: tTickets(`priorities.${value}`),
              }))}
              {...form.getInputProps('priority')}
            />
            <NativeSelect
              label={t('assignee')}
              data={[
                { value: '', label: t('nobody') },
                ...members
                  .filter((member) => member.removed_at === null)
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
              {...form.getInputProps('assigneeId')}
            />
          </SimpleGrid>
          <SimpleGrid cols={types.length > 0 ? 2 : 1} spacing="sm">
            {types.length > 0 && (
              <NativeSelect
                label={t('type')}
                data={[
                  { value: '', label: tTickets('ticket.noType') },
                  ...types.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                {...form.getInputProps('typeId')}
              />
            )}
            <TextInput type="datetime-local" label={t('due')} {...form.getInputProps('dueAt')} />
          </SimpleGrid>
          <TagSelect
            value={form.values.tags}
            onChange={(_ids, tags) => form.setFieldValue('tags', tags)}
          />
          <FileField
            files={form.values.files}
            uploading={uploading}
            onAdd={add}
            onRemove={(id) =>
              form.setFieldValue(
                'files',
                form.values.files.filter((file) => file.id !== id),
              )
            }
          />
          <FormError error={create.error} />
          <SubmitButtons
            label={t('create')}
            isPending={create.isPending}
            isDisabled={uploading.length > 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
