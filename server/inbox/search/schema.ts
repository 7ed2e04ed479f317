import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Person } from '#contacts/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { Message } from '#messages/schema.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'

/** The query of GET /api/v1/search. */
export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'The text to search for.',
    }),
  },
  { additionalProperties: false },
)

/** The results, newest of each kind first. */
export const SearchResults = Type.Object(
  {
    people: Type.Array(Person),
    chats: Type.Array(Chat, { description: 'Conversations whose contact matches.' }),
    messages: Type.Array(
      Type.Object({
        message: Message,
        chat: Chat,
        snippet: Type.String({ description: 'An excerpt around the first match.' }),
      }),
    ),
  },
  { title: 'SearchResults' },
)

/** The results, newest of each kind first. */
export type SearchResults = Static<typeof SearchResults>
