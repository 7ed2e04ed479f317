import { Type } from 'typebox'
import { PersonDetail } from '#contacts/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-schema.ts'
import { Chat, ListChatsQuery } from './schema.ts'

const expand = expandQuery(['contact'])

/** A conversation with what the request expanded. */
export const ExpandedChat = Type.Object(
  { ...Chat.properties, ...expandedFields({ contact: PersonDetail }) },
  { title: 'ExpandedConversation' },
)

/** The query of GET /api/v1/chats/{id}. */
export const GetChatQuery = Type.Object(expand, { additionalProperties: false })

/** The query of GET /api/v1/chats. */
export const ListExpandedChatsQuery = Type.Object(
  { ...ListChatsQuery.properties, ...expand },
  { additionalProperties: false },
)
