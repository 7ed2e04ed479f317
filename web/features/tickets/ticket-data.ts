import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Ticket as TicketShape, TicketCounts as CountsShape } from '#tickets/schema.ts'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import { useLiveAgain } from '../../lib/use-live-again.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import type { Person } from '../contacts/contact-data.ts'

/** A ticket, as it arrives. */
export type Ticket = Wire<TicketShape>
/** How many tickets the usual views have, as it arrives. */
export type TicketCounts = Wire<CountsShape>

/** What lists of tickets are cached under. */
export const TICKETS = ['tickets', 'list']

/** The states of tickets, in order. */
export const STATUSES = ['open', 'pending', 'solved', 'closed'] as const
/** The priorities of tickets, the lowest first. */
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

const GATHER_MS = 1500
const PAGES_REREAD = 3

type Lists = InfiniteData<Page<Ticket>>

/** One ticket. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: ({ signal }) => api.get<Ticket>(`/api/v1/tickets/${id}`, {}, signal),
  })

/** How many tickets the usual views have. */
export const ticketCountsQuery = queryOptions({
  queryKey: ['tickets', 'counts'],
  queryFn: ({ signal }) => api.get<TicketCounts>('/api/v1/tickets/counts', {}, signal),
})

/** Keeps everything shown of tickets as it is on the server, while the component is shown. */
export function useTicketsLive(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveAgain(() => {
    rereadTickets(queries)
    void queries.invalidateQueries({ queryKey: ['tickets', 'one'] })
    void queries.invalidateQueries({ queryKey: ['tickets', 'conversation'] })
  })
  useLive(({ type, data }) => {
    if (type !== 'ticket.created' && type !== 'ticket.updated') return
    takeTicket(queries, data as Ticket)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      rereadTickets(queries)
    }, GATHER_MS)
  })
}

/** Shows a ticket as it now is, wherever it is shown. */
export function takeTicket(queries: QueryClient, ticket: Ticket): void {
  queries.setQueryData<Ticket>(ticketQuery(ticket.id).queryKey, (before) =>
    before && before.updated_at > ticket.updated_at ? before : ticket,
  )
  queries.setQueriesData<Lists>({ queryKey: TICKETS }, (lists) =>
    lists?.pages?.some((page) => page.data.some(({ id }) => id === ticket.id))
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({
            ...page,
            data: page.data.map((each) =>
              each.id === ticket.id && each.updated_at <= ticket.updated_at ? ticket : each,
            ),
          })),
        }
      : lists,
  )
}

/** What changes of tickets are kept under while the server has not answered. */
export const TICKET_CHANGES = ['tickets', 'change']

/**
 * Reads the lists of tickets anew that are not too long for it, and the counts; not while a change is on its way,
 * as the answer might be of before it: `pendingMax` of them may be.
 */
export function rereadTickets(queries: QueryClient, pendingMax = 0): void {
  if (queries.isMutating({ mutationKey: TICKET_CHANGES }) > pendingMax) return
  void queries.invalidateQueries({
    queryKey: TICKETS,
    predicate: ({ state }) =>
      ((state.data as Lists | undefined)?.pages.length ?? 0) <= PAGES_REREAD,
  })
  void queries.invalidateQueries({ queryKey: ['tickets', 'counts'] })
  void queries.invalidateQueries({ queryKey: ['tickets', 'of'] })
}

/** The people that tickets are about, read a hundred at a time; undefined while somebody is being read. */
export function usePeople(ids: string[]): (id: string) => Person | undefined {
  const asked = useMemo(() => [...new Set(ids)].toSorted(), [ids])
  const { data } = useQuery({
    queryKey: ['contacts', 'by-ids', asked],
    queryFn: async ({ signal }) => {
      const people: Person[] = []
      for (let from = 0; from < asked.length; from += 100) {
        const part = asked.slice(from, from + 100).join(',')
        const page = await api.get<Page<Person>>(
          '/api/v1/contacts',
          { ids: part, limit: 100 },
          signal,
        )
        people.push(...page.data)
      }
      return people
    },
    placeholderData: (before) => before,
    enabled: asked.length > 0,
    staleTime: 60_000,
  })
  const byId = useMemo(() => new Map(data?.map((person) => [person.id, person])), [data])
  return (id) => byId.get(id)
}
