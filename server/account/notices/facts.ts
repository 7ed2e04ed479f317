import type { Notice, NoticeFacts } from './schema.ts'

/** The data of a kind of notice. */
export type Facts<Kind extends Notice['kind']> = NoticeFacts[Kind]

/**
 * A mail about a notice, without the name of the workspace in the subject: what happened, the lines about it, what Parley
 * does, and what the admins can do.
 */
export type NoticeText = {
  subject: string
  what: string
  about: string[]
  parley: string
  todo: string
}

/** A text for each kind of notice. */
export type KindTexts = {
  [Kind in Notice['kind']]: (facts: NoticeFacts[Kind], workspace: string) => NoticeText
}

/** Texts of the mails about notices in one language, with the labels of their paragraphs. */
export type NoticeTexts = KindTexts & {
  labels: { parley: string; todo: string; workspace: string }
}

/** Returns the URL without its query, which can contain a secret that does not belong in a mail. */
export function toShownUrl(text: string): string {
  const url = URL.parse(text)
  return url ? `${url.origin}${url.pathname}` : text
}

/** Formats a time in UTC, such as `2026-11-17 13:05 UTC`. */
export function toUtcText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
