import { useTranslations } from 'use-intl'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { readNotifications } from '../../lib/notifications.ts'
import type { Notification } from '../../lib/notifications.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Returns a function that marks the notifications of a conversation or a ticket as read, and offers to undo it. */
export function useRead(): (notification: Notification) => void {
  const t = useTranslations('notifications')
  const tStates = useTranslations('states')
  return ({ id, ticket, conversation_id: chatId }) => {
    const of = ticket
      ? { ticket_id: ticket.id }
      : chatId === null
        ? { ids: [id] }
        : { conversation_id: chatId }
    const mark = async (undo?: string) => {
      try {
        const at = await readNotifications({ ...of, ...(undo !== undefined && { undo }) })
        if (undo === undefined)
          notifyDone(t('row.marked'), { label: tStates('undo'), run: () => void mark(at) })
      } catch (err) {
        notifyError(t('readFailed'), err)
      }
      await queryClient.invalidateQueries({ queryKey: ['notifications'] })
    }
    void mark()
  }
}
