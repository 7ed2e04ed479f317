import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { MessageDirection } from '#shared/messages.ts'
import type { ConversationStatus, ConversationChange, HolderRole } from '#shared/conversations.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `chats`. */
export type Chats = {
  workspace_id: string
  id: string
  channel_id: string
  person_id: string
  recipient: string
  is_group: Defaulted<boolean>
  title: string | null
  status: Defaulted<ConversationStatus>
  assignee_id: string | null
  unread_count: Defaulted<number>
  last_message_id: string | null
  last_message_direction: MessageDirection | null
  last_message_text: string | null
  last_message_at: Date | null
  window_expires_at: Date | null
  created_at: Date
  updated_at: Date
  snoozed_until: Date | null
  opened_at: Date | null
  closed_at: Date | null
  holder: 'workspace' | 'other' | null
  holder_at: Date | null
  holder_role: HolderRole | null
  holder_role_at: Date | null
  customer_wrote_at: Date | null
  hold_ends_at: Date | null
}

/** Rows of `chat_activity`: the order of the list of chats. */
export type ChatActivity = { workspace_id: string; chat_id: string; activity_at: Date }

/** Rows of `chat_changes`: what was done with a chat, shown among its messages. */
export type ChatChanges = {
  workspace_id: string
  id: string
  chat_id: string
  kind: ConversationChange
  actor_type: ActorType
  actor_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  occurred_at: Date
}
