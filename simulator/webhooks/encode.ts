import { createHmac } from 'node:crypto'

const WRITTEN_BY_META: Record<string, string> = {
  '/': '\\/',
  '@': '\\u0040',
  '%': '\\u0025',
  '<': '\\u003C',
}

/**
 * Returns the JSON bytes of a payload as the platform's encoder writes them: non-ASCII as lowercase `\uxxxx` (two of
 * them beyond the basic plane), and `/`, `@`, `%`, `<` escaped. No trailing newline. Source: reports of receivers that
 * re-serialised a body and so refused it (see README).
 */
export function encodePayload(payload: unknown): Buffer {
  // None of these characters has a meaning in JSON outside of strings, so the text can be rewritten.
  const json = JSON.stringify(payload).replace(/[/@%<\u0080-\uffff]/g, (character) => {
    const known = WRITTEN_BY_META[character]
    return known ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return Buffer.from(json, 'ascii')
}

/** Returns the value of `X-Hub-Signature-256` for exactly these bytes. */
export function signBytes(bytes: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`
}
