import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CreateTicketInput } from '#tickets/schema.ts'
import { api } from '../../lib/api.ts'
import { refetchTickets } from '../../lib/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { notifyDone, notifyError } from '../notify.ts'

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
    mutationFn: (ticket: CreateTicketInput) => api.post<Ticket>('/api/v1/tickets', ticket),
    onSuccess: (ticket) => {
      refresh(ticket)
      const undo = { label: tStates('undo'), run: () => void close(ticket) }
      notifyDone(t('created', { number: String(ticket.number) }), canUndo ? undo : undefined)
    },
  })
}
