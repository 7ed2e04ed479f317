import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './settings/config.ts'

/** Secrets of the first format are encrypted with SECRET_KEY itself and do not name their key. */
const VERSION_WITHOUT_KEY_ID = 1
const VERSION = 2
const KEY_BYTES = 32
const KEY_ID_BYTES = 5
/** Version byte and key id: 6 bytes, so that they are also the first 8 characters of the base64 form. */
const NAME_BYTES = 1 + KEY_ID_BYTES
const IV_BYTES = 12
const TAG_BYTES = 16

/** The keys of `encrypt` and `decrypt`: `current` encrypts, `previous` only decrypt. Each has 32 bytes. */
export type KeyRing = { current: Buffer; previous: readonly Buffer[] }

/** A stored secret that none of the keys decrypts. */
export class UnreadableSecretError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'UnreadableSecretError'
  }
}

/** Returns the keys for `encrypt` and `decrypt`. `purpose` completes the error without one: "encrypt mails". */
export function keyRingOf(
  { secretKey, previousSecretKeys }: Pick<Config, 'secretKey' | 'previousSecretKeys'>,
  purpose: string,
): KeyRing {
  if (!secretKey) throw new Error(`SECRET_KEY is required to ${purpose}.`)
  return { current: secretKey, previous: previousSecretKeys }
}

/** Returns the id that a key has in what it encrypted. It reveals nothing about the key. */
export function keyIdOf(key: Buffer): Buffer {
  return deriveKey(key, 'parley key id').subarray(0, KEY_ID_BYTES)
}

/** Returns the first bytes of everything that the current key of `ring` encrypts. */
export function currentHead(ring: KeyRing): Buffer {
  return Buffer.concat([Buffer.of(VERSION), keyIdOf(ring.current)])
}

/**
 * Encrypts a text with AES-256-GCM. The result contains version byte, key id, IV, tag and ciphertext.
 * `aad` names the row that the secret belongs to, such as `webhook_secret:<workspace>:<id>`, so that it cannot be
 * decrypted after it was moved to another row. Its first word is the purpose; each purpose has its own key,
 * derived from the ring's.
 */
export function encrypt(ring: KeyRing, plaintext: string, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const key = deriveKey(ring.current, purposeOf(aad))
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([currentHead(ring), iv, cipher.getAuthTag(), ciphertext])
}

/**
 * Decrypts a text with the key of the ring that encrypted it.
 *
 * @throws {UnreadableSecretError} if the key is not in the ring, or `aad` or any byte differs from the encryption
 */
export function decrypt(ring: KeyRing, encrypted: Uint8Array, aad: string): string {
  const keys = [ring.current, ...ring.previous]
  if (encrypted[0] === VERSION && encrypted.length >= NAME_BYTES + IV_BYTES + TAG_BYTES) {
    const id = encrypted.subarray(1, NAME_BYTES)
    const key = keys.find((each) => keyIdOf(each).equals(id))
    if (!key) throw unreadable()
    return open(deriveKey(key, purposeOf(aad)), encrypted.subarray(NAME_BYTES), aad)
  }
  if (encrypted[0] !== VERSION_WITHOUT_KEY_ID || encrypted.length < 1 + IV_BYTES + TAG_BYTES)
    throw new UnreadableSecretError('The stored secret has an unknown format.')
  let failure = unreadable()
  for (const key of keys) {
    try {
      return open(key, encrypted.subarray(1), aad)
    } catch (err) {
      failure = err as UnreadableSecretError
    }
  }
  throw failure
}

function open(key: Buffer, sealed: Uint8Array, aad: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(aad))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const head = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([head, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): UnreadableSecretError {
  return new UnreadableSecretError(
    'The stored secret cannot be decrypted. Check that SECRET_KEY or SECRET_KEY_PREVIOUS is the key it was encrypted with.',
    { cause },
  )
}

function purposeOf(aad: string): string {
  return `parley encryption ${aad.split(':', 1)[0]}`
}

/** The derived keys of each secret key, kept because deriving costs more than encrypting a short text. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>()

/** Derives a key of 32 bytes for one use. Source: RFC 5869 (HKDF), without salt: the secret key is uniformly random. */
export function deriveKey(secretKey: Buffer, use: string): Buffer {
  if (secretKey.length !== KEY_BYTES) throw new Error(`A secret key has ${KEY_BYTES} bytes.`)
  const keys = derived.getOrInsertComputed(secretKey, () => new Map())
  const derive = () => Buffer.from(hkdfSync('sha256', secretKey, '', use, KEY_BYTES))
  return keys.getOrInsertComputed(use, derive)
}

type Keys = { config: Parameters<typeof keyRingOf>[0] }
type Row = { workspace_id: string; id: string }

/** Creates the encryption of values of one purpose, each bound to its row. `what` completes the error without a key. */
export function createSeal(purpose: string, what: string) {
  const placeOf = ({ workspace_id: workspaceId, id }: Row) => `${purpose}:${workspaceId}:${id}`
  return {
    /** Encrypts a value for storage. */
    seal: ({ config }: Keys, row: Row, text: string): Buffer =>
      encrypt(keyRingOf(config, `encrypt ${what}`), text, placeOf(row)),
    /** Decrypts a stored value. @throws {UnreadableSecretError} */
    open: ({ config }: Keys, row: Row, sealed: Buffer): string =>
      decrypt(keyRingOf(config, `decrypt ${what}`), sealed, placeOf(row)),
  }
}
