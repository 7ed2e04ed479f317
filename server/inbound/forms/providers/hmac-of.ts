import { createHmac, timingSafeEqual } from 'node:crypto'

/** Computes the HMAC-SHA256 of these parts, one behind the other. */
export function hmacOf(secret: string, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/**
 * Returns whether a header is `expected` in an encoding, behind a prefix; compared in constant time.
 */
export function isDigest(
  header: unknown,
  expected: Buffer,
  { prefix = '', encoding }: { prefix?: string; encoding: 'base64' | 'hex' },
): boolean {
  if (typeof header !== 'string' || !header.startsWith(prefix)) return false
  const given = Buffer.from(header.slice(prefix.length), encoding)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** How far the time in a signature may be from ours. The services recommend five minutes. */
const TOLERANCE_MS = 5 * 60_000

/** Returns whether a time of a signature, in Unix seconds or milliseconds, is within five minutes of `now`. */
export function isRecent(time: unknown, unit: 's' | 'ms', now: Date): boolean {
  if (typeof time !== 'string' || !/^\d{1,16}$/.test(time)) return false
  const ms = Number(time) * (unit === 's' ? 1000 : 1)
  return Math.abs(now.getTime() - ms) <= TOLERANCE_MS
}
