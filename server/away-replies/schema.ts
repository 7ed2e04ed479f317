import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, optionals, titled } from '#lib/schemas.ts'
import { AWAY_CONDITIONS, AWAY_MAX } from '#shared/away-replies.ts'

const Text = closedObject(
  {
    language: Type.String({
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      maxLength: 20,
      'x-message': 'must be a language code, such as en',
    }),
    text: Type.String({
      minLength: 1,
      maxLength: AWAY_MAX.text,
      description:
        '`{{next_opening}}` is replaced with the weekday and time at which the team opens next, in its time zone and in the language of the text; `{{next_opening|soon}}` has other words for when that is not known.',
      examples: ['Thank you for your message. We will answer {{next_opening|as soon as we can}}.'],
    }),
  },
  { title: 'AwayText' },
)

const fields = {
  is_on: Type.Boolean({ description: 'Whether customers get away replies. Off by default.' }),
  condition: Type.Enum([...AWAY_CONDITIONS], {
    description:
      'When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`.',
  }),
  texts: Type.Array(Text, {
    maxItems: AWAY_MAX.languages,
    description:
      'Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first.',
  }),
  pause_hours: Type.Integer({
    minimum: 0,
    maximum: AWAY_MAX.hours,
    description: 'A contact gets at most one away reply in so many hours.',
  }),
}

/** How a team answers while it is away. */
export const AwayReply = titled('AwayReply', fields)

/** How a team answers while it is away. */
export type AwayReply = Static<typeof AwayReply>

/** The body of PATCH …/away-reply: only fields that are present are updated; `texts` replaces the former ones. */
export const UpdateAwayReplyBody = closedObject(optionals(fields))

/** The fields of an away reply to update. */
export type AwayReplyInput = Static<typeof UpdateAwayReplyBody>
