import type { ActorType } from '#shared/actors.ts'
import type { MessageDirection } from '#shared/messages.ts'
import type { ConversationStatus, ConversationChange, HolderRole } from '#shared/conversations.ts'
import type { SlaMetric } from '#shared/sla.ts'
import type { TicketPriority } from '#shared/tickets.ts'
import { boolean, json, number, text, time, uuid, word } from '../column.ts'
import { contactTable, unexportedTable } from '../table.ts'

/** Conversations. */
export const chats = contactTable({
  visibleBy: 'conversation',
  rows: 'many',
  erase: 'conversations',
}).columns({
  id: uuid().exported(),
  channel_id: uuid().exported(),
  person_id: uuid().exported(),
  recipient: text().personal().exported(),
  is_group: boolean().defaulted().exported(),
  title: text().nullable().personal().exported(),
  status: word<ConversationStatus>().defaulted().exported(),
  assignee_id: uuid().nullable().exported(),
  unread_count: number().defaulted().unexported(),
  last_message_id: uuid().nullable().unexported(),
  last_message_direction: word<MessageDirection>().nullable().unexported(),
  last_message_text: text().nullable().personal().exported(),
  last_message_at: time().nullable().exported(),
  window_expires_at: time().nullable().unexported(),
  created_at: time().exported(),
  updated_at: time().unexported(),
  snoozed_until: time().nullable().unexported(),
  opened_at: time().nullable().unexported(),
  closed_at: time().nullable().exported(),
  holder: word<'workspace' | 'other'>().nullable().unexported(),
  holder_at: time().nullable().unexported(),
  holder_role: word<HolderRole>().nullable().unexported(),
  holder_role_at: time().nullable().unexported(),
  customer_wrote_at: time().nullable().unexported(),
  hold_ends_at: time().nullable().unexported(),
  team_id: uuid().nullable().exported(),
  comment_until: time().nullable().unexported(),
  automatic_reply_id: uuid().nullable().unexported(),
  priority: word<TicketPriority>().nullable().exported(),
  remind_if_unanswered: boolean().defaulted().unexported(),
  holder_version: number().defaulted().unexported(),
})

/** Rows of `chats`. */
export type Chats = typeof chats.row

/** The order of the list of chats. */
export const chat_activity = unexportedTable({
  visibleBy: 'activity',
  rows: 'many',
  unexported: 'the order of conversations',
}).columns({
  chat_id: uuid(),
  activity_at: time(),
  waiting_since: time().nullable(),
  sla_due_at: time().nullable(),
  sla_warning_at: time().nullable(),
  sla_metric: word<SlaMetric>().nullable(),
  team_id: uuid().nullable(),
  assignee_id: uuid().nullable(),
})

/** Changes of a conversation, shown among its messages. */
export const chat_changes = contactTable({
  visibleBy: 'chat_id',
  rows: 'many',
  owner: 'chat_id',
  section: 'conversation_changes',
  erase: 'cascade',
}).columns({
  id: uuid().exported(),
  chat_id: uuid().exported(),
  kind: word<ConversationChange>().exported(),
  actor_type: word<ActorType>().exported(),
  actor_id: uuid().nullable().exported(),
  data: json<Record<string, unknown>>().defaulted().personal().exported(),
  occurred_at: time().exported(),
})

/** Rows of `chat_changes`. */
export type ChatChanges = typeof chat_changes.row

/** Members who take part in a conversation besides its assignee. */
export const chat_participants = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'members of the workspace, no data of the contact',
}).columns({
  chat_id: uuid(),
  membership_id: uuid(),
  created_at: time(),
})
