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

/** A file of a mail: its name, and its text. */
export type MailAttachment = { filename: string; content: string }

/** Encrypts the attachment of a mail and binds it to its row. */
export function encryptAttachment(
  context: WithConfig,
  place: Place,
  attachment: MailAttachment,
): Buffer {
  const keys = keyRingOf(context.config, 'encrypt mails')
  return encrypt(keys, JSON.stringify(attachment), nameOf(place, 'mail_attachment'))
}

/** Decrypts an attachment that `encryptAttachment` encrypted. @throws {Error} if SECRET_KEY is a different key */
export function decryptAttachment(
  context: WithConfig,
  place: Place,
  attachment: Buffer,
): MailAttachment {
  const keys = keyRingOf(context.config, 'encrypt mails')
  return JSON.parse(decrypt(keys, attachment, nameOf(place, 'mail_attachment'))) as MailAttachment
}

function nameOf({ workspace_id, id }: Place, purpose = 'mail'): string {
  return `${purpose}:${workspace_id}:${id}`
}
