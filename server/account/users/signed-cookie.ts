import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns the value of a cookie that better-auth signed with `secret`, or undefined if it is missing or its
 * signature is wrong.
 *
 * Source: better-call, crypto: value, a dot, the base64 HMAC-SHA256 of the value, all percent-encoded.
 */
export function readSignedCookie(
  header: string | undefined,
  name: string,
  secret: string,
): string | undefined {
  const text = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  const signed = text === undefined ? undefined : decode(text)
  if (signed === undefined) return undefined
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(value).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
