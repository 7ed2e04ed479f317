import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { toPreview } from '#shared/to-preview.ts'
import { draftKey, useHasDraft } from '../composer/drafts.ts'
import type { Chat } from '../data/types.ts'
import { useCallText } from '../data/use-call-text.ts'
import { MemberAvatar } from '../../../components/avatar.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import { untilTime } from '../../../lib/day.ts'
import { shorten } from '../../../lib/display-name.ts'
import { useSession } from '../../../lib/session.ts'
import { TagPill } from '../../../components/tag-pill.tsx'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { ChannelAvatar } from './channel-avatar.tsx'
import classes from './chat-row.module.css'
import { useWait } from './use-wait.ts'
import { RowChips, RowGlyphs } from './row-marks.tsx'
import { MarkGlyph } from '../../../components/mark-chip.tsx'

/** Height of a row in pixels: all are equal, so that the list need not measure them. */
export const ROW_HEIGHT = 56
const PREVIEW_MAX = 160
const TAGS_MAX = 1

/** Shows a conversation in the list: contact, last message, unread count. */
export const ChatRow = memo(function ChatRow(props: {
  chat: Chat
  href: string
  isOpen: boolean
  isCursor: boolean
  assignee: string | null
  /** The other team member who assigned it. */
  assigner: string | null
  /** The team member who wrote the last message; null if the customer did. */
  author: string | null
  /** Whether the list is in the order of waits: it then shows how long customers wait. */
  isByWait: boolean
  /** Whether a program proposes a reply. */
  hasDraft: boolean
  isSelecting: boolean
  isSelected: boolean
  today: number
  locale: string
}) {
  const { chat, href, isOpen, isCursor, assignee, author, today, locale } = props
  const { hasDraft, isSelecting, isSelected } = props
  const t = useTranslations('inbox')
  const { membership } = useSession()
  const hasOwnDraft = useHasDraft(draftKey(membership.id, chat.id))
  const { callText, voiceText } = useCallText()
  const name = useChatName()(chat)
  const last = chat.last_message
  const text = last
    ? last.text === null
      ? fileTypeOf(last) === 'voice'
        ? voiceText(last.file?.duration_seconds ?? null)
        : (nameOfFile(last) ?? t(`row.types.${fileTypeOf(last)}`))
      : shorten(
          last.type === 'call' ? callText(last.text) : toPreview(last.text, chat.channel.type),
          PREVIEW_MAX,
        )
    : null
  const isFile =
    last?.type && (last.text === null || last.type === 'call' || fileTypeOf(last) !== 'other')
  const { waiting_since: waitingSince } = chat
  const wait = useWait(chat)
  const at = (props.isByWait && waitingSince) || (chat.last_message_at ?? chat.created_at)
  const isUnread = chat.unread_count > 0
  const isMine = chat.assignee_id === membership.id
  const how = howAssigned(chat, props.assigner)
  const because = t('row.assignedTo', {
    name: (isMine ? t('row.you') : assignee) ?? '',
    how,
    by: props.assigner ?? '',
  })
  const tags = chat.tags.slice(0, TAGS_MAX)
  const more = chat.tags.length - tags.length
  return (
    <div
      className={classes.holder}
      data-chat-row={chat.id}
      data-selecting={isSelecting}
      data-selected={isSelected}
    >
      <a
        className={classes.row}
        href={href}
        data-chat={chat.id}
        data-unread={isUnread}
        data-wait={wait}
        data-cursor={isCursor}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={isCursor ? 0 : -1}
      >
        <ChannelAvatar name={name} id={chat.person.id} type={chat.channel.type} />
        <span className={classes.top}>
          <bdi dir="auto" className={classes.name}>
            {name}
          </bdi>
          <span className="visually-hidden">{CHANNEL_NAMES[chat.channel.type as ChannelType]}</span>
          {wait !== null && waitingSince && (
            <span className="visually-hidden">
              {t('row.waitingSince', { time: untilTime(waitingSince, today, locale) })}
              {wait === 'closing' && t('row.windowCloses')}
            </span>
          )}
          <RowChips chat={chat} hasDraft={hasDraft} />
          <ShortTime value={at} className={classes.time} />
        </span>
        <span className={classes.bottom}>
          {tags.length > 0 && (
            <span className={classes.tags}>
              {tags.map((tag) => (
                <TagPill key={tag.id} tag={tag} />
              ))}
              {more > 0 && (
                <span className={classes.more}>
                  <span aria-hidden>+{more}</span>
                  <span className="visually-hidden">{t('row.moreTags', { count: more })}</span>
                </span>
              )}
            </span>
          )}
          {hasOwnDraft && !isOpen && <span className={classes.ownDraft}>{t('row.ownDraft')}</span>}
          {last && isFile && (
            <span
              className={classes.file}
              data-type={last.type}
              {...(last.text === null || last.type === 'call'
                ? { 'aria-hidden': true }
                : { role: 'img', 'aria-label': t(`row.types.${fileTypeOf(last)}`) })}
            />
          )}
          <bdi dir="auto" className={classes.preview}>
            {text === null
              ? t('row.noMessages')
              : author !== null
                ? t('row.by', { author, text })
                : text}
          </bdi>
          {isMine && how !== 'other' && (
            <MarkGlyph label={because}>
              <span aria-hidden>↪</span>
            </MarkGlyph>
          )}
          <RowGlyphs chat={chat} hasDraft={hasDraft} />
          {assignee !== null && (
            <span className={classes.assignee} title={because}>
              <span className="visually-hidden">{because}</span>
              <MemberAvatar name={assignee} id={chat.assignee_id!} size="sm" />
            </span>
          )}
          {isUnread && (
            <span className={classes.unread}>
              <span aria-hidden>{chat.unread_count > 99 ? '99+' : chat.unread_count}</span>
              <span className="visually-hidden">
                {t('row.unread', { count: chat.unread_count })}
              </span>
            </span>
          )}
        </span>
      </a>
      <label className={classes.check} data-select>
        <span className="visually-hidden">{t('row.select', { name })}</span>
        <input type="checkbox" checked={isSelected} tabIndex={-1} onChange={() => undefined} />
      </label>
    </div>
  )
})

/** Returns in which way the conversation got its assignee: a choice of the text `assignedTo`. */
function howAssigned({ assigned_by: by }: Chat, assigner: string | null) {
  const reason = by?.reason
  if (reason === 'sticky' || reason === 'hand_over') return reason
  if (reason === 'round_robin' || reason === 'least_busy') return 'automatic'
  return by?.type === 'rule' ? 'rule' : assigner === null ? 'other' : 'by'
}

/** Types of messages without a text that have a name in the list. */
const NAMED_TYPES = [
  'image',
  'video',
  'voice',
  'document',
  'sticker',
  'location',
  'contacts',
  'order',
] as const

type LastMessage = NonNullable<Chat['last_message']>

/** Returns the name of a document, or of a recording that is no voice message: of other files it says nothing. */
function nameOfFile({ type, file }: LastMessage): string | null {
  return /^(document|audio)$/.test(type ?? '') ? (file?.filename ?? null) : null
}

function fileTypeOf({ type: given, file }: LastMessage): (typeof NAMED_TYPES)[number] | 'other' {
  const type = given === 'audio' && file?.voice === true ? 'voice' : given
  return NAMED_TYPES.find((each) => each === type) ?? 'other'
}
