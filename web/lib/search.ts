import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SearchResults } from '#inbox/search/schema.ts'
import type { TextRange } from '#shared/find-ranges.ts'
import { toPreview } from '#shared/to-preview.ts'
import { api } from './api.ts'
import { chatName, displayName } from './display-name.ts'
import type { Wire } from './wire.ts'
import { formatPhone } from './format-phone.ts'

/** The results of a search. */
export type Found = Wire<SearchResults>

/** The kinds of results in the order in which they are shown. */
export const KINDS = [
  'people',
  'chats',
  'tickets',
  'messages',
  'notes',
] as const satisfies (keyof SearchResults['next_cursors'])[]

/** A kind of result. */
export type Kind = (typeof KINDS)[number]

/** The address that a result leads to. */
type HitTarget =
  | { to: '/contacts/$personId'; params: { personId: string } }
  | { to: '/inbox/$chatId'; params: { chatId: string }; search: { view: 'all'; message?: string } }
  | { to: '/tickets/$ticketId'; params: { ticketId: string } }

/**
 * A result of any kind, as it is shown.
 *
 * name: of the contact, for the avatar; null: unknown.
 * title, detail: the two lines, with the matches to mark. A null title is an unknown contact.
 * at: when it happened, RFC 3339; null: no time is shown.
 */
export type Hit = {
  kind: Kind
  id: string
  personId: string
  name: string | null
  title: Marked | null
  detail: Marked | null
  at: string | null
  target: HitTarget
}

/** A text with the matches to mark. */
export type Marked = { text: string; ranges: readonly TextRange[] }

/** Searches everything for `q`: up to `limit` results of each kind. Earlier results stay until new ones arrive. */
export function searchQuery(q: string, limit: number) {
  return queryOptions({
    queryKey: ['search', q, limit],
    queryFn: ({ signal }) => api.get<Found>('/api/v1/search', { q, limit }, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled: q !== '',
  })
}

/** Returns the results of one kind. */
export function hitsOf(found: Found, kind: Kind): Hit[] {
  switch (kind) {
    case 'people':
      return found.people.map(toPersonHit)
    case 'chats':
      return found.chats.map(toChatHit)
    case 'messages':
      return found.messages.map(({ message, chat, ...excerpt }) =>
        toTextHit('messages', message, chat, excerpt),
      )
    case 'notes':
      return found.notes.map(({ note, chat, ...excerpt }) =>
        toTextHit('notes', note, chat, excerpt),
      )
    case 'tickets':
      return found.tickets.map(toTicketHit)
  }
}

type Excerpt = { snippet: string; highlights: TextRange[] }
type FoundChat = Omit<Found['chats'][number], 'match'>

function toPersonHit({ match, ...person }: Found['people'][number]): Hit {
  const name = displayName(person)
  const phone = person.phone_e164 && formatPhone(person.phone_e164)
  const username = person.username && `@${person.username}`
  const about = [phone, person.email, username].filter((text) => text !== null && text !== name)
  return {
    kind: 'people',
    id: person.id,
    personId: person.id,
    name,
    ...withMatch(name, about.join(' · '), match, person.name),
    at: null,
    target: { to: '/contacts/$personId', params: { personId: person.id } },
  }
}

function toChatHit({ match, ...chat }: Found['chats'][number]): Hit {
  const name = chatName(chat)
  const text = chat.last_message?.text
  return {
    kind: 'chats',
    id: chat.id,
    personId: chat.person.id,
    name,
    ...withMatch(
      name,
      text ? toPreview(text, chat.channel.type) : formatPhone(chat.person.phone_e164 ?? ''),
      match,
      name,
    ),
    at: chat.last_message_at,
    target: toChat(chat.id),
  }
}

function toTextHit(
  kind: 'messages' | 'notes',
  item: { id: string; created_at: string },
  chat: FoundChat,
  { snippet, highlights }: Excerpt,
): Hit {
  const name = chatName(chat)
  return {
    kind,
    id: item.id,
    personId: chat.person.id,
    name,
    title: name === null ? null : plain(name),
    detail: { text: snippet, ranges: highlights },
    at: item.created_at,
    target: toChat(chat.id, item.id),
  }
}

function toTicketHit(found: Found['tickets'][number]): Hit {
  const { ticket, person_name, field, snippet, highlights } = found
  const number = `#${ticket.number} `
  const isTitle = field === 'title'
  const name = person_name === null ? null : plain(person_name)
  return {
    kind: 'tickets',
    id: ticket.id,
    personId: ticket.person_id,
    name: person_name,
    title: isTitle
      ? {
          text: number + snippet,
          ranges: highlights.map(({ start, end }) => ({
            start: start + number.length,
            end: end + number.length,
          })),
        }
      : plain(number + ticket.title),
    detail: isTitle ? name : { text: snippet, ranges: highlights },
    at: ticket.updated_at,
    target: { to: '/tickets/$ticketId', params: { ticketId: ticket.id } },
  }
}

function toChat(chatId: string, message?: string): HitTarget {
  return {
    to: '/inbox/$chatId',
    params: { chatId },
    search: { view: 'all', ...(message && { message }) },
  }
}

/** Formats a phone number that was found, and moves its marks to the same digits. */
function toShown({ text, ranges }: Marked): Marked {
  const shown = formatPhone(text)
  const places = [...shown].flatMap((each, index) => (each === ' ' ? [] : [index]))
  return shown === text
    ? { text, ranges }
    : {
        text: shown,
        ranges: ranges.map(({ start, end }) => ({
          start: places[start]!,
          end: places[end - 1]! + 1,
        })),
      }
}

/** Marks the match in the title if that shows the field, else shows the field as detail. */
function withMatch(
  title: string | null,
  detail: string,
  match: (Excerpt & { field: string }) | null,
  name: string | null,
): { title: Marked | null; detail: Marked | null } {
  const marked = match && toShown({ text: match.snippet, ranges: match.highlights })
  const isTitle = marked !== null && marked.text === (name ?? title)
  return {
    title: isTitle ? marked : title === null ? null : plain(title),
    detail: marked && !isTitle ? marked : detail === '' ? null : plain(detail),
  }
}

function plain(text: string): Marked {
  return { text, ranges: [] }
}
