import { MINE_PATHS } from '#shared/notifications.ts'
import type { NotificationDetails } from './read-details.ts'

/** Returns the path of the web app's page that a notification is about. */
export function toPath({
  chat_id: chatId,
  ticket,
  bulk,
}: Pick<NotificationDetails, 'chat_id' | 'ticket' | 'bulk'>): string {
  if (ticket) return `/tickets/${ticket.id}`
  if (chatId !== null) return `/inbox/${chatId}`
  return bulk ? MINE_PATHS[bulk.subject] : '/notifications'
}
