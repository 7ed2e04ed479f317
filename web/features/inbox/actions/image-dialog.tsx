import { Modal } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
import { threadQuery } from '../data/thread-query.ts'
import { shorten } from '../../../lib/display-name.ts'
import { IconButton, withKeys } from '../../../components/icon-button.tsx'
import { mediaOf } from '../thread/media.ts'
import classes from './image-dialog.module.css'
import { useZoom, zoomByKey } from './use-zoom.ts'

/** Shows an image in full size, with the other images of its thread, zoomed and turned on demand. */
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
  const format = useFormatter()
  const zoom = useZoom(shownId, go)
  const scale = format.number(zoom.view.scale, { style: 'percent', maximumFractionDigits: 0 })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else {
      const change = zoomByKey(event.key, zoom)
      if (!change) return
      event.preventDefault()
      change()
    }
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
      <div
        ref={zoom.stageRef}
        className={classes.stage}
        data-near={zoom.view.scale > 1}
        data-turned={zoom.view.turns % 2 === 1}
        {...zoom.handlers}
      >
        <img
          className={classes.image}
          src={shown.media.url!}
          alt={shown.text ?? name}
          draggable={false}
          style={{ transform: zoom.transform }}
        />
      </div>
      <div className={classes.bar}>
        <IconButton label={t('previous')} disabled={at === 0} onClick={() => go(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </IconButton>
        <span>{t('of', { index: at + 1, count: images.length })}</span>
        <IconButton label={t('next')} disabled={at === images.length - 1} onClick={() => go(1)}>
          <IconChevronRight size={20} aria-hidden />
        </IconButton>
        <span className={classes.tools}>
          <IconButton
            label={t('zoomOut')}
            keys="-"
            disabled={zoom.view.scale === 1}
            onClick={zoomByKey('-', zoom)}
          >
            <IconZoomOut size={20} aria-hidden />
          </IconButton>
          <button
            type="button"
            className={classes.scale}
            title={withKeys(t('fit'), '0')}
            aria-label={t('fitFrom', { scale })}
            onClick={zoomByKey('0', zoom)}
          >
            {scale}
          </button>
          <IconButton label={t('zoomIn')} keys="+" onClick={zoomByKey('+', zoom)}>
            <IconZoomIn size={20} aria-hidden />
          </IconButton>
          <IconButton label={t('rotate')} keys="r" onClick={zoom.turn}>
            <IconRotateClockwise size={20} aria-hidden />
          </IconButton>
        </span>
        <a className={classes.save} href={shown.media.url!} download={shown.media.name ?? true}>
          <IconDownload size={18} aria-hidden />
          {t('download')}
        </a>
      </div>
    </Modal>
  )
}
