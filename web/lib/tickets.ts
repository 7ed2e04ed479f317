import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Chat } from '#conversations/schema.ts'
import type { Ticket as TicketShape } from '#tickets/schema.ts'
import type { Page, Wire } from './wire.ts'

/** A ticket, with the SLA target of its conversation where it was asked for. */
export type Ticket = Wire<TicketShape> & { sla?: Wire<Chat>['sla'] }

/** A cached list of tickets, page by page. */
export type TicketList = InfiniteData<Page<Ticket>>

/** The query key of all ticket lists. */
export const TICKETS = ['tickets', 'list']

/** The mutation key of ticket changes. */
export const TICKET_CHANGES = ['tickets', 'change']

/** Longer lists are only patched: refetching one would read every page. */
const REFETCHED_PAGES_MAX = 3

/**
 * Refetches the short ticket lists and the counts. It does nothing while more than `pendingMax` changes are in
 * flight, because the response could predate them.
 */
export function refetchTickets(queries: QueryClient, pendingMax = 0): void {
  if (queries.isMutating({ mutationKey: TICKET_CHANGES }) > pendingMax) return
  void queries.invalidateQueries({
    queryKey: TICKETS,
    predicate: ({ state }) =>
      ((state.data as TicketList | undefined)?.pages.length ?? 0) <= REFETCHED_PAGES_MAX,
  })
  void queries.invalidateQueries({ queryKey: ['tickets', 'counts'] })
  void queries.invalidateQueries({ queryKey: ['tickets', 'of'] })
}
