import type { ColumnType } from 'kysely'
import type { Defaulted } from './column-types.ts'

/** Rows of `chat_changes`: what was done with a chat, shown among its messages. */
export type ChatChanges = {
  workspace_id: string
  id: string
  chat_id: string
  kind: 'assigned' | 'snoozed' | 'closed' | 'reopened' | 'tagged' | 'untagged' | 'merged'
  actor_type: 'api_key' | 'member' | 'person' | 'system'
  actor_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  occurred_at: Date
}

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

/** Rows of `tags`. */
export type Tags = {
  workspace_id: string
  id: string
  name: string
  color: Defaulted<string>
  created_at: Date
}

/** Rows of `chat_tags`. */
export type ChatTags = { workspace_id: string; chat_id: string; tag_id: string; created_at: Date }

/** Rows of `canned_replies`. */
export type CannedReplies = {
  workspace_id: string
  id: string
  shortcut: string
  text: string
  created_by: string | null
  created_at: Date
  updated_at: Date
}

/** Rows of `views`: filters that a member keeps, or everybody. */
export type Views = {
  workspace_id: string
  id: string
  subject: 'chats' | 'contacts' | 'tickets'
  name: string
  filters: ColumnType<Record<string, unknown>, string, string>
  owner_id: string | null
  created_by: string | null
  created_at: Date
  updated_at: Date
}
