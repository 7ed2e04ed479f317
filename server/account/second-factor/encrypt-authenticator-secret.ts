import type { WithConfig } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

const PURPOSE = 'authenticator_secret'

/** Encrypts the secret of a user's authenticator app and binds it to the user. */
export function encryptAuthenticatorSecret(
  context: WithConfig,
  userId: string,
  secret: Buffer,
): Buffer {
  const ring = keyRingOf(context.config, 'encrypt secrets of authenticator apps')
  return encrypt(ring, secret.toString('base64'), `${PURPOSE}:${userId}`)
}

/** Decrypts a secret that `encryptAuthenticatorSecret` encrypted. @throws {UnreadableSecretError} */
export function decryptAuthenticatorSecret(
  context: WithConfig,
  userId: string,
  encrypted: Buffer,
): Buffer {
  const ring = keyRingOf(context.config, 'decrypt secrets of authenticator apps')
  return Buffer.from(decrypt(ring, encrypted, `${PURPOSE}:${userId}`), 'base64')
}
