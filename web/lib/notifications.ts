import { queryOptions } from '@tanstack/react-query'
import type { NotificationResource, NotificationSettingsResource } from '#notifications/schema.ts'
import { api } from './api.ts'
import type { Wire } from './wire.ts'

/** A notification of the signed-in member. */
export type Notification = Wire<NotificationResource>

/** How the signed-in member is notified. */
export type NotificationSettings = Wire<NotificationSettingsResource>

/** Reads how many conversations have unread notifications, and the newest of those. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) =>
    api.get<{ unread_count: number; newest: Notification | null }>(
      '/api/app/notifications/unread',
      {},
      signal,
    ),
  staleTime: 60_000,
})

/** Reads how the signed-in member is notified. */
export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) =>
    api.get<NotificationSettings>('/api/app/notification-settings', {}, signal),
  staleTime: 60_000,
})

/** Marks notifications of a conversation as read, or all of them. */
export async function readNotifications(conversationId?: string): Promise<void> {
  await api.post(
    '/api/app/notifications/read',
    conversationId === undefined ? {} : { conversation_id: conversationId },
  )
}

/** Returns whether a member has quiet hours now. */
export function isQuiet({
  quiet_hours: quiet,
  time_zone: timeZone,
}: NotificationSettings): boolean {
  if (!quiet) return false
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format()
  return quiet.from < quiet.to
    ? time >= quiet.from && time < quiet.to
    : time >= quiet.from || time < quiet.to
}
