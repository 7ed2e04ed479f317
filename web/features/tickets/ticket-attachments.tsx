import { Anchor, Button, Group, Title } from '@mantine/core'
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TICKET_ATTACHMENTS_MAX } from '#shared/tickets.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { useUploads } from '../../components/tickets/use-uploads.ts'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './ticket-activity.module.css'
import { refetchTicket } from './ticket-data.ts'

/** Shows the files of a ticket; more can be added and each removed. */
export function TicketAttachments({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.files')
  const tStates = useTranslations('states')
  const format = useFormatter()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const path = `/api/v1/tickets/${ticket.id}/attachments`
  const { uploading, add } = useUploads(async ({ id }) => {
    await api.post(path, { media_id: id })
    refetchTicket(queries, ticket.id)
  })
  const change = async (run: () => Promise<unknown>, failed: string) => {
    try {
      await run()
      refetchTicket(queries, ticket.id)
      return true
    } catch (err) {
      notifyError(failed, err)
      return false
    }
  }
  const remove = async (id: string, name: string) => {
    const isDone = await change(() => api.delete(`${path}/${id}`), t('removeFailed'))
    const restore = () => change(() => api.post(path, { media_id: id }), t('addFailed'))
    if (isDone)
      notifyDone(t('removed', { name }), { label: tStates('undo'), run: () => void restore() })
  }
  const count = ticket.attachments.length + uploading.length
  return (
    <section aria-labelledby="ticket-files">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h3" id="ticket-files">
          {t('title')}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          disabled={count >= TICKET_ATTACHMENTS_MAX}
          onClick={() => input.current?.click()}
        >
          {t('add')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('add')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])].slice(0, TICKET_ATTACHMENTS_MAX - count))
            currentTarget.value = ''
          }}
        />
      </Group>
      {count === 0 && <DimmedText>{t('none')}</DimmedText>}
      <ul className={classes.files} aria-label={t('title')}>
        {ticket.attachments.map(({ id, url, filename, size_bytes }) => (
          <li key={id} className={classes.file}>
            <IconFile size={16} aria-hidden />
            <Anchor href={url} target="_blank" rel="noopener" size="sm">
              <CustomerText>{filename ?? t('unnamed')}</CustomerText>
            </Anchor>
            <span className={classes.size}>{formatBytes(size_bytes, format)}</span>
            <IconButton
              label={t('remove', { name: filename ?? t('unnamed') })}
              onClick={() => void remove(id, filename ?? t('unnamed'))}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
        {uploading.map(({ key, name, progress }) => (
          <li key={key} className={classes.file}>
            <IconFile size={16} aria-hidden />
            <span>{name}</span>
            <progress max={1} value={progress} aria-label={t('uploading', { name })} />
          </li>
        ))}
      </ul>
    </section>
  )
}
