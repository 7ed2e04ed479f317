import { english } from './text-en.ts'
import { hindi } from './text-hi.ts'
import type { MailParts, MailTexts } from './mail-catalogue.ts'

/** Returns the texts in the language of a user's profile, such as `hi` or `hi-IN`; in English when it has none. */
export function mailTexts(locale: string | null | undefined): MailTexts {
  return locale?.split('-')[0] === 'hi' ? hindi : english
}

/** Returns subject and plain text of a mail. */
export function toMailText({ subject, paragraphs }: MailParts): { subject: string; text: string } {
  return { subject, text: paragraphs.join('\n\n') }
}
