import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from './encrypt.ts'

const TAG_BYTES = 24

/** Returns bytes and their signature as base64url. `purpose` keeps tokens of different kinds apart. */
export function signToken(keys: KeyRing, purpose: string, plain: Buffer): string {
  return Buffer.concat([plain, tagOf(keys.current, purpose, plain)]).toString('base64url')
}

/** Returns the `length` bytes that a token signs with one of the keys; undefined when it is forged. */
export function readToken(
  { current, previous }: KeyRing,
  purpose: string,
  { token, length }: { token: string; length: number },
): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== length + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
  const plain = bytes.subarray(0, length)
  const tag = bytes.subarray(length)
  const isValid = [current, ...previous].some((key) =>
    timingSafeEqual(tag, tagOf(key, purpose, plain)),
  )
  return isValid ? plain : undefined
}

/** Returns the UUID whose 16 bytes begin at `start`. */
export function uuidAt(bytes: Buffer, start: number): string {
  const hex = bytes.toString('hex', start, start + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function tagOf(secretKey: Buffer, purpose: string, plain: Buffer): Buffer {
  const key = createHmac('sha256', secretKey).update(purpose).digest()
  return createHmac('sha256', key).update(plain).digest().subarray(0, TAG_BYTES)
}
