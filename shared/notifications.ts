/** Why a member is notified. */
export const NOTIFICATION_KINDS = [
  'message',
  'mention',
  'assignment',
  'reminder',
  'test',
  'sla_warning',
  'sla_breached',
  'comment',
  'status',
] as const

/**
 * Why a member is notified. `reminder`: a snoozed conversation is due. `sla_warning`, `sla_breached`: a target of one.
 * `comment`, `status`: a comment on a ticket that they follow or that is assigned to them, and a change of its status.
 */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/**
 * The things that a member can be notified of. `mine`: conversations that are assigned to them; `unassigned`: messages in
 * conversations without an assignee, of the member's teams, or of all if they are in none; `everything`: all messages.
 */
export const NOTIFICATION_RULES = ['mine', 'mentions', 'unassigned', 'everything'] as const

/** One thing that a member can be notified of. */
export type NotificationRule = (typeof NOTIFICATION_RULES)[number]

/** The rules of a member who has chosen none. */
export const DEFAULT_NOTIFICATION_RULES: readonly NotificationRule[] = [
  'mine',
  'mentions',
  'unassigned',
]

/** Returns the path of the web app's page with everything that is assigned to the member, which reads a notification. */
export function pathOfMine(subject: 'chats' | 'tickets', notificationId: string): string {
  const path = subject === 'chats' ? '/inbox?view=mine' : '/tickets?assignee=me'
  return `${path}&notification=${notificationId}`
}

/** The most devices of a user that receive pushes. */
export const PUSH_DEVICES_MAX = 10

/** Unread conversations are counted up to this number. */
export const UNREAD_COUNTED_MAX = 100
