import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { savedViewsQuery } from '../../lib/saved-views.ts'
import { storage } from '../../lib/storage.ts'
import { isBuiltIn, keptIn, readFilters, VIEW_FILTERS, VIEW_KEY } from './data/filters.ts'
import type { ChatFilters, InboxSearch } from './data/filters.ts'

/** The current place in the inbox, and the functions that navigate. */
export type InboxPlace = {
  chatId: string | null
  /** A built-in view, or the id of a saved one. */
  view: string
  /** The filters chosen on top of the view. */
  chosen: ChatFilters
  /** The filters of the list: the view's and the chosen ones. */
  filters: ChatFilters
  messageId: string | null
  /** Opens a conversation, or closes the thread. `replace`: the browser's Back button skips the current one. */
  openChat: (chatId: string | null, options?: { messageId?: string; replace?: boolean }) => void
  openView: (view: string) => void
  choose: (chosen: ChatFilters) => void
  hrefOf: (chatId: string) => string
}

/** Returns the current place in the inbox, from the address. */
export function useInboxPlace(): InboxPlace {
  const { chatId = null } = useParams({ strict: false }) as { chatId?: string }
  const search = useSearch({ strict: false }) as InboxSearch
  const navigate = useNavigate()
  const { data: saved } = useQuery(savedViewsQuery('chats'))
  const asked = search.view ?? storage.get(VIEW_KEY) ?? 'all'
  // A saved filter may be deleted, or belong to another workspace.
  const isThere = isBuiltIn(asked) || saved === undefined || saved.some(({ id }) => id === asked)
  const view = isThere ? asked : 'all'
  const { message = null } = search
  const text = JSON.stringify(readFilters({ ...search }))
  const base = JSON.stringify(
    isBuiltIn(view)
      ? VIEW_FILTERS[view]
      : readFilters(saved?.find(({ id }) => id === view)?.filters ?? VIEW_FILTERS.all),
  )
  const chosen = useMemo(() => JSON.parse(text) as ChatFilters, [text])
  const filters = useMemo(
    () => ({ ...(JSON.parse(base) as ChatFilters), ...chosen }),
    [base, chosen],
  )
  const withView = { view, ...chosen }
  const go = (to: string | null, next: InboxSearch, replace = false) =>
    void navigate(
      to === null
        ? { to: '/inbox', search: next, replace }
        : { to: '/inbox/$chatId', params: { chatId: to }, search: next, replace },
    )
  return {
    chatId,
    view,
    chosen,
    filters,
    messageId: message,
    openChat: (to, { messageId, replace } = {}) =>
      go(to, { ...withView, ...(messageId && { message: messageId }) }, replace),
    openView: (next) => {
      storage.set(VIEW_KEY, next)
      go(chatId, { view: next, ...keptIn(next, chosen) })
    },
    choose: (next) => go(chatId, { view, ...next }),
    hrefOf: (to) => `/inbox/${to}?view=${encodeURIComponent(view)}`,
  }
}
