import { Type } from 'typebox'
import { PersonDetail } from '#contacts/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-query.ts'
import { choiceList, createdFilters } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, titled } from '#lib/schemas.ts'
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES, MESSAGE_TYPES } from '#shared/messages.ts'
import { messageFields } from './schema.ts'

const MESSAGE_EXPANSIONS = ['contact', 'conversation'] as const

/** A message with what the request expanded. */
export const ExpandedMessage = titled('ExpandedMessage', {
  ...messageFields,
  ...expandedFields({ contact: PersonDetail, conversation: Chat }),
})

/** The query of GET /api/v1/messages/{id}. */
export const GetMessageQuery = Type.Object(expandQuery(MESSAGE_EXPANSIONS), {
  additionalProperties: false,
})

const messageFilters = {
  conversation_id: Type.Optional(Id),
  person_id: Type.Optional(Id),
  channel_id: Type.Optional(Id),
  direction: Type.Optional(
    Type.Enum([...MESSAGE_DIRECTIONS], {
      description: 'Only received (`inbound`) or only sent (`outbound`) messages.',
    }),
  ),
  type: choiceList(MESSAGE_TYPES),
  status: choiceList(MESSAGE_STATUSES),
  platform_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: "The platform's id of the message, such as a `wamid` of WhatsApp.",
    }),
  ),
  ...createdFilters,
}

/** The query of GET /api/v1/messages. */
export const FindMessagesQuery = closedObject({
  ...pageQuery,
  ...messageFilters,
  ...expandQuery(MESSAGE_EXPANSIONS),
})

/** The query of the export of messages. */
export const ExportMessagesQuery = closedObject(messageFilters)
