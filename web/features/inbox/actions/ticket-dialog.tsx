import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ticket } from '#tickets/schema.ts'
import { useSession } from '../../../lib/session.ts'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { shorten } from '../../../lib/display-name.ts'
import classes from './ticket-dialog.module.css'

const TITLE_MAX = 200
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

/** Creates a ticket from a conversation, or from one of its messages. */
export function TicketDialog(props: {
  chat: Chat
  message: MessageItem | null
  onClose: () => void
}) {
  const { chat, message, onClose } = props
  const t = useTranslations('inboxActions.ticket')
  const tActions = useTranslations('inboxActions')
  const tStates = useTranslations('states')
  const { membership } = useSession()
  const queries = useQueryClient()
  const words = (message?.text ?? '').replace(/\s+/g, ' ').trim()
  const [title, setTitle] = useState(shorten(words, 120))
  const [priority, setPriority] = useState<(typeof PRIORITIES)[number]>('medium')
  const [isMine, setMine] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['tickets'] })
  const save = async () => {
    onClose()
    try {
      const { id, number } = await api.post<Ticket>('/api/v1/tickets', {
        person_id: message?.person_id ?? chat.person.id,
        title: title.trim(),
        priority,
        conversation_id: chat.id,
        ...(message && { message_id: message.id }),
        ...(isMine && { assignee_id: membership.id }),
      })
      refresh()
      notifyDone(tActions('ticketMade', { number }), {
        label: tStates('undo'),
        run: () =>
          void api
            .patch(`/api/v1/tickets/${id}`, { status: 'closed' })
            .then(() => {
              refresh()
              notifyDone(tActions('ticketTakenBack', { number }))
            })
            .catch((err: unknown) => notifyError(tActions('failures.closeTicket'), err)),
      })
    } catch (err) {
      notifyError(tActions('failures.createTicket'), err)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '') void save()
        }}
      >
        <Stack gap="md">
          {words !== '' && (
            <blockquote className={classes.message} aria-label={t('fromMessage')}>
              <bdi dir="auto">{shorten(words, 300)}</bdi>
            </blockquote>
          )}
          <TextInput
            label={t('name')}
            value={title}
            maxLength={TITLE_MAX}
            dir="auto"
            required
            data-autofocus
            onChange={(event) => setTitle(event.target.value)}
          />
          <NativeSelect
            label={t('priority')}
            value={priority}
            data={PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
            onChange={(event) => setPriority(event.target.value as typeof priority)}
          />
          <Checkbox
            label={t('toMe')}
            checked={isMine}
            onChange={(event) => setMine(event.target.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit">{t('save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
