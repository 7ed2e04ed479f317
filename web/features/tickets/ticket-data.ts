import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { PAGE_SIZE } from '#shared/pages.ts'
import { isAbout } from '#shared/event-types.ts'
import type { TicketActivity as ActivityShape } from '#tickets/activity/schema.ts'
import type { TicketLink as LinkShape } from '#tickets/links/schema.ts'
import type { TicketCounts as CountsShape, UpdateTicketInput } from '#tickets/schema.ts'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import type { Contact } from '../../lib/contacts.ts'
import { withPendingChanges } from '../../lib/pending-changes.ts'
import { refetchTickets, TICKETS } from '../../lib/tickets.ts'
import type { Ticket, TicketList } from '../../lib/tickets.ts'

/** The number of tickets in each standard view. */
export type TicketCounts = Wire<CountsShape>

/** A comment on a ticket or a change of it. */
export type Activity = Wire<ActivityShape>

/** A link of a ticket, with the other ticket. */
export type TicketLink = Wire<LinkShape>

/** A change of a ticket. `tags` are those with the `tag_ids` of the patch, to show them at once. */
export type TicketChange = { ticket: Ticket; patch: UpdateTicketInput; tags?: Ticket['tags'] }

/** The time for which live events are gathered. */
const GATHER_MS = 1500
/** The events of this time that are applied at once. More of them, from a bulk action, are applied together at its end. */
const APPLIED_AT_ONCE_MAX = 10

/** The query key of the comments and changes of tickets, before the ticket's id. */
export const ACTIVITY = ['tickets', 'activity']

/** The query key of single tickets, before their id. */
const ONE = ['tickets', 'one']

/**
 * Reads one ticket, with the SLA target of its conversation for those who read conversations (`expandOf`). The query key is without it:
 * it depends on the member.
 */
export const ticketQuery = (id: string, expand?: string) =>
  queryOptions({
    queryKey: [...ONE, id],
    queryFn: ({ signal }) => api.get<Ticket>(`/api/v1/tickets/${id}`, { expand }, signal),
  })

/** The query key of the links of tickets, before the ticket's id. */
const LINKS = ['tickets', 'links']

/** Reads the links of a ticket; again when it has changed, as it does with each link. */
export const linksQuery = ({ id, updated_at }: Pick<Ticket, 'id' | 'updated_at'>) =>
  queryOptions({
    queryKey: [...LINKS, id, updated_at],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: TicketLink[] }>(`/api/v1/tickets/${id}/links`, {}, signal)).data,
    placeholderData: keepPreviousData,
  })

/** Reads the number of tickets in each standard view. */
export const ticketCountsQuery = queryOptions({
  queryKey: ['tickets', 'counts'],
  queryFn: ({ signal }) => api.get<TicketCounts>('/api/v1/tickets/counts', {}, signal),
})

/** Returns what to expand of tickets for a member who may or may not read conversations. */
export function expandOf(mayReadChats: boolean): string | undefined {
  return mayReadChats ? 'sla' : undefined
}

/** Keeps the cached tickets up to date with live events while the component is mounted. */
export function useTicketsLive(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(0)
  const gathered = useRef(new Map<string, Ticket>())
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(({ type, data }) => {
    if (isAbout('ticket', type)) {
      const ticket = data as Ticket
      if (++applied.current > APPLIED_AT_ONCE_MAX) gathered.current.set(ticket.id, ticket)
      else {
        updateCachedTickets(queries, [withPendingChanges(ticket)])
        refetchActivity(queries, [ticket.id])
      }
    } else if (isAbout('ticket_comment', type))
      refetchActivity(queries, [(data as { ticket_id: string }).ticket_id])
    else return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      applied.current = 0
      const changed = [...gathered.current.values()]
      updateCachedTickets(queries, changed.map(withPendingChanges))
      refetchActivity(queries, [...gathered.current.keys()])
      gathered.current.clear()
      refetchTickets(queries)
    }, GATHER_MS)
  })
}

/** Returns the fields of a ticket that a change sets. */
export function toShown({ ticket, patch, tags }: TicketChange): Partial<Ticket> {
  const { tag_ids: _ids, fields, ...others } = patch
  return { ...others, ...(fields && { fields: toFields(ticket, fields) }), ...(tags && { tags }) }
}

/** Returns the custom fields of a ticket after a change; null removes one. */
function toFields(ticket: Ticket, changes: NonNullable<UpdateTicketInput['fields']>) {
  const entries = Object.entries({ ...ticket.fields, ...changes })
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  )
}

/** Refetches the comments and changes of tickets that are shown. */
export function refetchActivity(queries: QueryClient, ticketIds: string[]): void {
  if (ticketIds.length === 0) return
  const ids = new Set<unknown>(ticketIds)
  void queries.invalidateQueries({
    queryKey: ACTIVITY,
    predicate: ({ queryKey }) => ids.has(queryKey[ACTIVITY.length]),
  })
}

/** Refetches a ticket with its comments and changes. */
export function refetchTicket(queries: QueryClient, ticketId: string): void {
  void queries.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey })
  refetchActivity(queries, [ticketId])
}

/**
 * Updates tickets in the cache unless the cached ones are newer. A ticket that is not in it stays out, so that a change of
 * many does not fill it.
 */
export function updateCachedTickets(queries: QueryClient, tickets: Ticket[]): void {
  if (tickets.length === 0) return
  const given = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const newer = (before: Ticket) => {
    const after = given.get(before.id)
    // Events are without the SLA target.
    return after && after.updated_at >= before.updated_at ? { ...before, ...after } : before
  }
  queries.setQueriesData<Ticket>(
    { queryKey: ONE, predicate: ({ queryKey }) => given.has(queryKey[ONE.length] as string) },
    (before) => before && newer(before),
  )
  queries.setQueriesData<TicketList>({ queryKey: TICKETS }, (lists) =>
    lists?.pages?.some((page) => page.data.some(({ id }) => given.has(id)))
      ? {
          ...lists,
          pages: lists.pages.map((page) => ({ ...page, data: page.data.map(newer) })),
        }
      : lists,
  )
}

/**
 * Reads contacts, a hundred per request. `findContact` returns undefined for a contact not loaded yet; `isLoading`: none is.
 */
export function useContacts(ids: string[]): {
  findContact: (id: string) => Contact | undefined
  isLoading: boolean
} {
  const asked = useMemo(() => [...new Set(ids)].toSorted(), [ids])
  const { data, isLoading } = useQuery({
    queryKey: ['contacts', 'by-ids', asked],
    queryFn: async ({ signal }) => {
      const contacts: Contact[] = []
      for (let from = 0; from < asked.length; from += PAGE_SIZE.max) {
        const part = asked.slice(from, from + PAGE_SIZE.max).join(',')
        const page = await api.get<Page<Contact>>(
          '/api/v1/contacts',
          { ids: part, limit: PAGE_SIZE.max },
          signal,
        )
        contacts.push(...page.data)
      }
      return contacts
    },
    placeholderData: (before) => before,
    enabled: asked.length > 0,
    staleTime: 60_000,
  })
  const byId = useMemo(() => new Map(data?.map((person) => [person.id, person])), [data])
  return { findContact: (id) => byId.get(id), isLoading }
}
