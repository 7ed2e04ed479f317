import type { Context } from '#context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encryption.ts'

const PURPOSE = 'webhook_headers'

type Place = { workspace_id: string; id: string }

/** The custom headers of an endpoint as its row stores them: the names readable, the values encrypted. */
export type SealedHeaders = { header_names: string[]; custom_headers: Buffer | null }

/** Encrypts the custom headers of an endpoint for storage and binds them to the endpoint. */
export function sealHeaders(
  context: Pick<Context, 'config'>,
  { workspace_id: workspaceId, id }: Place,
  headers: Record<string, string>,
): SealedHeaders {
  const names = Object.keys(headers)
  if (names.length === 0) return { header_names: [], custom_headers: null }
  const ring = keyRingOf(context.config, 'encrypt headers of webhooks')
  const sealed = encrypt(ring, JSON.stringify(headers), `${PURPOSE}:${workspaceId}:${id}`)
  return { header_names: names, custom_headers: sealed }
}

/** Decrypts the custom headers of an endpoint. They must never be shown. @throws {UnreadableSecretError} */
export function openHeaders(
  context: Pick<Context, 'config'>,
  endpoint: Place & Pick<SealedHeaders, 'custom_headers'>,
): Record<string, string> {
  const { workspace_id: workspaceId, id, custom_headers: sealed } = endpoint
  if (!sealed) return {}
  const ring = keyRingOf(context.config, 'decrypt headers of webhooks')
  return JSON.parse(decrypt(ring, sealed, `${PURPOSE}:${workspaceId}:${id}`))
}
