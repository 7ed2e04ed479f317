import { queryClient } from '../../../lib/query-client.ts'
import { refetchCounts } from './apply-events-to-cache.ts'
import { changeLists, INBOX } from './inbox-cache.ts'

/** Removes a conversation that the member no longer sees from the inbox; if it is open, its page says that it was not found. */
export function forgetChat(id: string): void {
  changeLists((list) => {
    const chats = list.chats.filter((chat) => chat.id !== id)
    return chats.length === list.chats.length ? list : { ...list, chats }
  })
  for (const kind of ['chat', 'thread'])
    void queryClient.resetQueries({ queryKey: [...INBOX, kind, id] })
  refetchCounts()
}
