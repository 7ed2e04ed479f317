import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { countUnread } from './count-unread.ts'
import { getNotificationSettings } from './get-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'
import {
  ListNotificationsQuery,
  NotificationResource,
  NotificationSettingsResource,
  ReadCount,
  ReadNotificationsBody,
  UnreadCount,
  UpdateNotificationSettingsBody,
} from './schema.ts'
import { updateNotificationSettings } from './update-notification-settings.ts'

/** Adds the routes of a member's notifications and of how they are notified. */
export function addNotificationRoutes(app: App): void {
  const routes = resource(app, '/api/app', {
    tag: 'Session',
    read: { session: 'member' },
    write: { session: 'member' },
  })

  routes.get('/notifications', {
    operationId: 'listNotifications',
    summary: 'List your notifications',
    description:
      'Newest first, one for each conversation or ticket. A conversation leaves the list when it was answered, closed, snoozed or assigned to another member. Notifications are kept for 30 days.',
    query: ListNotificationsQuery,
    response: { 200: pageOf(NotificationResource) },
    run: (scope, { query }) => listNotifications(scope, query),
  })
  routes.get('/notifications/unread', {
    operationId: 'countUnreadNotifications',
    summary: 'Count your unread notifications',
    description:
      'Counts the conversations and tickets of the list, and returns their ids and the newest unread notification.',
    response: { 200: UnreadCount },
    run: (scope) => countUnread(scope),
  })
  routes.post('/notifications/read', {
    operationId: 'markNotificationsRead',
    summary: 'Mark your notifications as read',
    description: 'Without a field, marks all of them.',
    body: ReadNotificationsBody,
    response: { 200: ReadCount },
    runs: 'tenant',
    run: (scope, { body }) => readNotifications(scope, body),
  })
  routes.get('/notification-settings', {
    operationId: 'getNotificationSettings',
    summary: 'Get how you are notified',
    description:
      'Returns what you are notified of in this workspace, whether by mail and with a sound, and your quiet hours. A member who has changed nothing has the default settings.',
    response: { 200: NotificationSettingsResource },
    run: (scope) => getNotificationSettings(scope),
  })
  routes.patch('/notification-settings', {
    operationId: 'updateNotificationSettings',
    summary: 'Change how you are notified',
    description: 'Only the fields you send are updated; null clears the quiet hours.',
    body: UpdateNotificationSettingsBody,
    response: { 200: NotificationSettingsResource },
    runs: 'directory',
    run: (scope, { body }) => updateNotificationSettings(scope, body),
  })
}
