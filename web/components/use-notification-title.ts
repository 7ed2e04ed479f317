import { useTranslations } from 'use-intl'
import type { Notification } from '../lib/notifications.ts'

/** Returns a function that says what a notification is about. */
export function useNotificationTitle(): (notification: Notification) => string {
  const t = useTranslations('shell.notifications')
  return ({ kind, ticket, actor, contact_name: name }) => {
    const names = { actor: actor.name ?? t('someone'), person: name ?? t('aContact') }
    return ticket && kind !== 'message' && kind !== 'test'
      ? t(`ticketKinds.${kind}`, { ...names, number: String(ticket.number) })
      : t(`kinds.${kind}`, names)
  }
}
