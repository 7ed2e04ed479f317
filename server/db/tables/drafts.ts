import type { DraftStatus } from '#shared/drafts.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `reply_drafts`: replies that a program proposes and an agent sends. */
export type ReplyDrafts = {
  workspace_id: string
  id: string
  chat_id: string
  text: string
  status: Defaulted<DraftStatus>
  author_type: 'api_key' | 'member'
  author_id: string
  author_name: string | null
  message_id: string | null
  created_at: Date
  decided_at: Date | null
}
