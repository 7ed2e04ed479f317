import { queryOptions } from '@tanstack/react-query'
import { pathOfMine } from '#shared/notifications.ts'
import type {
  NotificationResource,
  NotificationSettingsResource,
  UnreadNotifications,
} from '#notifications/schema.ts'
import { api } from './api.ts'
import type { Wire } from './wire.ts'
import { dateFormat } from './day.ts'

/** A notification of the signed-in member. */
export type Notification = Wire<NotificationResource>

/** Which conversations and tickets have unread notifications. */
export type Unread = Wire<UnreadNotifications>

/** How the signed-in member is notified. */
export type NotificationSettings = Wire<NotificationSettingsResource>

/** Reads which conversations and tickets have unread notifications, and the newest of those. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.get<Unread>('/api/app/notifications/unread', {}, signal),
  staleTime: 60_000,
})

/** Reads how the signed-in member is notified. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) =>
    api.get<NotificationSettings>('/api/app/notification-settings', {}, signal),
  staleTime: 60_000,
})

/**
 * Marks notifications as read: those of a conversation or a ticket, those with the ids, or all of them. Returns when. `undo`: marks as
 * unread again what was read at this time.
 */
export async function readNotifications(
  of: { conversation_id?: string; ticket_id?: string; ids?: string[]; undo?: string } = {},
): Promise<string> {
  const read = await api.post<{ read_at: string }>('/api/app/notifications/read', of)
  return read.read_at
}

/** Returns the page that a notification is about; undefined for none. */
export function toNotificationPath(notification: Notification): string | undefined {
  const { id, ticket, conversation_id: chatId, bulk } = notification
  if (bulk) return pathOfMine(bulk.subject, id)
  if (ticket) return `/tickets/${ticket.id}`
  return chatId === null ? undefined : `/inbox/${chatId}`
}

/** Returns whether a member has quiet hours now. */
export function isQuiet({
  quiet_hours: quiet,
  time_zone: timeZone,
}: NotificationSettings): boolean {
  if (!quiet) return false
  const time = dateFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format()
  return quiet.from < quiet.to
    ? time >= quiet.from && time < quiet.to
    : time >= quiet.from || time < quiet.to
}
