import type { ActorType } from '#shared/actors.ts'
import type { NotificationKind, NotificationRule } from '#shared/notifications.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** The conversations or tickets that a bulk action assigned, and their number. */
export type BulkPart = { subject: 'chats' | 'tickets'; count: number }

/** Rows of `notifications`: each is one fact for one member. */
export type Notifications = {
  workspace_id: string
  id: string
  membership_id: string
  kind: NotificationKind
  source_id: string
  chat_id: string | null
  actor_type: ActorType
  actor_id: string | null
  created_at: Date
  read_at: Date | null
  mail_due_at: Date | null
  ticket_id: string | null
  bulk_subject: BulkPart['subject'] | null
  bulk_count: number | null
}

/** Rows of `notification_settings`: how a member wants to be notified, and when they were last here. */
export type NotificationSettings = {
  workspace_id: string
  membership_id: string
  rules: Defaulted<NotificationRule[]>
  by_mail: Defaulted<boolean>
  sound: Defaulted<boolean>
  quiet_from: number | null
  quiet_to: number | null
  time_zone: Defaulted<string>
  seen_at: Date | null
  mailed_at: Date | null
}

/** Rows of `notification_cursors`: the last event of which a workspace's members were notified. */
export type NotificationCursors = { workspace_id: string; position: Bigint }

/** Rows of `push_devices`: browsers that receive web push. Each belongs to a session. */
export type PushDevices = {
  id: string
  session_id: string
  endpoint_hash: Buffer
  subscription: Buffer
  name: string
  rules: NotificationRule[] | null
  show_text: Defaulted<boolean>
  created_at: Date
  delivered_at: Date | null
  last_error: string | null
}

/** Rows of `notification_pushes`: notifications that are still to be sent to a device. */
export type NotificationPushes = {
  workspace_id: string
  device_id: string
  notification_id: string
  due_at: Date
  expires_at: Date
  attempts: Defaulted<number>
}

/** Rows of `vapid_keys`: the key pair that identifies this installation to push services. */
export type VapidKeys = {
  id: string
  public_key: string
  private_key: Buffer
  created_at: Defaulted<Date>
}
