import { IconMapPin, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { MessageItem } from '../data/types.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { shorten } from '../../../lib/display-name.ts'
import { CallContent } from './call-content.tsx'
import {
  readChoices,
  readContacts,
  readContext,
  readInteractiveBody,
  readKind,
  readLocation,
  readOrder,
  readTemplateName,
  readVisit,
} from './content.ts'
import { mediaOf } from './media.ts'
import type { Media } from './media.ts'
import mediaClasses from './media.module.css'
import { MessageMedia } from './message-media.tsx'
import { MessageText } from './message-text.tsx'
import classes from './message.module.css'

/** Shows a message's content: its text, its files, and the platform's extras. */
export function MessageContent(props: {
  message: MessageItem
  onOpenImage: (message: MessageItem, index: number) => void
}) {
  const { message, onOpenImage } = props
  const t = useTranslations('inboxThread')
  const { type, text, content } = message
  if (message.revoked_at) return <span className={classes.quiet}>{t('revoked')}</span>
  const { isForwarded, ad } = readContext(content)
  const files = mediaOf(message)
  return (
    <>
      {isForwarded && <span className={classes.hint}>{t('forwarded')}</span>}
      {ad && (
        <span className={classes.hint}>
          {t('fromAd')}
          {ad.headline && (
            <>
              {': '}
              <bdi dir="auto">{shorten(ad.headline, 80)}</bdi>
            </>
          )}
        </span>
      )}
      <Files files={files} onOpen={(index) => onOpenImage(message, index)} />
      {type === 'location' ? (
        <Location message={message} />
      ) : type === 'contacts' ? (
        <Contacts message={message} />
      ) : type === 'call' ? (
        <CallContent message={message} />
      ) : type === 'order' ? (
        <Order message={message} />
      ) : (
        <TextContent message={message} hasFile={files.length > 0} text={text} />
      )}
    </>
  )
}

/** Shows the files of a message, several images beside each other. */
function Files({ files, onOpen }: { files: Media[]; onOpen: (index: number) => void }) {
  const t = useTranslations('inboxThread.media')
  const isAlbum = files.length > 1 && files.every(({ kind }) => kind === 'image')
  const shown = files.map((media, index) => {
    const label = isAlbum ? t('of', { index: index + 1, count: files.length }) : undefined
    return <MessageMedia key={index} onOpen={() => onOpen(index)} {...{ media, label }} />
  })
  if (!isAlbum) return shown
  return (
    <ul className={mediaClasses.grid} aria-label={t('images', { count: files.length })}>
      {shown.map((file, index) => (
        <li key={index} className={mediaClasses.tile}>
          {file}
        </li>
      ))}
    </ul>
  )
}

function TextContent(props: { message: MessageItem; hasFile: boolean; text: string | null }) {
  const { message, hasFile, text } = props
  const t = useTranslations('inboxThread')
  const { type, content, direction } = message
  const template = type === 'template' ? readTemplateName(content) : null
  const choices = direction === 'outbound' ? readChoices(content) : []
  const visit = direction === 'inbound' ? readVisit(content) : { email: null, pageUrl: null }
  const isChoice = direction === 'inbound' && (type === 'interactive' || type === 'button')
  const words = text ?? (type === 'interactive' ? readInteractiveBody(content) : null)
  return (
    <>
      {template && <span className={classes.hint}>{t('template', { name: template })}</span>}
      {isChoice && <span className={classes.hint}>{t('choice')}</span>}
      {visit.email !== null && (
        <span className={classes.hint}>
          {t.rich('claimedEmail', {
            email: () => <CustomerText>{visit.email!}</CustomerText>,
          })}
        </span>
      )}
      {visit.pageUrl !== null && (
        <span className={classes.hint} title={visit.pageUrl}>
          {t.rich('writtenOn', {
            page: () => (
              <CustomerText>{shorten(new URL(visit.pageUrl!).pathname, 60)}</CustomerText>
            ),
          })}
        </span>
      )}
      {words !== null && words !== '' ? (
        <MessageText text={words} />
      ) : (
        !hasFile && !template && <UnsupportedContent message={message} />
      )}
      {choices.length > 0 && (
        <ul className={classes.choices} aria-label={t('interactive')}>
          {choices.map((choice, index) => (
            <li key={index}>
              <bdi dir="auto">{shorten(choice, 60)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function UnsupportedContent({ message }: { message: MessageItem }) {
  const t = useTranslations('inboxThread')
  const kind = readKind(message.content)
  return (
    <span className={classes.quiet}>
      {message.type === 'placeholder'
        ? t('placeholder')
        : kind && message.type !== 'text'
          ? t('unsupportedKind', { kind })
          : t('unsupported')}
    </span>
  )
}

function Location({ message }: { message: MessageItem }) {
  const t = useTranslations('inboxThread')
  const place = readLocation(message.content)
  if (!place) return <UnsupportedContent message={message} />
  const { latitude, longitude, name, address } = place
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const query = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <span className={classes.card}>
      <IconMapPin size={24} stroke={1.5} aria-hidden />
      <span className={classes.cardWords}>
        <bdi dir="auto">{name ? shorten(name, 120) : t('location')}</bdi>
        <bdi dir="auto" className={classes.cardDetail}>
          {address ? shorten(address, 200) : at}
        </bdi>
        <a
          href={`https://www.openstreetmap.org/?${query}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {t('showOnMap')}
        </a>
      </span>
    </span>
  )
}

function Contacts({ message }: { message: MessageItem }) {
  const t = useTranslations('inboxThread')
  const cards = readContacts(message.content).slice(0, 20)
  if (cards.length === 0)
    return <TextContent message={message} hasFile={false} text={message.text} />
  return cards.map(({ name, details }, index) => (
    <span key={index} className={classes.card}>
      <IconUser size={24} stroke={1.5} aria-hidden />
      <span className={classes.cardWords}>
        <span className="visually-hidden">{t('contact')}</span>
        <bdi dir="auto">{shorten(name, 120)}</bdi>
        {details.slice(0, 6).map((detail) => (
          <bdi key={detail} dir="auto" className={classes.cardDetail}>
            {shorten(detail, 80)}
          </bdi>
        ))}
      </span>
    </span>
  ))
}

function Order({ message }: { message: MessageItem }) {
  const t = useTranslations('inboxThread')
  const format = useFormatter()
  const { items, currency, total } = readOrder(message.content)
  const money = (value: number, of: string | null) =>
    of && /^[A-Z]{3}$/.test(of)
      ? format.number(value, { style: 'currency', currency: of })
      : format.number(value)
  return (
    <>
      <span className={classes.card}>
        <IconShoppingBag size={24} stroke={1.5} aria-hidden />
        <span className={classes.cardWords}>
          <span>{t('order')}</span>
          {items.slice(0, 30).map(({ name, quantity, price, currency: of }, index) => (
            <span key={index} className={classes.orderItem}>
              <bdi dir="auto">{t('orderItem', { quantity, name: shorten(name, 60) })}</bdi>
              {price !== null && <span>{money(price * quantity, of)}</span>}
            </span>
          ))}
          {total !== null && (
            <span className={classes.orderItem} data-total>
              <span>{t('orderTotal')}</span>
              <span>{money(total, currency)}</span>
            </span>
          )}
        </span>
      </span>
      {message.text && <MessageText text={message.text} />}
    </>
  )
}
