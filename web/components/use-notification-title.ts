import { useTranslations } from 'use-intl'
import type { Notification } from '../lib/notifications.ts'

/** Returns a function that says what a notification is about. */
export function useNotificationTitle(): (notification: Notification) => string {
  const t = useTranslations('shell.notifications')
  return ({ kind, ticket, bulk, actor, contact_name: name, message_count: count }) => {
    const names = { actor: actor.name ?? t('someone'), person: name ?? t('aContact') }
    if (kind === 'message' && count > 1) return t('kinds.messages', { count })
    if (bulk) return t(`bulkKinds.${bulk.subject}`, { ...names, count: bulk.count })
    return ticket && (kind === 'mention' || kind === 'assignment' || kind === 'reminder')
      ? t(`ticketKinds.${kind}`, { ...names, number: String(ticket.number) })
      : t(`kinds.${kind}`, names)
  }
}
