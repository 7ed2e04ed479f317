import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES

/**
 * Gives a text encrypted with AES-256-GCM: version byte, IV, tag, ciphertext.
 * `key` has 32 bytes. `aad` names the place the secret belongs to, such as
 * `webhook_secret:<workspace>:<id>`: moved to another row, it no longer decrypts.
 */
export function encrypt(key: Buffer, plaintext: string, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), ciphertext])
}

/** Gives the text back; throws an `Error` when key, `aad` or any byte is not the one it was made with. */
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
