import type { VisitorWords } from '#shared/visitor-name.ts'

/** The subject of a mail and its paragraphs; a paragraph that is only a URL becomes a link. */
export type MailParts = [subject: string, ...paragraphs: string[]]

/** Texts of the mails to users, with placeholders for unknown names, in one language. */
export type MailTexts = {
  anAdmin: string
  anIntegration: string
  aColleague: string
  aCustomer: string
  visitors: VisitorWords
  invitation: (facts: { inviter: string; workspace: string; link: string }) => MailParts
  passwordReset: (facts: { name: string; link: string }) => MailParts
  passwordChanged: () => MailParts
  failedSignIns: () => MailParts
  secondFactorTurnedOn: () => MailParts
  secondFactorTurnedOff: () => MailParts
  recoveryCodesReplaced: () => MailParts
  recoveryCodeUsed: () => MailParts
  passkeyAdded: (facts: { passkey: string }) => MailParts
  passkeyRemoved: (facts: { passkey: string }) => MailParts
  passkeysRemoved: () => MailParts
  passkeyCopied: (facts: { passkey: string }) => MailParts
  ssoLinked: (facts: { label: string; workspace: string }) => MailParts
  mention: (facts: Omit<MissedItem, 'kind'>) => MailParts
  assignment: (facts: AssignmentFacts) => MailParts
  missed: (facts: { count: number; items: MissedItem[]; link: string }) => MailParts
}

/**
 * A mention or an assignment in a mail. `ticket` is the number of the ticket that it is about, null for a conversation.
 * `bulk`: a bulk action assigned many.
 */
type MissedItem = {
  kind: 'mention' | 'assignment'
  author: string
  person: string
  ticket: number | null
  bulk?: { subject: 'chats' | 'tickets'; count: number } | null
  note: string
  link: string
}

/** An assignment in a mail. */
export type AssignmentFacts = Omit<MissedItem, 'kind' | 'note'>
