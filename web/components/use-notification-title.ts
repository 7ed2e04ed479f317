import { useTranslations } from 'use-intl'
import type { Notification } from '../lib/notifications.ts'
import { useVisitorName } from '../lib/use-visitor-name.ts'

/** Returns a function that names the contact of a notification. */
export function useNotificationContact(): (notification: Notification) => string {
  const t = useTranslations('shell.notifications')
  const visitorName = useVisitorName()
  return ({ contact_name: name, contact_id: id }) =>
    name ?? (id === null ? t('aContact') : visitorName(id))
}

/** Returns a function that says what a notification is about. */
export function useNotificationTitle(): (notification: Notification) => string {
  const t = useTranslations('shell.notifications')
  const nameOf = useNotificationContact()
  return (notification) => {
    const { kind, ticket, bulk, actor, message_count: count } = notification
    const names = { actor: actor.name ?? t('someone'), person: nameOf(notification) }
    if (kind === 'message' && count > 1) return t('kinds.messages', { count })
    if (bulk) return t(`bulkKinds.${bulk.subject}`, { ...names, count: bulk.count })
    const number = String(ticket?.number)
    if (kind === 'comment' || kind === 'status')
      return t(`ticketKinds.${kind}`, { ...names, number })
    return ticket && (kind === 'mention' || kind === 'assignment' || kind === 'reminder')
      ? t(`ticketKinds.${kind}`, { ...names, number })
      : t(`kinds.${kind}`, names)
  }
}
