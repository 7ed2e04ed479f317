import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyMode } from '#shared/api-keys.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_FORM = /^sk_(live|test)_[0-9A-Za-z]{42}$/
const CHECKSUM_CHARACTERS = 6

/** Creates an API key secret: `sk_live_` or `sk_test_`, 36 random base62 characters, and the base62 CRC-32 of both. */
export function createApiKeySecret(mode: KeyMode = 'live'): string {
  const text = `sk_${mode}_${randomBase62(36)}`
  return text + checksum(text)
}

/** Returns whether a text has the form and the checksum of an API key, without querying the database. */
export function isApiKeySecret(text: string): boolean {
  if (!KEY_FORM.test(text)) return false
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(text.slice(0, -CHECKSUM_CHARACTERS))
}

/** The secrets of connected apps: an authorization code, and the tokens that it is exchanged for. */
export type AppSecret = 'code' | 'access' | 'refresh'

/** Creates a secret of a connected app: `mcp_`, its kind, `_` and 43 random base62 characters. */
export function createAppSecret(kind: AppSecret): string {
  return `mcp_${kind}_${randomBase62(43)}`
}

/** Returns whether a text has the form of a secret of this kind, without querying the database. */
export function isAppSecret(text: string, kind: AppSecret): boolean {
  return text.startsWith(`mcp_${kind}_`) && /^[a-z]+_[a-z]+_[0-9A-Za-z]{43}$/.test(text)
}

/**
 * Creates a webhook signing secret: `whsec_` and 48 alphanumerics.
 * 48 characters are 36 bytes of valid unpadded standard base64, which every verifier can decode.
 * Source: Standard Webhooks, "Signature scheme" (keys of 24 to 64 bytes).
 */
export function createWebhookSecret(): string {
  return `whsec_${randomBase62(48)}`
}

/** Creates an alphanumeric token with at least as much randomness as the given number of bytes. */
export function createToken(bytes = 24): string {
  return randomBase62(Math.ceil((bytes * 8) / Math.log2(BASE62.length)))
}

/** Returns the SHA-256 hash under which a secret is stored. Fully random secrets need no salt. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte. Higher values would make some characters more likely.
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62)
    }
  }
  return text
}
