import { queryOptions } from '@tanstack/react-query'
import type { Draft } from '#messages/drafts/schema.ts'
import { OPEN_DRAFTS_MAX } from '#shared/drafts.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'
import { INBOX } from './inbox-cache.ts'

/** A draft of a reply that a program proposes. */
export type ReplyDraft = Wire<Draft>

/** The prefix of the query keys of drafts. */
export const REPLY_DRAFTS = [...INBOX, 'reply-drafts'] as const

/** Reads the open drafts of a conversation, the oldest first. */
export const replyDraftsQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...REPLY_DRAFTS, chatId],
    queryFn: async ({ signal }) => {
      const query = { conversation_id: chatId, limit: OPEN_DRAFTS_MAX }
      const { data } = await api.get<Page<ReplyDraft>>('/api/v1/drafts', query, signal)
      return data.toReversed()
    },
    staleTime: 60_000,
  })

/** Reads the conversations of the newest open drafts of the workspace. */
export const draftedChatsQuery = queryOptions({
  queryKey: [...REPLY_DRAFTS, 'chats'],
  queryFn: async ({ signal }) => {
    const query = { limit: PAGE_SIZE.max }
    const { data } = await api.get<Page<ReplyDraft>>('/api/v1/drafts', query, signal)
    return new Set(data.map((draft) => draft.conversation_id))
  },
  staleTime: 60_000,
})
