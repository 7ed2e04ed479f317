import { createHash } from 'node:crypto'
import type { Context } from '#db/context.ts'
import { createSeal } from '#lib/encrypt.ts'
import type { ClientTls } from '#lib/outgoing/safe-fetch.ts'
import type { TlsSettings } from '#shared/webhooks.ts'
import type { OpenTls } from './merge-tls.ts'
import { nextWarning } from './next-warning.ts'

const { seal, open } = createSeal('webhook_tls', 'private keys of webhooks')

type Place = { workspace_id: string; id: string }

/** The TLS settings of an endpoint as its row stores them: the private key is encrypted. */
type SealedTls = { tls: TlsSettings | null; tls_key: Buffer | null }

/** Encrypts the private key of TLS settings for storage and binds it to the endpoint; `tls` is JSON. */
export function sealTls(
  context: Pick<Context, 'config' | 'clock'>,
  place: Place,
  settings: OpenTls | null,
): { tls: string | null; tls_key: Buffer | null; tls_warn_at: Date | null } {
  if (!settings) return { tls: null, tls_key: null, tls_warn_at: null }
  const { private_key: key, ...shown } = settings
  return {
    tls: JSON.stringify(shown),
    tls_key: key === null ? null : seal(context, place, key),
    tls_warn_at: nextWarning(shown.expires_at, context.clock.now()),
  }
}

/** Decrypts the private key of an endpoint's certificate. @throws {UnreadableSecretError} */
export const openTlsKey = open

/**
 * Returns the TLS settings of an endpoint's connections; undefined if it has none. Their connections are shared neither
 * with another endpoint nor with other settings of this one.
 *
 * @throws {UnreadableSecretError}
 */
export function openTls(
  context: Pick<Context, 'config'>,
  endpoint: Place & SealedTls,
): ClientTls | undefined {
  const { workspace_id: workspaceId, id, tls, tls_key: sealed } = endpoint
  if (!tls) return undefined
  const stored = createHash('sha256')
    .update(JSON.stringify(tls))
    .update(sealed ?? '')
  return {
    connectionsOf: `${workspaceId} ${id} ${stored.digest('base64url')}`,
    ...(tls.ca !== null && { ca: tls.ca }),
    ...(tls.certificate !== null &&
      sealed && { cert: tls.certificate, key: openTlsKey(context, endpoint, sealed) }),
  }
}
