import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { UpdateTicketInput } from '#tickets/schema.ts'
import { api } from '../../lib/api.ts'
import { inOrder } from '../../lib/in-order.ts'
import { notifyDone, notifyError } from '../../components/notify.ts'
import type { Page } from '../../lib/wire.ts'
import { holdChange, withPendingChanges } from '../../lib/pending-changes.ts'
import { refetchTickets, TICKET_CHANGES, TICKETS } from '../../lib/tickets.ts'
import { toShown, updateCachedTickets } from './ticket-data.ts'
import type { TicketChange } from './ticket-data.ts'
import type { Ticket } from '../../lib/tickets.ts'

type Change = TicketChange & { said?: string; isUndo?: boolean }

/**
 * Returns a function that changes a ticket: optimistically in the cache, then on the server. The notification offers
 * to undo the change.
 */
export function useChangeTicket() {
  const t = useTranslations('tickets.ticket')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationKey: TICKET_CHANGES,
    mutationFn: ({ ticket, patch }: Change) =>
      inOrder(ticket.id, () => api.patch<Ticket>(`/api/v1/tickets/${ticket.id}`, patch)),
    onMutate: async (change) => {
      const release = holdChange(change.ticket.id, toShown(change))
      // A list without rows would stay empty.
      await queries.cancelQueries({ queryKey: TICKETS, predicate: ({ state }) => !!state.data })
      placeTicket(queries, { ...change.ticket, ...toShown(change) })
      return release
    },
    onSuccess: (saved, { ticket, patch, said, isUndo }, release) => {
      release()
      placeTicket(queries, withPendingChanges(saved))
      if (isUndo) return
      const fields = Object.fromEntries(
        Object.keys(patch.fields ?? {}).map((key) => [key, ticket.fields[key] ?? null]),
      )
      const before = { ...ticket, fields, tag_ids: ticket.tags.map(({ id }) => id) }
      const undo = Object.fromEntries(
        Object.keys(patch).map((name) => [name, before[name as keyof UpdateTicketInput]]),
      )
      notifyDone(said ?? t('changed'), {
        label: tStates('undo'),
        run: () => mutation.mutate({ ticket: saved, patch: undo, tags: ticket.tags, isUndo: true }),
      })
    },
    onError: (err, { ticket }, release) => {
      release?.()
      placeTicket(queries, withPendingChanges(ticket))
      notifyError(t('failed'), err)
    },
    onSettled: () => refetchTickets(queries, 1),
  })
  return (change: Change) => mutation.mutate(change)
}

type Lists = InfiniteData<Page<Ticket>>

/** Updates a ticket in the cache and adds it to the board column of its status. Both are shown at the same time. */
function placeTicket(queries: QueryClient, ticket: Ticket): void {
  notifyManager.batch(() => {
    updateCachedTickets(queries, [ticket])
    addToColumn(queries, ticket)
  })
}

function addToColumn(queries: QueryClient, ticket: Ticket): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: TICKETS })) {
    const { status } = query.queryKey[2] as { status?: string }
    if (status !== ticket.status) continue
    queries.setQueryData<Lists>(query.queryKey, (lists) => {
      const [first, ...others] = lists?.pages ?? []
      if (!lists || !first) return lists
      if (lists.pages.some((page) => page.data.some(({ id }) => id === ticket.id))) return lists
      return { ...lists, pages: [{ ...first, data: [ticket, ...first.data] }, ...others] }
    })
  }
}
