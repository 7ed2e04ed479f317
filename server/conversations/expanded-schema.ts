import { PersonDetail } from '#contacts/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-query.ts'
import { closedObject, titled } from '#lib/schemas.ts'
import { Chat, ListChatsQuery } from './schema.ts'

const expand = expandQuery(['contact'])

/** A conversation with what the request expanded. */
export const ExpandedChat = titled('ExpandedConversation', {
  ...Chat.properties,
  ...expandedFields({ contact: PersonDetail }),
})

/** The query of GET /api/v1/chats/{id}. */
export const GetChatQuery = closedObject(expand)

/** The query of GET /api/v1/chats. */
export const ListExpandedChatsQuery = closedObject({ ...ListChatsQuery.properties, ...expand })
