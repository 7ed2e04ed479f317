/** Every way in which a contact is opted out of marketing messages. */
export const OPT_OUT_WAYS = ['keyword', 'platform', 'member', 'api_key'] as const

/** A way in which a contact is opted out of marketing messages. */
export type OptOutWay = (typeof OPT_OUT_WAYS)[number]

/** The words of one language: those that opt out, those that opt in again, and the replies to both. */
export type OptOutLanguage = {
  language: string
  stop: string[]
  start: string[]
  stop_reply: string
  start_reply: string
}

/** Most languages, most words of each in a language, and longest word and reply in characters. */
export const OPT_OUT_LIMITS = {
  languages: 30,
  words: 30,
  wordCharacters: 60,
  replyCharacters: 1_000,
}

/** Returns a text without case, accents and punctuation, as opt-out words are compared. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, (mark) => (/\p{Script=Inherited}/u.test(mark) ? '' : mark))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}
