import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  closedObject,
  describedTime,
  filledText,
  Id,
  limitedText,
  nullable,
  Time,
  titled,
} from '#lib/schemas.ts'
import { CHANNEL_NAME_CHARACTERS_MAX } from '#shared/channels.ts'
import {
  AUDIENCE_CHARACTERS_MAX,
  GREETING_CHARACTERS_MAX,
  WEB_CHAT_FIELDS,
  WEB_CHAT_LANGUAGES,
  WEB_CHAT_ORIGINS_MAX,
} from '#shared/web-chats.ts'

const settings = {
  name: filledText(
    CHANNEL_NAME_CHARACTERS_MAX,
    'The name of the channel. Visitors see it as the title of the widget.',
  ),
  color: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    'x-message': 'must be a color such as #1f6feb',
    description: 'The color of the widget.',
    examples: ['#1f6feb'],
  }),
  greeting: limitedText(
    GREETING_CHARACTERS_MAX,
    'The text above a new conversation. Empty: a usual greeting.',
  ),
  allowed_origins: Type.Array(
    Type.String({ minLength: 1, maxLength: 300, examples: ['https://www.example.com'] }),
    {
      minItems: 1,
      maxItems: WEB_CHAT_ORIGINS_MAX,
      description:
        'The sites that may show the widget, each with its scheme and without a path. Every other site is refused.',
    },
  ),
  name_field: Type.Enum([...WEB_CHAT_FIELDS], {
    description: 'Whether the widget asks for the name before the first message.',
  }),
  email_field: Type.Enum([...WEB_CHAT_FIELDS], {
    description: 'Whether the widget asks for the email address before the first message.',
  }),
  language: Type.Enum([...WEB_CHAT_LANGUAGES], {
    description: "The language of the widget. `auto`: that of the visitor's browser.",
  }),
  user_token_audience: nullable(
    Type.String({
      minLength: 1,
      maxLength: AUDIENCE_CHARACTERS_MAX,
      pattern: '^[\\x21-\\x7e]+$',
      'x-message': 'must be visible ASCII characters without spaces',
      description:
        'The audience (`aud`) that user tokens must name. Set it if your server signs other tokens with the same secret. Null: `aud` is not compared.',
      examples: ['parley-web-chat'],
    }),
  ),
}

/** A web chat as the API returns it. */
export const WebChat = titled('WebChat', {
  id: Id,
  public_id: Type.String({
    description: 'Names the web chat in the page. It is not a secret.',
    examples: ['wc_7Qm2T9xVbK4sLdR8nHc3Wz'],
  }),
  ...settings,
  script_url: Type.String({ description: 'The address of the script that shows the widget.' }),
  disconnected_at: nullable(describedTime('When it was disconnected. Null if visitors can write.')),
  created_at: Time,
  updated_at: Time,
})

/** A web chat as the API returns it. */
export type WebChat = Static<typeof WebChat>

/** A web chat with its secret, which is shown only once. */
export const WebChatWithSecret = titled('WebChatWithSecret', {
  ...WebChat.properties,
  secret: Type.String({
    description:
      'Signs the identity of users who are signed in on your site. It is shown only once and belongs on your server.',
  }),
})

/** A web chat with its secret. */
export type WebChatWithSecret = Static<typeof WebChatWithSecret>

/** The body of POST /api/developer/web-chats. */
export const CreateWebChatBody = closedObject({
  name: settings.name,
  color: Type.Optional(settings.color),
  greeting: Type.Optional(settings.greeting),
  allowed_origins: settings.allowed_origins,
  name_field: Type.Optional(settings.name_field),
  email_field: Type.Optional(settings.email_field),
  language: Type.Optional(settings.language),
  user_token_audience: Type.Optional(settings.user_token_audience),
})

/** The body of POST /api/developer/web-chats. */
export type CreateWebChatBody = Static<typeof CreateWebChatBody>

/** The body of PATCH /api/developer/web-chats/{id}. */
export const UpdateWebChatBody = Type.Partial(CreateWebChatBody, { additionalProperties: false })

/** The body of PATCH /api/developer/web-chats/{id}. */
export type UpdateWebChatBody = Static<typeof UpdateWebChatBody>
