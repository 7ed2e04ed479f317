import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSession } from '../../../lib/session.ts'
import { findAnswer, seenUntilNow } from '../data/find-answer.ts'
import { threadQuery } from '../data/thread-query.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { writeDraft } from './draft-sync.ts'
import { useDraft } from './drafts.ts'

/** The newest reply of another member that the author of a reply has not seen when they began it; `see` marks it as seen. */
export type Answer = {
  item: MessageItem | undefined
  /** The author has seen the replies of other members up to this time. */
  seenUntil: string
  see: () => void
}

/** Returns the reply of another member since one began to write or to attach files; `isReplying`: one has begun. */
export function useAnswer(chat: Chat, key: string, isReplying: boolean): Answer {
  const { membership } = useSession()
  const { text, seenUntil: atText } = useDraft(key).reply
  const { data: thread } = useQuery(threadQuery(chat.id))
  // Files are not kept, so neither is when they were added.
  const begun = useRef<string | null>(null)
  begun.current = isReplying ? (atText ?? begun.current ?? seenUntilNow(chat)) : null
  const item = findAnswer(thread, begun.current, membership.id)
  return {
    item,
    seenUntil: begun.current ?? seenUntilNow(chat),
    see: () => {
      if (!item) return
      begun.current = item.created_at
      if (text !== '') writeDraft(key, 'reply', { text, seenUntil: item.created_at })
    },
  }
}
