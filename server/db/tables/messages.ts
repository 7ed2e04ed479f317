import type { MessageStatus, MessageDirection } from '#shared/messages.ts'
import type { ActorType } from '#shared/actors.ts'
import { boolean, json, number, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Messages. */
export const messages = contactTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'messages',
}).columns({
  id: uuid().exported(),
  chat_id: uuid().exported(),
  person_id: uuid().exported(),
  channel_id: uuid().exported(),
  direction: word<MessageDirection>().exported(),
  type: word().exported(),
  text: text().nullable().personal().exported(),
  media: json<Record<string, unknown>>().nullable().personal().exported(),
  content: json().nullable().personal().exported(),
  status: word<MessageStatus>().exported(),
  error_code: word().nullable().exported(),
  error_message: text().nullable().personal().exported(),
  author_type: word<ActorType>().exported(),
  author_id: uuid().nullable().exported(),
  platform_message_id: text().nullable().personal().exported(),
  origin: word<'echo' | 'history'>().nullable().exported(),
  is_standby: boolean().defaulted().unexported(),
  is_test: boolean().defaulted().unexported(),
  reply_to_id: uuid().nullable().exported(),
  reply_to_platform_id: text().nullable().personal().exported(),
  reactions: json<MessageReaction[]>().nullable().personal('reactions').exported(),
  edited_at: time().nullable().exported(),
  revoked_at: time().nullable().exported(),
  send_due_at: time().nullable().unexported(),
  send_attempts: number().defaulted().unexported(),
  created_at: time().exported(),
  sent_at: time().nullable().exported(),
  delivered_at: time().nullable().exported(),
  read_at: time().nullable().exported(),
  retry_of_id: uuid().nullable().exported(),
  pricing: json<MessagePricing>()
    .nullable()
    .impersonal("the platform's words for a price")
    .exported(),
  /** Written by `writeCause`; null for a message that was received while no traces were recorded. */
  cause: text().nullable().personal().exported(),
  /** With which version of the holder a bot's message was accepted. */
  holder_version: number().nullable().unexported(),
})

/** Rows of `messages`. */
export type Messages = typeof messages.row

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

/** Edits, revocations and reactions, also of messages not known yet. */
export const message_updates = contactTable({
  visibleBy: 'message_id',
  rows: 'many',
  erase: 'messages',
}).columns({
  channel_id: uuid().unexported(),
  id: uuid().exported(),
  kind: word<'edit' | 'revoke' | 'reaction'>().exported(),
  platform_update_id: text().personal().exported(),
  platform_message_id: text().personal().exported(),
  message_id: uuid().nullable().exported(),
  direction: word<MessageDirection>().exported(),
  actor: text().personal('reactions').exported(),
  person_id: uuid().nullable().exported(),
  text: text().nullable().personal().exported(),
  occurred_at: time().exported(),
})

/** Until when a chat's outbound messages were delivered and read. */
export const chat_watermarks = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'reports',
}).columns({
  channel_id: uuid().exported(),
  recipient: text().personal().exported(),
  delivered_until: time().nullable().exported(),
  read_until: time().nullable().exported(),
})

/** The tries of an outbound message. */
export const message_attempts = contactTable({
  visibleBy: 'message_id',
  rows: 'many',
  partitionedBy: 'message_id',
  erase: 'messages',
}).columns({
  message_id: uuid().exported(),
  id: uuid().exported(),
  started_at: time().exported(),
  ended_at: time().nullable().exported(),
  outcome: word<'accepted' | 'ambiguous' | 'retry' | 'hold' | 'throttle' | 'stop' | 'rejected'>()
    .nullable()
    .exported(),
  error_code: word().nullable().exported(),
  error_message: text().nullable().personal().exported(),
  platform_message_id: text().nullable().personal().exported(),
  next_at: time().nullable().unexported(),
})

/** Rows of `message_attempts`. */
export type MessageAttempts = typeof message_attempts.row

/** Statuses that the platform reported, also of messages not known yet. */
export const message_statuses = contactTable({
  visibleBy: 'message_id',
  rows: 'many',
  erase: 'messages',
}).columns({
  channel_id: uuid().unexported(),
  platform_message_id: text().personal().exported(),
  status: word().exported(),
  participant: text().defaulted().personal('group_reports').exported(),
  message_id: uuid().nullable().exported(),
  occurred_at: time().exported(),
  error_code: word().nullable().exported(),
  error_message: text().nullable().personal().exported(),
  details: json<Record<string, unknown>>().nullable().personal().exported(),
})

/** Rows of `message_statuses`. */
export type MessageStatuses = typeof message_statuses.row
