import type { WithConfig } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

const PURPOSE = 'sso_client_secret'

type Place = { workspace_id: string; id: string }

/** Encrypts the client secret of a connection and binds it to the connection. */
export function encryptClientSecret(
  context: WithConfig,
  { workspace_id: workspaceId, id }: Place,
  secret: string,
): Buffer {
  const ring = keyRingOf(context.config, 'encrypt client secrets of issuers')
  return encrypt(ring, secret, `${PURPOSE}:${workspaceId}:${id}`)
}

/** Decrypts the client secret of a connection; null for a client without one. @throws {UnreadableSecretError} */
export function clientSecretOf(
  context: WithConfig,
  connection: Place & { client_secret: Buffer | null },
): string | null {
  const { workspace_id: workspaceId, id, client_secret: secret } = connection
  if (secret === null) return null
  const ring = keyRingOf(context.config, 'decrypt client secrets of issuers')
  return decrypt(ring, secret, `${PURPOSE}:${workspaceId}:${id}`)
}
