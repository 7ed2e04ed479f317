import type { ActorType } from '#shared/actors.ts'
import type { NotificationKind, NotificationRule } from '#shared/notifications.ts'
import { boolean, bytes, number, text, texts, time, uuid, word } from '../column.ts'
import { directoryTable, unexportedTable } from '../table.ts'

/** The conversations or tickets that a bulk action assigned, and their number. */
export type BulkPart = { subject: 'chats' | 'tickets'; count: number }

/** Each is one fact for one member. */
export const notifications = unexportedTable({
  visibleBy: 'notified',
  rows: 'many',
  unexported: 'ids of members, and of what they are notified of',
}).columns({
  id: uuid(),
  membership_id: uuid(),
  kind: word<NotificationKind>(),
  source_id: uuid(),
  chat_id: uuid().nullable(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  created_at: time(),
  read_at: time().nullable(),
  mail_due_at: time().nullable(),
  ticket_id: uuid().nullable(),
  bulk_subject: word<BulkPart['subject']>().nullable(),
  bulk_count: number().nullable(),
})

/** The last fact of a conversation that concerns its assignee, or without one everybody. Members read it by their rules. */
export const conversation_notifications = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'ids, and the state of conversations',
}).columns({
  chat_id: uuid(),
  id: uuid(),
  kind: word<'message' | 'reminder'>(),
  assignee_id: uuid().nullable(),
  message_id: uuid().nullable(),
  change_id: uuid().nullable(),
  message_count: number(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  since_id: uuid(),
  is_open: boolean(),
})

/** Up to which fact a member has seen a conversation, or all of them. */
export const notification_reads = unexportedTable({
  visibleBy: { everybody: 'each member reads their own' },
  rows: 'many',
  unexported: 'ids of members, and of what they have seen',
}).columns({
  membership_id: uuid(),
  subject_id: uuid(),
  read_up_to: uuid(),
  read_at: time(),
})

/** Settings of a member's notifications, and when they were last here. */
export const notification_settings = directoryTable({
  withoutContacts: 'settings of members',
}).columns({
  workspace_id: uuid(),
  membership_id: uuid(),
  rules: texts<NotificationRule>().defaulted(),
  by_mail: boolean().defaulted(),
  sound: boolean().defaulted(),
  quiet_from: number().nullable(),
  quiet_to: number().nullable(),
  time_zone: text().defaulted(),
  seen_at: time().nullable(),
  mailed_at: time().nullable(),
})

/** Rows of `notification_settings`. */
export type NotificationSettings = typeof notification_settings.row

/** The last event of which a workspace's members were notified. */
export const notification_cursors = unexportedTable({
  visibleBy: { everybody: 'a position' },
  rows: 'few',
  unexported: 'a position',
}).columns({
  position: number(),
})

/** Browsers that receive web push. Each belongs to a session. */
export const push_devices = directoryTable().columns({
  id: uuid(),
  session_id: uuid(),
  endpoint_hash: bytes(),
  subscription: bytes().secret('push_subscription'),
  name: text(),
  rules: texts<NotificationRule>().nullable(),
  show_text: boolean().defaulted(),
  created_at: time(),
  delivered_at: time().nullable(),
  last_error: text().nullable(),
})

/** Notifications that are still to be sent to a device. */
export const notification_pushes = unexportedTable({
  visibleBy: { everybody: 'ids of notifications' },
  rows: 'many',
  unexported: 'ids of notifications',
}).columns({
  device_id: uuid(),
  notification_id: uuid(),
  due_at: time(),
  expires_at: time(),
  attempts: number().defaulted(),
  chat_id: uuid().nullable(),
  kind: word<'message' | 'reminder'>().nullable(),
  source_id: uuid().nullable(),
})

/** The key pair that identifies this installation to push services. */
export const vapid_keys = directoryTable().columns({
  id: uuid(),
  public_key: text(),
  private_key: bytes().secret('vapid_key'),
  created_at: time().defaulted(),
})
