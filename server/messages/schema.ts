import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { WithClock, WithConfig } from '#db/context.ts'
import type { Messages } from '#db/tables/messages.ts'
import { batchBody, batchItem, batchResults } from '#lib/batch-body.ts'
import { toSafeFilename } from '#lib/to-safe-filename.ts'
import {
  Actor,
  closedObject,
  Id,
  idText,
  nullable,
  Time,
  titled,
  optionals,
  pickFields,
} from '#lib/schemas.ts'
import { TEXT_CHARACTERS_MAX } from '#platforms/registry/sending-limits.ts'
import {
  SENT_TYPES,
  MESSAGE_DIRECTIONS,
  MESSAGE_STATUSES,
  MESSAGE_TYPES,
} from '#shared/messages.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { mediaLink } from '#media/media-link.ts'

const MessagePricing = Type.Object(
  {
    category: Type.String({
      description:
        'One of service, utility, marketing, marketing_lite, authentication, authentication_international, referral_conversion. More may be added.',
    }),
    type: nullable(
      Type.String({
        description:
          '`regular`: charged. `free_customer_service`, `free_entry_point`: free of charge. More may be added.',
      }),
    ),
    billable: nullable(Type.Boolean({ description: 'Prefer `type`: platforms drop this field.' })),
    model: nullable(Type.String({ description: '`PMP`: priced per message.' })),
  },
  {
    title: 'MessagePricing',
    description:
      'The price information of a sent message. Null until the platform reports it, which is usually when the message is sent or delivered.',
  },
)

/** A file of a message: a platform may add fields. */
const MessageFile = Type.Object(
  optionals({
    id: Id,
    status: Type.Enum(['pending', 'stored', 'failed']),
    url: nullable(
      Type.String({
        description:
          'For received files a link that is valid for a week. Null while it is not stored.',
      }),
    ),
    mime_type: nullable(Type.String()),
    filename: nullable(Type.String()),
    size_bytes: nullable(Type.Integer({ minimum: 0 })),
    sha256: nullable(Type.String()),
    error: nullable(Type.String({ description: 'Why it could not be stored.' })),
    voice: Type.Boolean({ description: 'Whether it is a voice message.' }),
    duration_seconds: Type.Integer({
      minimum: 1,
      description: 'How long a received voice message is, once it is stored.',
    }),
    animated: Type.Boolean({ description: 'Whether it is an animated sticker.' }),
  }),
  { title: 'MessageFile', description: 'A file of a message.', additionalProperties: true },
)

/** A file of a message. */
type MessageFile = Static<typeof MessageFile>

/** The fields of a message. */
export const messageFields = {
  id: Id,
  conversation_id: Id,
  person_id: Id,
  direction: Type.Enum([...MESSAGE_DIRECTIONS]),
  type: Type.String({
    description: `One of ${MESSAGE_TYPES.join(', ')}. More types may be added.`,
  }),
  text: nullable(Type.String()),
  media: nullable(MessageFile),
  attachments: Type.Array(MessageFile, {
    description: 'All files of the message: `media` and any further ones.',
  }),
  content: nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Everything else the platform sent with the message, in its own format: a location, contacts, an order, the selected reply, or the ad that was clicked.',
    }),
  ),
  origin: nullable(
    Type.Enum(['echo', 'history'], {
      description:
        '`echo`: sent from another app of yours, such as the phone. `history`: sent or received before the channel was connected.',
    }),
  ),
  standby: Type.Boolean({
    description:
      'Whether another app, such as an agent of the platform, held the conversation when the message was sent or received.',
  }),
  reply_to: nullable(
    idText(
      'The message that this one replies to. It may have been deleted since, by the retention of the workspace: requesting it then answers 404.',
    ),
  ),
  retry_of: nullable(idText('The failed message that this one retries.')),
  reactions: Type.Array(
    titled('Reaction', {
      emoji: Type.String(),
      author: Type.Object({ type: Type.Enum(['person', 'system']), id: nullable(Id) }),
      created_at: Time,
    }),
  ),
  status: Type.Enum([...MESSAGE_STATUSES]),
  pricing: nullable(MessagePricing),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  author: Actor,
  created_at: Time,
  sent_at: nullable(Time),
  delivered_at: nullable(Time),
  read_at: nullable(Time),
  edited_at: nullable(Time),
  revoked_at: nullable(Time),
}

/** A message as the API returns it. */
export const Message = titled('Message', messageFields)

/** A message as the API returns it. */
export type Message = Static<typeof Message>

/** How the conversation of a sent message was found. */
const Target = Type.Object({
  matched_by: Type.Enum(
    ['conversation_id', 'phone_e164', 'person_id', 'first_conversation', 'opened'],
    { description: '`opened`: a conversation was created for this message.' },
  ),
})

/** How the conversation of a sent message was found. */
export type MatchedTarget = Static<typeof Target>['matched_by']

/** The response to a sent message. */
export const SentMessage = titled('SentMessage', { ...messageFields, target: Target })

/** The response to a sent message. */
export type SentMessage = Static<typeof SentMessage>

const phone = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }))
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TEXT_CHARACTERS_MAX, description }))

const Node = Type.Record(Type.String(), Type.Unknown())

/** The fields that can name the target of a message: one of these lists is needed. */
const TARGETS = [
  ['conversation_id'],
  ['phone_e164'],
  ['person_id', 'channel_id'],
  ['recipient_phone'],
  ['phone'],
]

/** The body of POST /api/v1/messages/send. */
export const SendMessageBody = closedObject(
  {
    conversation_id: Type.Optional(
      idText('The conversation to send to. This is the preferred target.'),
    ),
    phone_e164: phone('The phone number to send to, if you do not send `conversation_id`.'),
    person_id: Type.Optional(idText('The contact to send to. Requires `channel_id`.')),
    recipient_phone: phone('Alias of `phone_e164`.'),
    phone: phone('Alias of `phone_e164`.'),
    type: Type.Optional(
      Type.Enum([...SENT_TYPES], {
        description: 'The message type. Derived from the other fields by default.',
      }),
    ),
    message: text('The text, or the caption of a file. Required for a text message.'),
    message_text: text('Alias of `message`.'),
    ...optionals({
      media_url: Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS_MAX,
        description: 'A public http(s) URL.',
      }),
      media_id: idText('The id of a file uploaded with POST /api/v1/media.'),
      filename: Type.String({
        minLength: 1,
        maxLength: 240,
        description: 'The file name shown for a document.',
      }),
      template: Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 512 }),
          language: Type.String({
            minLength: 2,
            maxLength: 20,
            description: 'The language code of the template, such as en_US.',
          }),
          components: Type.Optional(
            Type.Array(Node, {
              maxItems: 20,
              description: "The template's parameters, in the platform's format.",
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'A template. Templates can be sent at any time.',
        },
      ),
      interactive: Type.Record(Type.String(), Type.Unknown(), {
        description: "Buttons, a list or a flow: the platform's `interactive` object.",
      }),
      reaction: closedObject({
        message_id: idText('The message to react to. It must belong to the conversation.'),
        emoji: Type.String({
          maxLength: 40,
          description: 'An empty string removes the reaction.',
        }),
      }),
      location: closedObject({
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        name: Type.Optional(Type.String({ maxLength: 1000 })),
        address: Type.Optional(Type.String({ maxLength: 1000 })),
      }),
      contacts: Type.Array(Node, {
        minItems: 1,
        maxItems: 50,
        description: "Contact cards in the platform's format.",
      }),
      reply_to: idText('The message to reply to. It must belong to the conversation.'),
      open_conversation: Type.Boolean({
        description:
          'Sends to a phone number without a conversation, and creates the contact and the conversation. Requires a template. Not needed with `channel_id`, except to require a template in every case.',
      }),
      channel_id: idText(
        'The channel to send from, to `phone_e164` or `person_id`. Without a conversation there, the contact and the conversation are created. The first message must be a template where the platform requires it.',
      ),
      holder_version: Type.Integer({
        minimum: 0,
        description:
          'For bots: `held_by.version` of the conversation when the bot decided what to write. If it was handed over since, the message is refused (`not_holder`).',
      }),
    }),
  },
  { 'x-needs': TARGETS },
)

/** An item of POST /api/v1/messages/batch. */
export const MessageBatchItem = batchItem(SendMessageBody)

/** The body of POST /api/v1/messages/batch. */
export const MessageBatchBody = batchBody(MessageBatchItem)

/** The response of POST /api/v1/messages/batch. */
export const MessageBatchResults = batchResults(SentMessage, 'MessageBatch')

/** The columns that `toMessage` reads. */
type MessageColumns = Omit<
  Selectable<Messages>,
  | 'workspace_id'
  | 'channel_id'
  | 'platform_message_id'
  | 'reply_to_platform_id'
  | 'send_due_at'
  | 'send_attempts'
  | 'is_test'
  | 'cause'
  | 'holder_version'
>

/** Converts a row of `messages` to the API's message, with a link to its file. */
export function toMessage(
  scope: WithConfig & WithClock & { workspaceId: string },
  row: MessageColumns,
): Message {
  const attachments = filesOf(row.media).map((each) =>
    withLink(scope, row.direction === 'inbound' ? withSafeName(each) : each),
  )
  return pickFields(Message, {
    ...row,
    conversation_id: row.chat_id,
    media: attachments[0] ?? null,
    attachments,
    content: row.content as Message['content'],
    standby: row.is_standby,
    reply_to: row.reply_to_id,
    retry_of: row.retry_of_id,
    reactions: (row.reactions ?? []).map((each) => ({
      emoji: each.emoji,
      author: { type: each.direction === 'inbound' ? 'person' : 'system', id: each.person_id },
      created_at: new Date(each.at),
    })),
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? row.error_code },
    author: { type: row.author_type, id: row.author_id },
  })
}

/** Returns the files of a message: the first contains the others, if any, as `more`. */
function filesOf(media: Record<string, unknown> | null): MessageFile[] {
  if (!media) return []
  const { more, ...first } = media
  return [first, ...((more as MessageFile[] | undefined) ?? [])]
}

/** Makes the name of a received file safe: those from earlier releases have the name that the sender gave. */
function withSafeName(media: MessageFile): MessageFile {
  const { filename, mime_type: mimeType } = media
  return filename ? { ...media, filename: toSafeFilename(filename, mimeType ?? null) } : media
}

function withLink(
  scope: WithConfig & WithClock & { workspaceId: string },
  media: MessageFile,
): MessageFile {
  const { id, status } = media
  if (id === undefined) return media
  const { workspaceId } = scope
  return {
    ...media,
    url: status === 'stored' ? mediaLink(scope, { workspaceId, mediaId: id }) : null,
  }
}
