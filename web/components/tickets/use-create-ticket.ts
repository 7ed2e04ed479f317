import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { refetchTickets } from '../../lib/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { notifyDone, notifyError } from '../notify.ts'

/** The request body of POST /api/v1/tickets. */
type NewTicket = {
  person_id: string
  title: string
  priority: Ticket['priority']
  assignee_id?: string
  due_at?: string
  conversation_id?: string
  message_id?: string
}

/**
 * Returns a mutation that creates a ticket and shows a notification. With `canUndo` the notification offers to close
 * the ticket again.
 */
export function useCreateTicket({ canUndo }: { canUndo: boolean }) {
  const t = useTranslations('tickets.form')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const refresh = ({ person_id }: Ticket) => {
    refetchTickets(queries)
    void queries.invalidateQueries({ queryKey: ['contacts', 'timeline', person_id] })
  }
  const close = async (ticket: Ticket) => {
    try {
      await api.patch<Ticket>(`/api/v1/tickets/${ticket.id}`, { status: 'closed' })
      refresh(ticket)
      notifyDone(t('undone', { number: String(ticket.number) }))
    } catch (err) {
      notifyError(t('undoFailed'), err)
    }
  }
  return useMutation({
    mutationFn: (ticket: NewTicket) => api.post<Ticket>('/api/v1/tickets', ticket),
    onSuccess: (ticket) => {
      refresh(ticket)
      const undo = { label: tStates('undo'), run: () => void close(ticket) }
      notifyDone(t('created', { number: String(ticket.number) }), canUndo ? undo : undefined)
    },
  })
}
