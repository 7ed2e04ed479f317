import { Type } from 'typebox'
import type { Static } from 'typebox'
import { OPT_OUT_LIMITS } from '#shared/opt-outs.ts'
import { closedObject, titled } from '#lib/schemas.ts'

const { languages, words, wordCharacters, replyCharacters } = OPT_OUT_LIMITS
const Words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: wordCharacters }), {
    maxItems: words,
    description,
  })

const Language = closedObject({
  language: Type.String({
    pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    maxLength: 20,
    'x-message': 'must be a language code, such as en',
  }),
  stop: Words('Messages that opt out.'),
  start: Words('Messages that opt in again.'),
  stop_reply: Type.String({
    maxLength: replyCharacters,
    description: 'The reply to an opt-out. Empty: none.',
  }),
  start_reply: Type.String({
    maxLength: replyCharacters,
    description: 'The reply to an opt-in. Empty: none.',
  }),
})

const settingsFields = {
  languages: Type.Array(Language, {
    maxItems: languages,
    description:
      'Words by language. A whole message is compared with them, without case, accents and punctuation.',
  }),
  sends_replies: Type.Boolean({
    description: 'Whether the customer gets the reply of the language of the word. Off by default.',
  }),
}

/** The words with which customers opt out, as the API returns them. */
export const OptOutSettings = titled('OptOutSettings', {
  ...settingsFields,
  is_default: Type.Boolean({ description: 'Whether the words were never changed.' }),
})

/** The words with which customers opt out. */
export type OptOutSettings = Static<typeof OptOutSettings>

/** The body of PUT /api/developer/opt-out-settings. */
export const UpdateOptOutBody = closedObject(settingsFields)

/** The body of PUT /api/developer/opt-out-settings. */
export type UpdateOptOutBody = Static<typeof UpdateOptOutBody>
