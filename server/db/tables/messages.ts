import type { ColumnType } from 'kysely'
import type { MessageStatus, MessageDirection } from '#shared/messages.ts'
import type { ActorType } from '#shared/actors.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `messages`. */
export type Messages = {
  workspace_id: string
  id: string
  chat_id: string
  person_id: string
  channel_id: string
  direction: MessageDirection
  type: string
  text: string | null
  media: ColumnType<Record<string, unknown> | null, string | null, string | null>
  content: ColumnType<unknown, string | null, string | null>
  status: MessageStatus
  error_code: string | null
  error_message: string | null
  author_type: ActorType
  author_id: string | null
  platform_message_id: string | null
  origin: 'echo' | 'history' | null
  is_standby: Defaulted<boolean>
  is_test: Defaulted<boolean>
  reply_to_id: string | null
  reply_to_platform_id: string | null
  reactions: ColumnType<MessageReaction[] | null, string | null, string | null>
  edited_at: Date | null
  revoked_at: Date | null
  send_due_at: Date | null
  send_attempts: Defaulted<number>
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  retry_of_id: string | null
  pricing: ColumnType<MessagePricing | null, string | null | undefined, string | null>
  /** Written by `writeCause`; null for a message that was received while no traces were recorded. */
  cause: string | null
}

/** The price of a message as the platform reports it, in the platform's words. */
export type MessagePricing = {
  category: string
  type: string | null
  billable: boolean | null
  model: string | null
}

/** A current reaction to a message, by a customer (inbound) or a member (outbound). */
export type MessageReaction = {
  emoji: string
  direction: MessageDirection
  person_id: string | null
  at: string
}

/** Rows of `message_updates`: edits, revocations and reactions, also of messages not known yet. */
export type MessageUpdates = {
  workspace_id: string
  channel_id: string
  id: string
  kind: 'edit' | 'revoke' | 'reaction'
  platform_update_id: string
  platform_message_id: string
  message_id: string | null
  direction: MessageDirection
  actor: string
  person_id: string | null
  text: string | null
  occurred_at: Date
}

/** Rows of `chat_watermarks`: until when a chat's outbound messages were delivered and read. */
export type ChatWatermarks = {
  workspace_id: string
  channel_id: string
  recipient: string
  delivered_until: Date | null
  read_until: Date | null
}

/** Rows of `message_attempts`: the tries of an outbound message. */
export type MessageAttempts = {
  workspace_id: string
  message_id: string
  id: string
  started_at: Date
  ended_at: Date | null
  outcome: 'accepted' | 'ambiguous' | 'retry' | 'hold' | 'throttle' | 'stop' | 'rejected' | null
  error_code: string | null
  error_message: string | null
  platform_message_id: string | null
  next_at: Date | null
}

/** Rows of `message_statuses`: what the platform reported, also of messages not known yet. */
export type MessageStatuses = {
  workspace_id: string
  channel_id: string
  platform_message_id: string
  status: string
  participant: Defaulted<string>
  message_id: string | null
  occurred_at: Date
  error_code: string | null
  error_message: string | null
  details: ColumnType<Record<string, unknown> | null, string | null, string | null>
}
