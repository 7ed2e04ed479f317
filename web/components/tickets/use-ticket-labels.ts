import { useTranslations } from 'use-intl'
import { useFindMember } from '../../lib/members.ts'
import type { Ticket } from '../../lib/tickets.ts'

/** Returns functions that translate a ticket's status, priority and assignee. */
export function useTicketLabels(): {
  status: (status: Ticket['status']) => string
  priority: (priority: Ticket['priority']) => string
  assignee: (id: string | null) => string
} {
  const t = useTranslations('tickets')
  const findMember = useFindMember()
  return {
    status: (status) => t(`statuses.${status}`),
    priority: (priority) => t(`priorities.${priority}`),
    assignee: (id) => (id === null ? t('unassigned') : (findMember(id)?.name ?? t('somebody'))),
  }
}
