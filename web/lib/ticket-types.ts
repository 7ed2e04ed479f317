import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { TicketType as TicketTypeShape } from '#tickets/types/schema.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** A type of tickets. */
export type TicketType = Wire<TicketTypeShape>

/** The query key of the types of tickets. */
export const TICKET_TYPES = ['ticket-types']

/** Reads the types of tickets, sorted by name. */
export const ticketTypesQuery = queryOptions({
  queryKey: [...TICKET_TYPES, 'all'],
  queryFn: async () =>
    (await readAll<TicketType>('/api/v1/ticket-types')).toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
  staleTime: 60_000,
})

const NONE: TicketType[] = []

/** Returns the types of tickets; none until they are loaded. Without types, the app shows nothing of them. */
export function useTicketTypes(): TicketType[] {
  return useQuery(ticketTypesQuery).data ?? NONE
}

/** Returns a function that returns the name of a type of tickets; undefined without a type, and until they are loaded. */
export function useTypeName(): (id: string | null) => string | undefined {
  const types = useTicketTypes()
  const byId = useMemo(() => new Map(types.map(({ id, name }) => [id, name])), [types])
  return useCallback((id) => (id === null ? undefined : byId.get(id)), [byId])
}
