import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES

/** Returns the key for `encrypt` and `decrypt`. `purpose` completes the error without one: "encrypt mails". */
export function secretKeyOf({ secretKey }: Pick<Config, 'secretKey'>, purpose: string): Buffer {
  if (!secretKey) throw new Error(`SECRET_KEY is required to ${purpose}.`)
  return secretKey
}

/**
 * Encrypts a text with AES-256-GCM. The result contains version byte, IV, tag and ciphertext.
 * `key` has 32 bytes. `aad` names the row that the secret belongs to, such as
 * `webhook_secret:<workspace>:<id>`, so that it cannot be decrypted after it was moved to another row.
 */
export function encrypt(key: Buffer, plaintext: string, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), ciphertext])
}

/** Decrypts a text. Throws an `Error` if the key, `aad` or any byte differs from the encryption. */
export function decrypt(key: Buffer, encrypted: Uint8Array, aad: string): string {
  if (encrypted.length < HEAD_BYTES || encrypted[0] !== VERSION) {
    throw new Error('The stored secret has an unknown format.')
  }
  const iv = encrypted.subarray(1, 1 + IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad))
  decipher.setAuthTag(encrypted.subarray(1 + IV_BYTES, HEAD_BYTES))
  try {
    const head = decipher.update(encrypted.subarray(HEAD_BYTES))
    return Buffer.concat([head, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(
      'The stored secret cannot be decrypted. Check that SECRET_KEY is the key it was encrypted with.',
      {
        cause,
      },
    )
  }
}
