import type { WithConfig } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

/** The row that contains the body. */
type Place = { workspace_id: string; id: string }

/**
 * Encrypts the text of a mail and binds it to its row. Mails are encrypted because their links can open
 * accounts.
 */
export function encryptBody(context: WithConfig, place: Place, text: string): Buffer {
  return encrypt(keyRingOf(context.config, 'encrypt mails'), text, nameOf(place))
}

/** Decrypts a text that `encryptBody` encrypted. @throws {Error} if SECRET_KEY is a different key */
export function decryptBody(context: WithConfig, place: Place, body: Buffer): string {
  return decrypt(keyRingOf(context.config, 'encrypt mails'), body, nameOf(place))
}

function nameOf({ workspace_id, id }: Place): string {
  return `mail:${workspace_id}:${id}`
}
