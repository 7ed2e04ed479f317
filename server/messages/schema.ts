import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Messages } from '../db/types.ts'
import { Id, nullable, Time } from '../lib/schemas.ts'

/** Longest text of a message, in characters. */
export const MESSAGE_CHARACTERS_MAX = 4096

const messageFields = {
  id: Id,
  conversation_id: Id,
  person_id: Id,
  direction: Type.Enum(['inbound', 'outbound']),
  type: Type.String({ description: 'text, image, video, audio, document, unsupported …' }),
  text: nullable(Type.String()),
  media: nullable(Type.Record(Type.String(), Type.Unknown())),
  status: Type.Enum(['queued', 'sent', 'delivered', 'read', 'failed', 'received']),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  author: Type.Object({
    type: Type.Enum(['api_key', 'member', 'person', 'system']),
    id: nullable(Id),
  }),
  created_at: Time,
  sent_at: nullable(Time),
  delivered_at: nullable(Time),
  read_at: nullable(Time),
}

/** A message, as the API gives it. */
export const Message = Type.Object(messageFields, { title: 'Message' })

/** A message, as the API gives it. */
export type Message = Static<typeof Message>

/** How the conversation of a sent message was found. */
export const Target = Type.Object({
  matched_by: Type.Enum(['conversation_id', 'phone_e164', 'first_conversation']),
})

/** How the conversation of a sent message was found. */
export type MatchedTarget = Static<typeof Target>['matched_by']

/** The answer to a sent message. */
export const SentMessage = Type.Object(
  { ...messageFields, target: Target },
  { title: 'SentMessage' },
)

const phone = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }))
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MESSAGE_CHARACTERS_MAX, description }))

/** The body of POST /api/v1/messages/send. */
export const SendMessageBody = Type.Object(
  {
    conversation_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'The preferred target.' }),
    ),
    phone_e164: phone('The target by phone, when there is no conversation_id.'),
    recipient_phone: phone('Alias of phone_e164.'),
    phone: phone('Alias of phone_e164.'),
    message: text('The text. Required, here or as message_text.'),
    message_text: text('Alias of message.'),
    media_url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2048, description: 'A public http(s) address.' }),
    ),
  },
  { additionalProperties: false },
)

/** The API's message of a row of `messages`. */
export function toMessage(
  row: Omit<
    Selectable<Messages>,
    | 'workspace_id'
    | 'channel_id'
    | 'content'
    | 'platform_message_id'
    | 'send_due_at'
    | 'send_attempts'
  >,
): Message {
  return {
    id: row.id,
    conversation_id: row.chat_id,
    person_id: row.person_id,
    direction: row.direction,
    type: row.type,
    text: row.text,
    media: row.media,
    status: row.status,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? row.error_code },
    author: { type: row.author_type, id: row.author_id },
    created_at: row.created_at,
    sent_at: row.sent_at,
    delivered_at: row.delivered_at,
    read_at: row.read_at,
  }
}
