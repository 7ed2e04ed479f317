/** Matches control, bidirectional and invisible characters, except joiners: scripts and emoji need those. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF]/gu

/** Returns `text` with bidirectional and invisible characters escaped, such as `\u202e`, which JSON reads the same. */
export function escapeBidi(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
