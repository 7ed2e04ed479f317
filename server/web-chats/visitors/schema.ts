import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, idText, limitedText, nullable, Time, titled } from '#lib/schemas.ts'
import { CAPTION_CHARACTERS_MAX } from '#shared/messages.ts'
import {
  VISITOR_TEXT_CHARACTERS_MAX,
  WEB_CHAT_FIELDS,
  WEB_CHAT_LANGUAGES,
} from '#shared/web-chats.ts'

const ClientId = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,64}$',
  'x-message': 'must be 8 to 64 letters, digits, - and _',
  description:
    'An id that the client chooses. A message with an id that was used before is stored once.',
  examples: ['6f1c1b2e-8a34-4a0a-9a53-0d6c1c3f7a10'],
})

/** The path parameters of the visitor API. */
export const ChatParams = Type.Object({
  public_id: limitedText(64, 'The public id of the web chat.'),
})

/** The settings of a web chat that its widget needs. */
export const WidgetSettings = titled('WidgetSettings', {
  name: Type.String(),
  color: Type.String(),
  greeting: Type.String({ description: 'Empty: a usual greeting.' }),
  name_field: Type.Enum([...WEB_CHAT_FIELDS]),
  email_field: Type.Enum([...WEB_CHAT_FIELDS]),
  language: Type.Enum([...WEB_CHAT_LANGUAGES]),
  online: nullable(
    Type.Boolean(),
    'Whether a member is online who may answer: of the team of the channel, or of the workspace. Null while none of them has set an availability or working hours.',
  ),
})

/** The body of POST /chat/{public_id}/session. */
export const StartSessionBody = closedObject({
  token: Type.Optional(limitedText(100, 'The token of the visitor, to resume.')),
  user_token: Type.Optional(
    limitedText(5_000, 'A JSON Web Token by which your site vouches for a signed-in user.'),
  ),
  name: Type.Optional(limitedText(200, 'What the visitor says.')),
  email: Type.Optional(
    limitedText(254, 'What the visitor says. It is shown to agents and finds no contact.'),
  ),
})

/** The body of POST /chat/{public_id}/session. */
export type StartSessionBody = Static<typeof StartSessionBody>

/** A session that was started or resumed. */
export const StartedSession = titled('StartedSession', {
  token: Type.Optional(
    Type.String({
      description: 'The token of the visitor from now on. Missing: the former one stays.',
    }),
  ),
  is_new: Type.Boolean({ description: 'Whether a session was started.' }),
  continues: Type.Boolean({
    description:
      'Whether it is the same person as before. If not, forget what this browser keeps of the former one.',
  }),
  is_user: Type.Boolean({ description: 'Whether your site vouched for the visitor.' }),
})

/** A session that was started or resumed. */
export type StartedSession = Static<typeof StartedSession>

/** The body of POST /chat/{public_id}/messages. */
export const PostMessageBody = closedObject({
  id: ClientId,
  text: Type.String({
    minLength: 1,
    maxLength: VISITOR_TEXT_CHARACTERS_MAX,
    pattern: '\\S',
    'x-message': `must be a text of 1 to ${VISITOR_TEXT_CHARACTERS_MAX} characters`,
  }),
  page_url: Type.Optional(limitedText(2_048, 'The page on which it was written.')),
  choice: Type.Optional(
    limitedText(256, 'The id of the choice that the visitor tapped; `text` is its title.'),
  ),
})

/** The body of POST /chat/{public_id}/messages. */
export type PostMessageBody = Static<typeof PostMessageBody>

/** The form of POST /chat/{public_id}/files. */
export const PostFileForm = closedObject({
  id: ClientId,
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CAPTION_CHARACTERS_MAX,
      pattern: '\\S',
      'x-message': `must be a text of 1 to ${CAPTION_CHARACTERS_MAX} characters`,
      description: 'The caption.',
    }),
  ),
  page_url: Type.Optional(limitedText(2_048, 'The page on which it was sent.')),
  file: Type.String({
    format: 'binary',
    description:
      'The file with its name and type, after all other fields: at most 10 MiB, and of a type that a message can have, such as JPEG, PNG, WebP, MP4, PDF, plain text or an Office document.',
  }),
})

/** The form of POST /chat/{public_id}/files. */
export type PostFileForm = Static<typeof PostFileForm>

/** A message that was stored. */
export const AcceptedMessage = titled('AcceptedMessage', { id: ClientId, received_at: Time })

/** A message that was stored. */
export type AcceptedMessage = Static<typeof AcceptedMessage>

/** A message as the visitor sees it. */
export const VisitorMessage = titled('VisitorMessage', {
  id: Id,
  from: Type.Enum(['visitor', 'team']),
  author: nullable(
    titled('VisitorMessageAuthor', { name: Type.String() }),
    'The member or bot who wrote. Null for the visitor, for programs, and for members without a name.',
  ),
  client_id: nullable(
    Type.String({ description: 'The id that the client chose. Null for messages of the team.' }),
  ),
  text: nullable(
    Type.String({
      description: 'Null for a message that was deleted, or a file without a caption.',
    }),
  ),
  is_deleted: Type.Boolean(),
  file: nullable(
    titled(
      'VisitorFile',
      {
        url: Type.String({ description: 'A link that is valid for a week.' }),
        filename: nullable(Type.String()),
        mime_type: nullable(Type.String()),
      },
      'The file of a message.',
    ),
  ),
  is_edited: Type.Boolean(),
  choices: Type.Array(titled('VisitorChoice', { id: Type.String(), title: Type.String() }), {
    description:
      'What the visitor can tap instead of writing; send it as a message with `choice`. Empty for most messages.',
  }),
  created_at: Time,
})

/** A message as the visitor sees it. */
export type VisitorMessage = Static<typeof VisitorMessage>

/** The query of GET /chat/{public_id}/messages. */
export const ListVisitorMessagesQuery = closedObject({
  after: Type.Optional(limitedText(200, 'A `cursor`: returns what changed since.')),
  before: Type.Optional(idText('The id of a message: returns older ones.')),
})

/** Messages of the visitor's own conversation. */
export const VisitorMessages = titled('VisitorMessages', {
  data: Type.Array(VisitorMessage, { description: 'Oldest first.' }),
  has_more: Type.Boolean({ description: 'Whether there are older ones; use `before`.' }),
  cursor: Type.String({ description: 'Pass it as `after` to get what changes from now on.' }),
  is_reset: Type.Boolean({
    description:
      'Whether `after` was too old: these are the newest messages, not all that changed.',
  }),
})

/** Messages of the visitor's own conversation. */
export type VisitorMessages = Static<typeof VisitorMessages>

/** The query of GET /chat/{public_id}/stream. */
export const VisitorStreamQuery = closedObject({
  after: Type.Optional(limitedText(200, 'A `cursor`.')),
})

/** The body of POST /chat/{public_id}/typing. */
export const TypingBody = closedObject({
  is_typing: Type.Boolean({
    description: 'Agents see that the visitor types for 7 seconds, or until this is false.',
  }),
})

/** The body of POST /chat/{public_id}/receipts. */
export const ReceiptBody = closedObject({
  status: Type.Enum(['delivered', 'read'], {
    description: '`delivered`: this browser has it. `read`: it was on the screen.',
  }),
  message_id: idText('The newest message of the team that this is true for.'),
})

/** The body of POST /chat/{public_id}/receipts. */
export type ReceiptBody = Static<typeof ReceiptBody>
