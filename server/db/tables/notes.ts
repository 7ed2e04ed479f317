import type { Defaulted } from '../column-types.ts'

/** Rows of `notes`: what colleagues write to each other in a chat. */
export type Notes = {
  workspace_id: string
  id: string
  chat_id: string
  author_type: 'api_key' | 'member'
  author_id: string | null
  text: string
  mentions: Defaulted<string[]>
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

/** Rows of `mentions`: which member a note names, and whether they have seen it. */
export type Mentions = {
  workspace_id: string
  membership_id: string
  note_id: string
  chat_id: string
  created_at: Date
  seen_at: Date | null
}
