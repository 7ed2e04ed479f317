import { english } from './english.ts'
import { hindi } from './hindi.ts'
import type { MailParts, MailTexts } from './mail-parts.ts'

/** Returns the texts in the language of a user's profile, such as `hi` or `hi-IN`; in English when it has none. */
export function mailTexts(locale: string | null | undefined): MailTexts {
  return isHindi(locale) ? hindi : english
}

/** Returns whether a user's language, such as `hi` or `hi-IN`, is Hindi. */
export function isHindi(locale: string | null | undefined): boolean {
  return locale?.split('-')[0] === 'hi'
}

/** Returns subject and plain text of a mail. */
export function toMailText([subject, ...paragraphs]: MailParts): { subject: string; text: string } {
  return { subject, text: paragraphs.join('\n\n') }
}
