import { IconDownload, IconFile, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { shorten } from '../../../lib/display-name.ts'
import { AudioPlayer } from './audio-player.tsx'
import { fileKind } from './file-kind.ts'
import { sizeText } from './media.ts'
import type { Media } from './media.ts'
import classes from './media.module.css'

const NAME_MAX = 120

/**
 * Shows a file of a message: image, player or download. `onOpen` opens an image in full size. `label`: the name of a file without one.
 */
export function MessageMedia(props: { media: Media; label?: string; onOpen: () => void }) {
  const { media, label, onOpen } = props
  const t = useTranslations('inboxThread.media')
  const [isBroken, setBroken] = useState(false)
  const { kind, state, url, external } = media
  const name =
    media.name === null ? [t(kind), label].filter(Boolean).join(' ') : shorten(media.name, NAME_MAX)
  if (external)
    return (
      <a
        className={classes.file}
        href={external}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <IconFile size={26} stroke={1.5} aria-hidden />
        <span className={classes.words}>
          <span>{t(kind)}</span>
          <bdi dir="auto" className={classes.detail}>
            {t('external', { host: new URL(external).host })}
          </bdi>
        </span>
      </a>
    )
  if (state !== 'ready' || isBroken)
    return (
      <div className={classes.missing} data-state={state} data-kind={kind}>
        <IconPhotoOff size={22} stroke={1.5} aria-hidden />
        <span>
          <bdi dir="auto">{name}</bdi>: {state === 'pending' ? t('pending') : t('failed')}
        </span>
      </div>
    )
  if (kind === 'image' || kind === 'sticker')
    return (
      <button
        type="button"
        className={classes.image}
        data-kind={kind}
        aria-label={t('open', { name })}
        onClick={onOpen}
      >
        <img
          src={url!}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
        />
      </button>
    )
  if (kind === 'video')
    return (
      <video
        className={classes.video}
        src={url!}
        controls
        preload="metadata"
        playsInline
        aria-label={name}
        onError={() => setBroken(true)}
      />
    )
  if (kind === 'audio')
    return (
      <>
        {media.name !== null && (
          <bdi dir="auto" className={classes.name}>
            {name}
          </bdi>
        )}
        <AudioPlayer
          media={media}
          name={media.isVoice ? t('voice') : name}
          onBroken={() => setBroken(true)}
        />
      </>
    )
  return <Document media={media} name={name} />
}

function Document({ media, name }: { media: Media; name: string }) {
  const t = useTranslations('inboxThread.media')
  const locale = useLocale()
  const { url, size } = media
  const { icon: Icon, type } = fileKind(media)
  const details = [type, size === null ? null : sizeText(size, locale)]
  return (
    <a
      className={classes.file}
      href={url!}
      download={media.name ?? true}
      target="_blank"
      rel="noopener"
    >
      <span className={classes.kind}>
        <Icon size={24} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.words}>
        <bdi dir="auto" className={classes.name}>
          {name}
        </bdi>
        <span className={classes.detail}>{details.filter(Boolean).join(' · ')}</span>
      </span>
      <IconDownload size={18} aria-hidden />
      <span className="visually-hidden">{t('download')}</span>
    </a>
  )
}
