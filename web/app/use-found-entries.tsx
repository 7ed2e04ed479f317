import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { requestReplyIn } from '../features/inbox/compose.ts'
import { HitIcon } from '../components/hit-icon.tsx'
import { ShortTime } from '../components/short-time.tsx'
import { hitsOf, KINDS, searchQuery } from '../lib/search.ts'
import type { Hit } from '../lib/search.ts'
import { useVisitorName } from '../lib/use-visitor-name.ts'
import type { Entry, EntryGroup } from './palette-entries.ts'
import classes from './palette.module.css'

/** Results of each kind in the palette. */
const LIMIT = 5

/** What the search for the text of the palette found. `isSettled`: the groups belong to `text`. */
type FoundEntries = { groups: EntryGroup[]; isSettled: boolean; error: Error | null }

/**
 * Searches contacts, conversations, tickets, messages and notes for `query`, the text that was typed up to a moment ago.
 * Results of an earlier text stay, marked as stale, until the results of `text` arrive.
 */
export function useFoundEntries(text: string, query: string): FoundEntries {
  const t = useTranslations('palette')
  const tSearch = useTranslations('search')
  const toEntry = useToEntry()
  const navigate = useNavigate()
  const { data, error, isPlaceholderData } = useQuery(searchQuery(query, LIMIT))
  if (text === '') return { groups: [], isSettled: true, error: null }
  const isFresh = text === query && data !== undefined && !isPlaceholderData
  const groups = KINDS.map((kind) => ({
    id: kind,
    label: tSearch(`kinds.${kind}`),
    entries:
      data === undefined || query === ''
        ? []
        : hitsOf(data, kind).map((hit) => ({ ...toEntry(hit), isStale: !isFresh })),
  })).filter(({ entries }) => entries.length > 0)
  const all = {
    id: 'all',
    label: t('more'),
    entries: [
      {
        id: 'search-page',
        label: t('allResults', { text }),
        left: <IconSearch size={18} aria-hidden />,
        run: () => void navigate({ to: '/search', search: { q: text } }),
      },
    ],
  }
  return {
    groups: [...groups, all],
    isSettled: isFresh || (text === query && error !== null),
    error,
  }
}

function useToEntry(): (hit: Hit) => Entry {
  const visitorName = useVisitorName()
  const navigate = useNavigate()
  return (hit) => ({
    id: `${hit.kind} ${hit.id}`,
    label: hit.title ?? visitorName(hit.personId),
    detail: hit.detail,
    left: <HitIcon hit={hit} size="sm" />,
    ...(hit.at && {
      right: <ShortTime value={hit.at} className={classes.time} />,
    }),
    movesFocus: hit.target.to === '/inbox/$chatId',
    run: () => {
      if (hit.target.to === '/inbox/$chatId') requestReplyIn(hit.target.params.chatId)
      void navigate(hit.target)
    },
  })
}
