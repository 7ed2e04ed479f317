import { isHindi } from '#account/mail/mail-texts.ts'
import { english } from './english.ts'
import { hindi } from './hindi.ts'
import type { MailWords } from './mail-words.ts'

/** Returns the words of mails with reports in the language of a user's profile; in English when it has none. */
export function reportWords(locale: string | null): MailWords {
  return isHindi(locale) ? hindi : english
}
