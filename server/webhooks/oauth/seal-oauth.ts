import type { Context } from '#db/context.ts'
import { createSeal } from '#lib/encrypt.ts'
import type { OauthClient } from '#shared/webhooks.ts'

const { seal, open } = createSeal('webhook_oauth', 'OAuth clients of webhooks')

type Place = { workspace_id: string; id: string }

/** An OAuth client with its secret, which must never be shown. */
export type OpenOauth = OauthClient & { client_secret: string }

/** The OAuth client of an endpoint as its row stores it: the secret is encrypted. */
export type SealedOauth = { oauth: OauthClient | null; oauth_secret: Buffer | null }

/** Encrypts the secret of an OAuth client for storage and binds it to the endpoint; `oauth` is JSON. */
export function sealOauth(
  context: Pick<Context, 'config'>,
  place: Place,
  client: OpenOauth | null,
): { oauth: string | null; oauth_secret: Buffer | null } {
  if (!client) return { oauth: null, oauth_secret: null }
  const { client_secret: secret, ...shown } = client
  return { oauth: JSON.stringify(shown), oauth_secret: seal(context, place, secret) }
}

/** Decrypts the secret of an endpoint's OAuth client. @throws {UnreadableSecretError} */
export const openOauthSecret = open
