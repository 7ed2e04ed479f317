import type { Notice } from './schema.ts'

/** The data of a kind of notice. */
export type Facts<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>['data']

/** A mail about a notice, without the name of the workspace in the subject. */
export type NoticeText = { subject: string; paragraphs: string[] }

/** Returns the URL without its query, which can contain a secret that does not belong in a mail. */
export function toShownUrl(text: string): string {
  const url = URL.parse(text)
  return url ? `${url.origin}${url.pathname}` : text
}

/** Formats a time in UTC, such as `2026-11-17 13:05 UTC`. */
export function toUtcText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
