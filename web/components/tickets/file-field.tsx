import { Button, Group, Input } from '@mantine/core'
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TICKET_ATTACHMENTS_MAX } from '#shared/tickets.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { CustomerText } from '../customer-text.tsx'
import { IconButton } from '../icon-button.tsx'
import classes from './ticket-form.module.css'
import type { Upload, Uploading } from './use-uploads.ts'

/** Chooses files, by default of a new ticket, up to `max`, and shows those that are uploaded or on the way. */
export function FileField(props: {
  files: readonly Upload[]
  uploading: readonly Uploading[]
  max?: number
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
}) {
  const { files, uploading, max = TICKET_ATTACHMENTS_MAX, onAdd, onRemove } = props
  const t = useTranslations('tickets.files')
  const format = useFormatter()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const count = files.length + uploading.length
  return (
    <div role="group" aria-labelledby={id}>
      <Group justify="space-between" gap="xs">
        <Input.Label id={id} labelElement="div">
          {t('title')}
        </Input.Label>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          disabled={count >= max}
          onClick={() => input.current?.click()}
        >
          {t('add')}
        </Button>
      </Group>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('add')}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])].slice(0, max - count))
          currentTarget.value = ''
        }}
      />
      {count > 0 && (
        <ul className={classes.files}>
          {files.map(({ id: fileId, filename, size_bytes }) => (
            <li key={fileId} className={classes.file}>
              <IconFile size={16} aria-hidden />
              <span className={classes.name}>
                <CustomerText>{filename ?? t('unnamed')}</CustomerText>
              </span>
              <span className={classes.size}>{formatBytes(size_bytes, format)}</span>
              <IconButton
                label={t('remove', { name: filename ?? t('unnamed') })}
                onClick={() => onRemove(fileId)}
              >
                <IconX size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
          {uploading.map(({ key, name, progress }) => (
            <li key={key} className={classes.file}>
              <IconFile size={16} aria-hidden />
              <span className={classes.name}>{name}</span>
              <progress max={1} value={progress} aria-label={t('uploading', { name })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
