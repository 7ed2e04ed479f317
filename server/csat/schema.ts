import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, optionals, pickFields, Time, titled } from '#lib/schemas.ts'
import { CSAT_LIMITS, CSAT_SCALES, CSAT_WAYS } from '#shared/csat.ts'

const {
  questionCharacters,
  chooseCharacters,
  labelCharacters,
  commentCharacters,
  delayMinutes,
  personDays,
} = CSAT_LIMITS

const words = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    'x-message': `must be a text of 1 to ${maxLength} characters`,
    description,
  })

const Texts = closedObject(
  {
    language: Type.String({
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      maxLength: 20,
      'x-message': 'must be a language code, such as en',
    }),
    question: words(questionCharacters, 'The question.'),
    choose: words(chooseCharacters, 'The button that opens the list of ratings, on WhatsApp.'),
    labels: Type.Array(words(labelCharacters, 'A label.'), {
      minItems: 3,
      maxItems: 3,
      description: 'Bad, OK and good, in this order.',
    }),
    thanks: Type.String({
      maxLength: questionCharacters,
      description: 'The message after a rating if no comment is asked for. Empty: none.',
    }),
    comment: words(questionCharacters, 'The message after a rating that asks for a comment.'),
  },
  { title: 'CsatTexts' },
)

const fields = {
  is_on: Type.Boolean({ description: 'Whether customers are asked. Off by default.' }),
  delay_minutes: Type.Integer({
    minimum: 0,
    maximum: delayMinutes,
    description:
      'Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about.',
  }),
  person_days: Type.Integer({
    minimum: 0,
    maximum: personDays,
    description: 'A contact is asked at most once in so many days. 0: after each round.',
  }),
  scale: Type.Enum([...CSAT_SCALES], {
    description:
      'How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5.',
  }),
  way: Type.Enum([...CSAT_WAYS], {
    description:
      '`buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats.',
  }),
  asks_comment: Type.Boolean({
    description:
      'Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment.',
  }),
  template: nullable(
    Type.String({ minLength: 1, maxLength: 512 }),
    'The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then.',
  ),
  off_team_ids: Type.Array(Id, {
    maxItems: 200,
    description: 'Teams whose conversations are not rated.',
  }),
  texts: Type.Array(Texts, {
    minItems: 1,
    maxItems: CSAT_LIMITS.languages,
    description:
      "The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones.",
  }),
}

/** How a workspace asks its customers for ratings. */
export const CsatSettings = titled('CsatSettings', fields)

/** How a workspace asks its customers for ratings. */
export type CsatSettings = Static<typeof CsatSettings>

/** The body of PATCH /api/v1/csat/settings: only fields that are present are updated. */
export const UpdateCsatSettingsBody = closedObject(optionals(fields))

/** The settings to write. */
export type CsatSettingsInput = Static<typeof UpdateCsatSettingsBody>

/** The question after a round of a conversation, and its answer. */
export const CsatRating = titled('CsatRating', {
  id: Id,
  conversation_id: Id,
  person_id: Id,
  channel_id: Id,
  team_id: nullable(Id, 'The team of the conversation when it was closed.'),
  member_id: nullable(Id, 'The member who replied last before the close.'),
  round_started_at: Time,
  asked_at: Time,
  rating: nullable(Type.Integer({ minimum: 1, maximum: 5 }), 'Null: not answered yet.'),
  comment: nullable(Type.String({ maxLength: commentCharacters })),
  answered_at: nullable(Time, 'The time of the first answer. It can be changed for 15 minutes.'),
})

/** The question after a round of a conversation, and its answer. */
export type CsatRating = Static<typeof CsatRating>

/** The query of GET /api/v1/csat/ratings. */
export const ListRatingsQuery = closedObject({
  ...pageQuery,
  conversation_id: Type.Optional({ ...Id, description: 'Only of this conversation.' }),
  answered: Type.Optional(
    Type.Boolean({ description: '`true`: only answered ones. `false`: only unanswered ones.' }),
  ),
})

/** The columns of `csat_requests` and `chats` of a rating. */
export type CsatRatingRow = Omit<CsatRating, 'conversation_id' | 'round_started_at'> & {
  chat_id: string
  round_at: Date
}

/** Converts a row to what the API returns. */
export function toCsatRating({ chat_id, round_at, ...row }: CsatRatingRow): CsatRating {
  return pickFields(CsatRating, {
    ...row,
    conversation_id: chat_id,
    round_started_at: round_at,
  })
}
