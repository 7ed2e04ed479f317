import { PersonDetail } from '#contacts/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-schema.ts'
import { Chat, ListChatsQuery } from './schema.ts'
import { strictObject, titledObject } from '#lib/schemas.ts'

const expand = expandQuery(['contact'])

/** A conversation with what the request expanded. */
export const ExpandedChat = titledObject('ExpandedConversation', {
  ...Chat.properties,
  ...expandedFields({ contact: PersonDetail }),
})

/** The query of GET /api/v1/chats/{id}. */
export const GetChatQuery = strictObject(expand)

/** The query of GET /api/v1/chats. */
export const ListExpandedChatsQuery = strictObject({ ...ListChatsQuery.properties, ...expand })
