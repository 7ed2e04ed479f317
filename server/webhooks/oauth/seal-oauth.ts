import type { Context } from '#context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encryption.ts'
import type { OauthClient } from '#shared/webhooks.ts'

const PURPOSE = 'webhook_oauth'

type Place = { workspace_id: string; id: string }

/** An OAuth client with its secret, which must never be shown. */
export type OpenOauth = OauthClient & { client_secret: string }

/** The OAuth client of an endpoint as its row stores it: the secret is encrypted. */
export type SealedOauth = { oauth: OauthClient | null; oauth_secret: Buffer | null }

/** Encrypts the secret of an OAuth client for storage and binds it to the endpoint; `oauth` is JSON. */
export function sealOauth(
  context: Pick<Context, 'config'>,
  { workspace_id: workspaceId, id }: Place,
  client: OpenOauth | null,
): { oauth: string | null; oauth_secret: Buffer | null } {
  if (!client) return { oauth: null, oauth_secret: null }
  const { client_secret: secret, ...shown } = client
  const ring = keyRingOf(context.config, 'encrypt OAuth clients of webhooks')
  return {
    oauth: JSON.stringify(shown),
    oauth_secret: encrypt(ring, secret, `${PURPOSE}:${workspaceId}:${id}`),
  }
}

/** Decrypts the secret of an endpoint's OAuth client. @throws {UnreadableSecretError} */
export function openOauthSecret(
  context: Pick<Context, 'config'>,
  endpoint: Place,
  sealed: Buffer,
): string {
  const ring = keyRingOf(context.config, 'decrypt OAuth clients of webhooks')
  return decrypt(ring, sealed, `${PURPOSE}:${endpoint.workspace_id}:${endpoint.id}`)
}
