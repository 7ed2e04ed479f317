import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconClockPause,
  IconDots,
  IconLayoutSidebarRight,
  IconTag,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ChatActions } from '../actions/use-chat-actions.ts'
import { useFindBot } from '../../../lib/bots.ts'
import { useFindMember } from '../../../lib/members.ts'
import { useFindTeam, useTeams } from '../../../lib/teams.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { MemberAvatar } from '../../../components/avatar.tsx'
import { IconButton, withKeys } from '../../../components/icon-button.tsx'
import { activeKeys, useMemberKeys } from '../../../lib/member-keys.ts'
import { useCustomerTyping } from '../use-customer-typing.ts'
import { usePresence } from '../presence.ts'
import { SlaMark } from '../sla-mark.tsx'
import { HeaderMarks } from './header-marks.tsx'
import { PresenceText } from './presence-text.tsx'
import classes from './thread-header.module.css'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { formatPhone } from '../../../lib/format-phone.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { ChannelAvatar } from '../list/channel-avatar.tsx'
import { useTicking } from '../../../components/short-time.tsx'
import { useWait } from '../list/use-wait.ts'
import { countOf, untilTime, useToday } from '../../../lib/day.ts'
import { MacroKeys } from './macro-keys.tsx'

const ChatMenu = lazyPart(async () => (await import('./chat-menu.tsx')).ChatMenu)

/** Shows the contact, other members who are present, and the actions of the conversation. */
export function ThreadHeader(props: {
  chat: Chat
  actions: ChatActions
  isPersonShown: boolean
  onTogglePerson: () => void
  onBack: () => void
}) {
  const { chat, actions, isPersonShown, onTogglePerson, onBack } = props
  const t = useTranslations('inboxHeader')
  const tInbox = useTranslations('inbox')
  const mayChange = useMay()('chats:write')
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <IconButton className={classes.back} label={tInbox('backToList')} onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden />
        </IconButton>
        <HeaderName chat={chat} />
        <div className={classes.actions} role="toolbar" aria-label={t('actions')}>
          {mayChange && <ChangeButtons chat={chat} actions={actions} />}
          {mayChange && <MacroKeys chat={chat} />}
          <MenuButton chat={chat} actions={actions} />
          <IconButton
            label={isPersonShown ? tInbox('hidePerson') : tInbox('showPerson')}
            aria-pressed={isPersonShown}
            onClick={onTogglePerson}
          >
            <IconLayoutSidebarRight size={18} aria-hidden />
          </IconButton>
        </div>
      </div>
      <HeaderMarks chat={chat} />
    </header>
  )
}

/** Shows the buttons that change the conversation. */
function ChangeButtons({ chat, actions }: { chat: Chat; actions: ChatActions }) {
  const t = useTranslations('inboxHeader')
  return (
    <>
      <AssignButton chat={chat} />
      <TeamButton chat={chat} />
      <IconButton
        className={classes.wide}
        label={t('tag')}
        shortcut="inbox_tag"
        onClick={() => openDialog({ kind: 'tag', chat })}
      >
        <IconTag size={18} aria-hidden />
      </IconButton>
      <IconButton
        className={classes.wide}
        label={t('snooze')}
        shortcut="inbox_snooze"
        onClick={() => openDialog({ kind: 'snooze', chat })}
      >
        <IconClockPause size={18} aria-hidden />
      </IconButton>
      <CloseButton chat={chat} actions={actions} />
    </>
  )
}

function HeaderName({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const viewers = usePresence(chat.id)
  const { phone_e164: phone, username } = chat.person
  const isTyping = useCustomerTyping(chat.id)
  const name = useChatName()(chat)
  const address = [phone && formatPhone(phone), username && `@${username}`].find(
    (text) => text && text !== name,
  )
  return (
    <>
      <span className={classes.avatar}>
        <ChannelAvatar name={name} id={chat.person.id} type={chat.channel.type} />
      </span>
      <div className={classes.who}>
        <h2 className={classes.name}>
          <bdi dir="auto">{name}</bdi>
        </h2>
        <div className={classes.status}>
          {chat.sla && <SlaMark sla={chat.sla} name={t(`targets.${chat.sla.metric}`)} />}
          <span className={classes.detail}>
            <WaitText chat={chat} />
            {chat.group ? t('isGroup') : address && <bdi>{address}</bdi>}
            {(chat.group || address) && ' · '}
            <bdi dir="auto">{chat.channel.name}</bdi>
          </span>
        </div>
      </div>
      {(viewers.length > 0 || isTyping) && (
        <PresenceText colleagues={viewers} customer={isTyping ? name : undefined} />
      )}
    </>
  )
}

/** Shows how long the customer has waited for an answer, on the line that is always there: nothing moves when the wait ends. */
function WaitText({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const tRow = useTranslations('inbox.row')
  const locale = useLocale()
  const today = useToday()
  const { waiting_since: since } = chat
  const wait = useWait(chat)
  const time = useTicking(() => since && lengthOf(since, locale))
  if (wait === null || since === null) return null
  return (
    <span
      className={classes.wait}
      data-wait={wait}
      title={tRow('waitingSince', { time: untilTime(since, today, locale) })}
    >
      {t('waiting', { time: time ?? '' })}
      {' · '}
    </span>
  )
}

/** Formats the time since `since`, as short as possible: at least a minute, and days from two days on. */
function lengthOf(since: string, locale: string): string {
  const minutes = Math.max(1, Math.floor((Date.now() - Date.parse(since)) / 60_000))
  if (minutes < 60) return countOf(minutes, 'minute', locale)
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? countOf(hours, 'hour', locale)
    : countOf(Math.floor(hours / 24), 'day', locale)
}

function AssignButton({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const findMember = useFindMember()
  const findBot = useFindBot(chat.held_by.type === 'bot')
  const assignee = (findMember(chat.assignee_id) ?? findBot(chat.assignee_id))?.name
  return (
    <IconButton
      className={classes.assign}
      label={
        chat.assignee_id === null
          ? `${t('nobody')}: ${t('assign')}`
          : t('assignedTo', { name: assignee ?? '…' })
      }
      shortcut="inbox_assign"
      onClick={() => openDialog({ kind: 'assign', chat })}
    >
      {chat.assignee_id === null ? (
        <IconUserPlus size={18} aria-hidden />
      ) : (
        <MemberAvatar name={assignee ?? null} id={chat.assignee_id} size="sm" />
      )}
      <span className={classes.assignee} data-nobody={chat.assignee_id === null}>
        {assignee ?? t('nobody')}
      </span>
    </IconButton>
  )
}

/** Shows the team of the conversation, and chooses another one; nothing in a workspace without teams. */
function TeamButton({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const hasTeams = useTeams().length > 0
  const name = useFindTeam()(chat.team_id)?.name
  if (!hasTeams) return null
  return (
    <IconButton
      className={`${classes.assign} ${classes.wide}`}
      label={name === undefined ? `${t('noTeam')}: ${t('moveToTeam')}` : t('ofTeam', { name })}
      shortcut="inbox_team"
      onClick={() => openDialog({ kind: 'team', chat })}
    >
      <IconUsersGroup size={18} aria-hidden />
      {name !== undefined && <span className={classes.assignee}>{name}</span>}
    </IconButton>
  )
}

function CloseButton({ chat, actions }: { chat: Chat; actions: ChatActions }) {
  const t = useTranslations('inboxHeader')
  const keys = activeKeys('inbox_close', useMemberKeys())
  const isClosed = chat.status === 'closed'
  return (
    <button
      type="button"
      className={classes.close}
      data-reopens={isClosed || undefined}
      title={withKeys(isClosed ? t('reopen') : t('close'), keys)}
      onClick={(event) => {
        // The second click of a double click would be on the next conversation's button.
        if (event.detail < 2) (isClosed ? actions.reopen : actions.close)(chat)
      }}
    >
      {isClosed ? <IconArrowBackUp size={17} aria-hidden /> : <IconCheck size={17} aria-hidden />}
      <span>{isClosed ? t('reopen') : t('close')}</span>
    </button>
  )
}

function MenuButton({ chat, actions }: { chat: Chat; actions: ChatActions }) {
  const t = useTranslations('inboxHeader')
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={classes.menuHolder}>
      <IconButton
        label={t('more')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconDots size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ChatMenu chat={chat} actions={actions} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
