import { sessionQuery } from '../../../lib/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { storage } from '../../../lib/storage.ts'
import { chatListQuery, chatQuery, readChats } from './chat-queries.ts'
import { isBuiltIn, readChosen, VIEW_FILTERS, VIEW_KEY } from './filters.ts'
import { threadQuery } from './thread-query.ts'

/** How long the first paint waits for its data. After that the page is shown and filled when the data arrives. */
const WAIT_MAX_MS = 300

/**
 * Preloads the inbox's first screen while the session and the inbox's code load: the list that the address names, and
 * the open conversation with its thread. Resolves when everything has loaded or failed, or after `WAIT_MAX_MS`.
 */
export function preloadInbox({ pathname, search }: Location): Promise<unknown> {
  const params = new URLSearchParams(search)
  const view = params.get('view') ?? storage.get(VIEW_KEY) ?? 'all'
  const chatId = /^\/inbox\/([\da-f-]{36})$/.exec(pathname)?.[1]
  const reads: Promise<unknown>[] = []
  // A saved view's filters are not known yet.
  if (isBuiltIn(view)) {
    const filters = { ...VIEW_FILTERS[view], ...readChosen(Object.fromEntries(params)) }
    const asked = readChats(filters)
    const read = async () => {
      const { membership } = await queryClient.ensureQueryData(sessionQuery)
      await queryClient.prefetchQuery(chatListQuery(filters, membership.id, asked))
    }
    reads.push(read(), asked)
  }
  if (chatId) {
    reads.push(queryClient.prefetchQuery(chatQuery(chatId)))
    if (!params.has('message')) reads.push(queryClient.prefetchQuery(threadQuery(chatId)))
  }
  const timeout = new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))
  // A failed read is repeated, and its error shown, by the component that needs it.
  return Promise.race([Promise.allSettled(reads), timeout])
}
