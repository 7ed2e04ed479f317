import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { SearchResults as Found } from '#inbox/search/schema.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { INBOX } from '../data/inbox-cache.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { fullTime, shortTime, useToday } from '../../../lib/day.ts'
import { chatName, displayName, shorten } from '../../../lib/display-name.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './search-results.module.css'

/** Shows the results for `query`: conversations of matching contacts, messages, and contacts without a conversation. */
export function SearchResults(props: { query: string; place: InboxPlace; onBack: () => void }) {
  const { query, place, onBack } = props
  const t = useTranslations('inbox')
  const locale = useLocale()
  const today = useToday()
  const found = useQuery({
    queryKey: [...INBOX, 'search', query],
    queryFn: ({ signal }) => api.get<Wire<Found>>('/api/v1/search', { q: query }, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key]
    if (event.key === 'Escape') onBack()
    else if (by !== undefined) {
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-result]')]
      const index = rows.indexOf(document.activeElement as HTMLElement) + by
      if (index < 0) onBack()
      else rows[index]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (found.isPending) return <LoadingRows count={5} height={54} />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const { chats, messages, people } = found.data
  const withChat = new Set(chats.map(({ person }) => person.id))
  const others = people.filter(({ id }) => !withChat.has(id))
  const count = chats.length + messages.length + others.length
  const open = (chatId: string, messageId?: string) =>
    place.openChat(chatId, messageId ? { messageId } : {})
  return (
    <div className={classes.results} onKeyDown={onKeyDown} data-stale={found.isPlaceholderData}>
      <p className="visually-hidden" role="status">
        {t('search.results', { count })}
      </p>
      {count === 0 && <EmptyState title={t('search.nothing')} text={t('search.nothingText')} />}
      <Group title={t('search.chats')} isShown={chats.length > 0}>
        {chats.map((chat) => (
          <Result
            key={chat.id}
            avatar={<Avatar name={chatName(chat)} id={chat.person.id} />}
            title={chatName(chat) ?? t('unknownPerson')}
            text={chat.last_message?.text ?? chat.person.phone_e164 ?? ''}
            at={chat.last_message_at}
            isOpen={chat.id === place.chatId}
            onOpen={() => open(chat.id)}
            {...{ today, locale }}
          />
        ))}
      </Group>
      <Group title={t('search.messages')} isShown={messages.length > 0}>
        {messages.map(({ message, chat, snippet }) => (
          <Result
            key={message.id}
            avatar={<Avatar name={chatName(chat)} id={chat.person.id} />}
            title={chatName(chat) ?? t('unknownPerson')}
            text={snippet}
            mark={query}
            at={message.created_at}
            isOpen={message.id === place.messageId}
            onOpen={() => open(chat.id, message.id)}
            {...{ today, locale }}
          />
        ))}
      </Group>
      <Group title={t('search.people')} isShown={others.length > 0}>
        {others.map((person) => (
          <Link
            key={person.id}
            className={classes.result}
            data-result
            to="/contacts/$personId"
            params={{ personId: person.id }}
          >
            <Avatar name={displayName(person)} id={person.id} />
            <span className={classes.texts}>
              <bdi dir="auto" className={classes.title}>
                {displayName(person) ?? t('unknownPerson')}
              </bdi>
              <span className={classes.text}>{t('search.noChat')}</span>
            </span>
          </Link>
        ))}
      </Group>
    </div>
  )
}

function Group(props: { title: string; isShown: boolean; children: ReactNode }) {
  if (!props.isShown) return null
  return (
    <div role="group" aria-label={props.title}>
      <h2 className={classes.heading}>{props.title}</h2>
      {props.children}
    </div>
  )
}

function Result(props: {
  avatar: ReactNode
  title: string
  text: string
  mark?: string
  at: string | null
  isOpen: boolean
  today: number
  locale: string
  onOpen: () => void
}) {
  const { avatar, title, text, mark, at, isOpen, today, locale, onOpen } = props
  return (
    <button
      type="button"
      className={classes.result}
      data-result
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      {avatar}
      <span className={classes.texts}>
        <bdi dir="auto" className={classes.title}>
          {title}
        </bdi>
        <bdi dir="auto" className={classes.text}>
          <Marked text={shorten(text, 200)} mark={mark} />
        </bdi>
      </span>
      {at && (
        <time className={classes.time} dateTime={at} title={fullTime(at, locale)}>
          {shortTime(at, today, locale)}
        </time>
      )}
    </button>
  )
}

/** Shows `text` with the first match of `mark` in bold. */
function Marked({ text, mark }: { text: string; mark: string | undefined }) {
  const at = mark ? text.toLowerCase().indexOf(mark.toLowerCase()) : -1
  if (!mark || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.mark}>{text.slice(at, at + mark.length)}</mark>
      {text.slice(at + mark.length)}
    </>
  )
}
