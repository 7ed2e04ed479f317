import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { HitIcon } from '../../../components/hit-icon.tsx'
import { MarkedText } from '../../../components/marked-text.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import { hitsOf, KINDS, searchQuery } from '../../../lib/search.ts'
import type { Found, Hit, Kind } from '../../../lib/search.ts'
import { useVisitorName } from '../../../lib/use-visitor-name.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './search-results.module.css'

/** Results of each kind. */
const LIMIT = 10

/**
 * Shows the results for `query`: conversations, messages, notes, tickets, and contacts without a conversation. Messages
 * and notes open in their conversation.
 */
export function SearchResults(props: { query: string; place: InboxPlace; onBack: () => void }) {
  const { query, place, onBack } = props
  const t = useTranslations('inboxFilter.found')
  const found = useQuery(searchQuery(query, LIMIT))
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
  const { data } = found
  const groups = KINDS.map((kind) => ({ kind, hits: shownHits(data, kind) }))
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <div className={classes.results} onKeyDown={onKeyDown} data-stale={found.isPlaceholderData}>
      <p className="visually-hidden" role="status">
        {t('count', { count })}
      </p>
      {count === 0 && <EmptyState title={t('nothing')} text={t('nothingText')} />}
      {ORDER.map((kind) => (
        <Group key={kind} title={t(kind)} hits={groups.find((each) => each.kind === kind)!.hits}>
          {(hit) => <Result key={hit.id} hit={hit} place={place} />}
        </Group>
      ))}
      {data.incomplete.includes('messages') && (
        <p className={classes.incomplete}>{t('incomplete')}</p>
      )}
      {count > 0 && (
        <Link className={classes.all} data-result to="/search" search={{ q: query }}>
          {t('all')}
        </Link>
      )}
    </div>
  )
}

/** The inbox is about conversations, so contacts without one come last. */
const ORDER: readonly Kind[] = ['chats', 'messages', 'notes', 'tickets', 'people']

/** Returns the results of one kind, without contacts whose conversation is shown. */
function shownHits(found: Found, kind: Kind): Hit[] {
  if (kind !== 'people') return hitsOf(found, kind)
  const withChat = new Set(found.chats.map(({ person }) => person.id))
  return hitsOf(found, kind).filter(({ id }) => !withChat.has(id))
}

function Group(props: { title: string; hits: Hit[]; children: (hit: Hit) => ReactNode }) {
  const { title, hits, children } = props
  if (hits.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {hits.map(children)}
    </div>
  )
}

function Result({ hit, place }: { hit: Hit; place: InboxPlace }) {
  const { target } = hit
  const content = <Content hit={hit} />
  if (target.to !== '/inbox/$chatId')
    return (
      <Link {...target} className={classes.result} data-result>
        {content}
      </Link>
    )
  const { message } = target.search
  const isOpen = message ? message === place.messageId : hit.id === place.chatId
  return (
    <button
      type="button"
      className={classes.result}
      data-result
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => place.openChat(target.params.chatId, message ? { messageId: message } : {})}
    >
      {content}
    </button>
  )
}

function Content({ hit }: { hit: Hit }) {
  const t = useTranslations('inboxFilter.found')
  const visitorName = useVisitorName()
  const detail = hit.kind === 'people' ? { text: t('noChat'), ranges: [] } : hit.detail
  return (
    <>
      <HitIcon hit={hit} />
      <span className={classes.texts}>
        {hit.title ? (
          <MarkedText {...hit.title} className={classes.title ?? ''} />
        ) : (
          <span className={classes.title}>{visitorName(hit.personId)}</span>
        )}
        {detail && <MarkedText {...detail} className={classes.text ?? ''} />}
      </span>
      {hit.at && <ShortTime value={hit.at} className={classes.time} />}
    </>
  )
}
