import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { WebhookEndpoints } from '#db/tables/webhook-endpoints.ts'
import { invalidField } from '#lib/errors.ts'
import type { AppError } from '#lib/errors.ts'
import type { TlsSettings } from '#shared/webhooks.ts'
import { openHeaders, sealHeaders } from './seal-headers.ts'
import type { SealedHeaders } from './seal-headers.ts'
import { mergeHeaders } from './merge-headers.ts'
import { checkAuthorization } from './oauth/check-authorization.ts'
import { mergeOauth } from './oauth/merge-oauth.ts'
import { openOauthSecret, sealOauth } from './oauth/seal-oauth.ts'
import type { UpdateEndpointBody } from './schema.ts'
import { checkTlsUrl, mergeTls } from './tls/merge-tls.ts'
import { openTlsKey, sealTls } from './tls/seal-tls.ts'

type Input = Static<typeof UpdateEndpointBody>

type SecretChanges = { [Field in 'url' | 'headers' | 'oauth' | 'tls']: Input[Field] | undefined }

type SecretColumns = Partial<
  SealedHeaders & ReturnType<typeof sealOauth> & ReturnType<typeof sealTls>
>

/**
 * Returns the columns of an endpoint's custom headers, OAuth client and TLS settings after a change of them or of the URL.
 * Must run in the transaction of the change.
 *
 * @throws {AppError} endpoint_not_found, validation_failed
 */
export async function changeSecrets(
  tx: Scope,
  id: string,
  { url, headers, oauth, tls }: SecretChanges,
): Promise<SecretColumns> {
  if (url === undefined && headers === undefined && oauth === undefined && tls === undefined)
    return {}
  const row = await getById(tx, 'webhook_endpoints', id, 'change')
  const isSameOrigin = url === undefined || new URL(url).origin === new URL(row.url).origin
  const { settings, columns } = changeTls(tx, row, tls, isSameOrigin)
  checkTlsUrl(url ?? row.url, settings)
  // Other authorities can vouch for another server of the same name.
  const isSameServer = isSameOrigin && (settings?.ca ?? null) === (row.tls?.ca ?? null)
  // Otherwise a key that may change endpoints could have the values, or a token, sent to a server of its own.
  if (!isSameServer && headers === undefined && row.header_names.length > 0)
    throw mustResend('headers', 'must be sent again, or be null,')
  if (!isSameServer && oauth === undefined && row.oauth)
    throw mustResend('oauth', 'must be sent again with its secret, or be null,')
  const sealed =
    headers !== undefined &&
    sealHeaders(tx, row, mergeHeaders(isSameServer ? openHeaders(tx, row) : {}, headers))
  const { oauth_secret: secret } = row
  const openSecret = isSameServer && secret ? () => openOauthSecret(tx, row, secret) : undefined
  const client = oauth !== undefined && mergeOauth(row.oauth, oauth, openSecret)
  checkAuthorization((sealed || row).header_names, client === false ? row.oauth : client)
  return { ...sealed, ...(client !== false && sealOauth(tx, row, client)), ...columns }
}

/** Returns the TLS settings of an endpoint after the change, and their columns if they change. */
function changeTls(
  tx: Scope,
  row: Selectable<WebhookEndpoints>,
  changes: SecretChanges['tls'],
  isSameOrigin: boolean,
): { settings: TlsSettings | null; columns?: ReturnType<typeof sealTls> } {
  const { tls: stored, tls_key: sealed } = row
  if (changes === undefined) {
    if (!isSameOrigin && sealed)
      throw mustResend('tls', 'must be sent again with its private key, or be null,')
    return { settings: stored }
  }
  const openKey = isSameOrigin && sealed ? () => openTlsKey(tx, row, sealed) : undefined
  const settings = mergeTls(stored, changes, tx.clock.now(), openKey)
  return { settings, columns: sealTls(tx, row, settings) }
}

function mustResend(field: string, what: string): AppError {
  return invalidField(field, `${what} when the URL or \`tls.ca\` names another server`)
}
