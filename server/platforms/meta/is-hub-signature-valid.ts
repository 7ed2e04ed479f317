import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether `X-Hub-Signature-256` was created from these raw bytes with one of the app secrets.
 * Also accepts the signature of the same bytes with every non-ASCII character escaped as `\uXXXX` (lower-case
 * hex): this is what Meta signs, and a proxy may have decoded it.
 * Never throws and compares in constant time. An empty secret verifies nothing.
 * Source: Graph API, "Webhooks: Validate payloads"; its older text on the escaped form.
 */
export function isHubSignatureValid(
  header: unknown,
  rawBody: Buffer,
  secrets: readonly string[],
): boolean {
  if (typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/i.test(header)) return false
  const signature = Buffer.from(header.slice('sha256='.length), 'hex')
  const usable = secrets.filter((secret) => secret !== '')
  const matches = (body: Buffer) =>
    usable.some((secret) =>
      timingSafeEqual(createHmac('sha256', secret).update(body).digest(), signature),
    )
  if (matches(rawBody)) return true
  const escaped = escapeNonAscii(rawBody)
  return escaped !== undefined && matches(escaped)
}

const HEX = Buffer.from('0123456789abcdef')

/** Returns the escaped form, or undefined if there is nothing to escape or the text is not UTF-8. */
function escapeNonAscii(body: Buffer): Buffer | undefined {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  if (text.length === body.length) return undefined
  // Byte by byte: a 4 MiB body takes milliseconds, while a replace with a callback takes a second.
  const escaped = Buffer.allocUnsafe(text.length * 6)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      escaped[length++] = unit
      continue
    }
    escaped[length++] = 0x5c
    escaped[length++] = 0x75
    for (let shift = 12; shift >= 0; shift -= 4) escaped[length++] = HEX[(unit >> shift) & 15] ?? 0
  }
  return escaped.subarray(0, length)
}
