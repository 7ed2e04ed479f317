import { Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
import { threadQuery } from '../data/thread-query.ts'
import { shorten } from '../../../lib/display-name.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { mediaOf } from '../thread/media.ts'
import classes from './image-dialog.module.css'

/** Shows an image in full size, with the other images of its thread. */
export function ImageDialog(props: {
  chatId: string
  messageId: string
  index: number
  onClose: () => void
}) {
  const { chatId, messageId, index, onClose } = props
  const t = useTranslations('inboxThread.media')
  const { data: thread } = useQuery(threadQuery(chatId))
  const images = (thread?.items ?? []).flatMap((item) =>
    item.kind !== 'message' || item.revoked_at
      ? []
      : mediaOf(item).flatMap((media, place) =>
          (media.kind === 'image' || media.kind === 'sticker') && media.url
            ? [{ id: `${item.id} ${place}`, media, text: item.text && removeFormatting(item.text) }]
            : [],
        ),
  )
  const [shownId, setShown] = useState(`${messageId} ${index}`)
  const at = images.findIndex(({ id }) => id === shownId)
  const shown = images[at]
  const go = (by: number) => {
    const next = images[at + by]
    if (next) setShown(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
  }
  if (!shown) return null
  const name = shown.media.name === null ? t('image') : shorten(shown.media.name, 100)
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={<bdi dir="auto">{name}</bdi>}
      classNames={{ body: classes.body, content: classes.content }}
      onKeyDown={onKeyDown}
    >
      <img className={classes.image} src={shown.media.url!} alt={shown.text ?? name} />
      <div className={classes.bar}>
        <IconButton label={t('previous')} disabled={at === 0} onClick={() => go(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </IconButton>
        <span>{t('of', { index: at + 1, count: images.length })}</span>
        <IconButton label={t('next')} disabled={at === images.length - 1} onClick={() => go(1)}>
          <IconChevronRight size={20} aria-hidden />
        </IconButton>
        <a className={classes.save} href={shown.media.url!} download={shown.media.name ?? true}>
          <IconDownload size={18} aria-hidden />
          {t('download')}
        </a>
      </div>
    </Modal>
  )
}
