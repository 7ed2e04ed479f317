import type { Context } from '#context.ts'
import { decrypt, encrypt } from '#lib/encryption.ts'

/** The row that a body belongs to. */
type Place = { workspace_id: string; id: string }

/** The text of a mail as it is stored: encrypted, as it may open an account, and bound to its row. */
export function encryptBody(context: Pick<Context, 'config'>, place: Place, text: string): Buffer {
  return encrypt(secretKeyOf(context), text, nameOf(place))
}

/** The text that `encryptBody` stored. @throws {Error} under another SECRET_KEY */
export function decryptBody(context: Pick<Context, 'config'>, place: Place, body: Buffer): string {
  return decrypt(secretKeyOf(context), body, nameOf(place))
}

function nameOf({ workspace_id, id }: Place): string {
  return `mail:${workspace_id}:${id}`
}

function secretKeyOf(context: Pick<Context, 'config'>): Buffer {
  const { secretKey } = context.config
  if (!secretKey) throw new Error('SECRET_KEY is required to encrypt mails.')
  return secretKey
}
