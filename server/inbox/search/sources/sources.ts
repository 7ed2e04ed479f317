import { chats } from './chats.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { tickets } from './tickets.ts'

/** All kinds of results, by their names in the API. */
export const SOURCES = { people, chats, messages, notes, tickets }

/** The name of a kind of result. */
export type SearchKind = keyof typeof SOURCES

/** The names of all kinds of results. */
export const SEARCH_KINDS = Object.keys(SOURCES) as SearchKind[]
