import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { subjectOf } from '#shared/event-types.ts'
import { api } from '../../../lib/api.ts'
import { useLive } from '../../../lib/live.ts'
import type { Contact, TimelineEntry } from '../../../lib/contacts.ts'
import type { Ticket } from '../../../lib/tickets.ts'
import type { Page } from '../../../lib/wire.ts'
import type { Chat } from '../data/types.ts'

/** Rows shown of each list; the contact's page shows all. */
const ROWS = 10
/** Timeline kinds except messages, which the thread shows, and leads, which have their own section. */
const KINDS = 'ticket,note,form,identity_conflict,identity_change,preference,merge'

/** Reads the newest timeline entries of a contact: the leads, or all others. */
export const timelineQuery = (id: string, of: 'leads' | 'others') =>
  queryOptions({
    queryKey: ['contacts', 'timeline', id, of],
    queryFn: ({ signal }) =>
      api.get<Page<TimelineEntry>>(
        `/api/v1/contacts/${id}/timeline`,
        { kinds: of === 'leads' ? 'lead' : KINDS, limit: ROWS },
        signal,
      ),
  })

/** Reads a contact's tickets, most recently updated first. */
export const ticketsQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'of-person', id],
    queryFn: ({ signal }) =>
      api.get<Page<Ticket>>('/api/v1/tickets', { person_id: id, limit: ROWS }, signal),
  })

/** Reads a contact's conversations, newest activity first. */
export const chatsQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'of-person', id],
    queryFn: ({ signal }) =>
      api.get<Page<Chat>>('/api/v1/chats', { person_id: id, limit: ROWS }, signal),
  })

/** Returns `chats` with a newer state of one of them, newest activity first. */
function withChat(chats: readonly Chat[], newer: Chat): Chat[] {
  const activeAt = ({ last_message_at, created_at }: Chat) => last_message_at ?? created_at
  return chats
    .map((each) => (each.id === newer.id && each.updated_at <= newer.updated_at ? newer : each))
    .toSorted((a, b) => activeAt(b).localeCompare(activeAt(a)))
}

/** Refetches what the pane shows of a contact when an event changes it. */
export function useContactLive(personId: string): void {
  const queries = useQueryClient()
  const reread = (...queryKey: string[]) => void queries.invalidateQueries({ queryKey })
  /** Updates a conversation in the list of the contact's. Returns false if it is not there. */
  const updateListed = (chat: Chat) => {
    const { queryKey } = chatsQuery(personId)
    const page = queries.getQueryData(queryKey)
    if (!page?.data.some(({ id }) => id === chat.id)) return false
    queries.setQueryData(queryKey, { ...page, data: withChat(page.data, chat) })
    return true
  }
  useLive(({ type, data }) => {
    const subject = subjectOf(type)
    if (subject === 'contact') {
      if ((data as Contact).id !== personId) return
      reread('contacts', 'one', personId)
      reread('contacts', 'timeline', personId)
    } else if (subject === 'ticket') {
      if ((data as Ticket).person_id !== personId) return
      reread('tickets', 'of-person', personId)
      reread('contacts', 'timeline', personId, 'others')
    } else if (subject === 'conversation') {
      const chat = data as Chat
      if (chat.person.id === personId && !updateListed(chat)) reread('inbox', 'of-person', personId)
    }
  })
}
