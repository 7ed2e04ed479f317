import { pathOfMine } from '#shared/notifications.ts'
import type { NotificationDetails } from './read-details.ts'

/** Returns the path of the web app's page that a notification is about. Opening that page reads the notification. */
export function toPath({
  id,
  chat_id: chatId,
  ticket,
  bulk,
}: Pick<NotificationDetails, 'id' | 'chat_id' | 'ticket' | 'bulk'>): string {
  if (ticket) return `/tickets/${ticket.id}`
  if (chatId !== null) return `/inbox/${chatId}`
  return bulk ? pathOfMine(bulk.subject, id) : '/notifications'
}
