import { english } from './text-en.ts'
import { hindi } from './text-hi.ts'

/** What a mail says; a paragraph that is a URL by itself becomes a link. */
type Parts = { subject: string; paragraphs: string[] }

/** The mails to persons, and what stands for a name that nobody knows, in one language. */
export type MailTexts = {
  anAdmin: string
  anIntegration: string
  aColleague: string
  aCustomer: string
  invitation: (facts: { inviter: string; workspace: string; link: string }) => Parts
  passwordReset: (facts: { name: string; link: string }) => Parts
  passwordChanged: () => Parts
  mention: (facts: { author: string; person: string; note: string; link: string }) => Parts
}

/** The texts in the language of a user's profile, such as `hi` or `hi-IN`; in English where there are none in it. */
export function mailTexts(locale: string | null | undefined): MailTexts {
  return locale?.split('-')[0] === 'hi' ? hindi : english
}

/** Subject and plain text of a mail, of its parts. */
export function toMailText({ subject, paragraphs }: Parts): { subject: string; text: string } {
  return { subject, text: paragraphs.join('\n\n') }
}
