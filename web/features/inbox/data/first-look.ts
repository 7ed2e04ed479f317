import { sessionQuery } from '../../../lib/session.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { storage } from '../../../lib/storage.ts'
import { chatListQuery, chatQuery, readChats } from './chat-queries.ts'
import { isBuiltIn, readChosen, VIEW_FILTERS, VIEW_KEY } from './filters.ts'
import { threadQuery } from './thread-query.ts'

/** How long the page waits to be drawn at once with what it shows; then it is drawn, and filled when that comes. */
const PATIENCE_MS = 300

/**
 * Reads what the inbox shows first, beside the session and before its own code is there: the list that the address
 * tells of, and the open chat with its thread. Ends when all is there or has failed, or after a moment.
 */
export function readFirstLook({ pathname, search }: Location): Promise<unknown> {
  const params = new URLSearchParams(search)
  const view = params.get('view') ?? storage.get(VIEW_KEY) ?? 'all'
  const chatId = /^\/inbox\/([\da-f-]{36})$/.exec(pathname)?.[1]
  const reads: Promise<unknown>[] = []
  // What a saved filter shows is told by the server.
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
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  // What fails is read again, and told, where it is shown.
  return Promise.race([Promise.allSettled(reads), patience])
}
