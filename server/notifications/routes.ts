import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceInDirectory } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { countUnread } from './count-unread.ts'
import { getNotificationSettings } from './get-settings.ts'
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
import { updateNotificationSettings } from './update-settings.ts'

const config = { permission: { session: 'member' } } as const
const tags = ['Session']

/** Adds the routes of a member's notifications and of how they are notified. */
export function addNotificationRoutes(app: App): void {
  addListRoutes(app)
  addSettingsRoutes(app)
}

function addListRoutes(app: App): void {
  app.get(
    '/api/app/notifications',
    {
      config,
      schema: {
        operationId: 'listNotifications',
        summary: 'List your notifications',
        description: 'Newest first. Notifications are kept for 30 days.',
        tags,
        querystring: ListNotificationsQuery,
        response: { 200: pageOf(NotificationResource) },
      },
    },
    async (request) => listNotifications(scopeOf(request), request.query),
  )
  app.get(
    '/api/app/notifications/unread',
    {
      config,
      schema: {
        operationId: 'countUnreadNotifications',
        summary: 'Count your unread notifications',
        description:
          'Counts conversations and tickets, so several notifications of one conversation count once. Also returns the newest unread notification.',
        tags,
        response: { 200: UnreadCount },
      },
    },
    async (request) => countUnread(scopeOf(request)),
  )
  app.post(
    '/api/app/notifications/read',
    {
      config,
      schema: {
        operationId: 'markNotificationsRead',
        summary: 'Mark your notifications as read',
        description: 'Without a field, marks all of them.',
        tags,
        body: ReadNotificationsBody,
        isIdempotent: true,
        response: { 200: ReadCount },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => readNotifications(scope, request.body)),
  )
}

function addSettingsRoutes(app: App): void {
  app.get(
    '/api/app/notification-settings',
    {
      config,
      schema: {
        operationId: 'getNotificationSettings',
        summary: 'Get how you are notified',
        description:
          'Returns what you are notified of in this workspace, whether by mail and with a sound, and your quiet hours. A member who has changed nothing has the default settings.',
        tags,
        response: { 200: NotificationSettingsResource },
      },
    },
    async (request) => getNotificationSettings(scopeOf(request)),
  )
  app.patch(
    '/api/app/notification-settings',
    {
      config,
      schema: {
        operationId: 'updateNotificationSettings',
        summary: 'Change how you are notified',
        description: 'Only the fields you send are updated; null clears the quiet hours.',
        tags,
        body: UpdateNotificationSettingsBody,
        isIdempotent: true,
        response: { 200: NotificationSettingsResource },
      },
    },
    async (request, reply) =>
      answerOnceInDirectory(request, reply, 200, (scope) =>
        updateNotificationSettings(scope, request.body),
      ),
  )
}
