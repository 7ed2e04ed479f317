/** Signs that turn the text around them, or that cannot be seen at all. Joiners are left: scripts and emoji need them. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF]/gu

/** `text` with what would turn or hide it written as `\u202e`, which in JSON means the same. */
export function showInert(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
