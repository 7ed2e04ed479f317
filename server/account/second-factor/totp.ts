import { createHmac, timingSafeEqual } from 'node:crypto'
import { lastOf } from '#lib/last-of.ts'

/** A code is valid for this long. Source: RFC 6238 §5.2, the recommended time step. */
const STEP_SECONDS = 30
const DIGITS = 6
/** The steps before and after the current one whose code is accepted, because the clocks of phones differ. */
const DRIFT_STEPS = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the number of the time step that contains `at`. */
export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS)
}

/** Returns the code of a time step. Source: RFC 6238 with HMAC-SHA-1, and RFC 4226 §5.3 for the truncation. */
export function toCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = lastOf(mac) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns a code as apps show it in groups, without the spaces. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/**
 * Returns the time step whose code this is, at most one step from `now`, or undefined. Compares with every step, so that
 * the time of a response does not reveal which one matched.
 */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  const current = stepOf(now)
  let found: number | undefined
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++) {
    const expected = Buffer.from(toCode(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** Encodes bytes in base32 without padding. Source: RFC 4648 §6. */
export function toBase32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text
}

/**
 * Returns the address that an authenticator app reads from a QR code. Source: Google Authenticator, "Key Uri Format".
 * Apps ignore parameters that they do not know, and the defaults need not be named.
 */
export function toOtpauthUri(account: string, secret: Buffer): string {
  const issuer = 'Parley'
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${issuer}`
}
