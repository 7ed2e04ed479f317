import { createHmac, timingSafeEqual } from 'node:crypto'
import { readCookie } from './read-cookie.ts'

/**
 * Returns the value of a cookie that was signed with `secret`, or undefined if it is missing or its signature is wrong.
 * The cookie contains the value, a dot, and the base64 HMAC-SHA256 of the value, all percent-encoded.
 */
export function readSignedCookie(
  header: string | undefined,
  name: string,
  secret: string,
): string | undefined {
  const signed = readCookie(header, name)
  if (signed === undefined) return undefined
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1), 'base64')
  const expected = signatureOf(value, secret)
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

/** Returns the value of a cookie that `readSignedCookie` reads. */
export function toSignedCookie(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(value, secret).toString('base64')}`)
}

function signatureOf(value: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(value).digest()
}
