import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import { fieldError } from '#lib/errors.ts'
import type { Precondition } from '#lib/precondition.ts'
import { checkEndpointUrls } from './check-endpoint-urls.ts'
import { endpointNotFound, readEndpoint } from './get-endpoint.ts'
import { openHeaders, sealHeaders } from './endpoint-headers.ts'
import { mergeHeaders } from './merge-headers.ts'
import { checkAuthorization } from './oauth/check-authorization.ts'
import { mergeOauth } from './oauth/merge-oauth.ts'
import { openOauthSecret, sealOauth } from './oauth/seal-oauth.ts'
import { recordEndpointChange } from './record-endpoint-change.ts'
import { toEndpoint } from './schema.ts'
import { toStoredFilters } from './to-stored-filters.ts'
import type { SealedHeaders } from './endpoint-headers.ts'
import type { Endpoint, UpdateEndpointBody } from './schema.ts'

/** The fields of an endpoint that can be changed. */
type UpdateEndpointInput = Static<typeof UpdateEndpointBody>

/**
 * Updates an endpoint. Enabling it makes its pending deliveries due, at a rising rate; a new URL starts with a clean
 * health. A URL of another origin does not receive the stored custom headers, or a token of the stored OAuth client:
 * they must be sent again, or removed.
 * `precondition` gets the endpoint while it is locked.
 *
 * @throws {AppError} endpoint_not_found, invalid_url, validation_failed, and that of the precondition
 */
export async function updateEndpoint(
  scope: Scope,
  id: string,
  input: UpdateEndpointInput,
  precondition?: Precondition,
): Promise<Endpoint> {
  const { status, url, filters, headers, oauth, ...changes } = input
  const before = await readEndpoint(scope, id)
  const isNewUrl = url !== undefined && url !== before.url
  await checkEndpointUrls(scope.config, input)
  const isEnabled = status === 'enabled' && before.status === 'disabled'
  // An endpoint that was disabled for failing still gets deliveries, and probes; one that an admin disables does not.
  const isDisabled = status === 'disabled' && before.disabled_reason !== 'manual'
  const now = scope.clock.now()
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: before.id }
  const row = await transaction(scope, async (tx) => {
    precondition?.(toEndpoint(await readEndpoint(tx, id, 'change')))
    const sealed = await changeSecrets(tx, id, { url, headers, oauth })
    const updated = await tx.db
      .updateTable('webhook_endpoints')
      .set({
        ...changes,
        ...(changes.events && { events: [...new Set(changes.events)] }),
        ...(isNewUrl && { url }),
        ...(filters !== undefined && { filters: toStoredFilters(filters) }),
        ...sealed,
        ...((isNewUrl || isEnabled) && { failing_since: null }),
        ...((isEnabled || isDisabled) && { probe_at: null, probe_count: 0 }),
        ...(isEnabled && { status: 'enabled', disabled_reason: null, disabled_at: null }),
        ...(isEnabled && { recovered_at: now }),
        ...(isDisabled && { status: 'disabled', disabled_reason: 'manual', disabled_at: now }),
        updated_at: now,
      })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (updated) {
      await recordEndpointChange(tx, updated)
      const changed = {
        ...changedFields(before, pick(updated, input)),
        ...(headers !== undefined && {
          header_names: { from: before.header_names, to: updated.header_names },
        }),
        ...(oauth !== undefined && { oauth: { from: before.oauth, to: updated.oauth } }),
      }
      if (Object.keys(changed).length > 0)
        await recordAudit(tx, {
          action: 'webhook_endpoint.updated',
          targetType: 'webhook_endpoint',
          targetId: updated.id,
          data: { url: updated.url, changes: changed },
        })
    }
    await endPause(tx, lane)
    return updated
  })
  if (!row) throw endpointNotFound(id)
  if (row.status === 'enabled') afterCommit(scope, () => scope.wake([lane]))
  return toEndpoint(row)
}

type SecretChanges = {
  [Field in 'url' | 'headers' | 'oauth']: UpdateEndpointInput[Field] | undefined
}

/** Returns the columns of the custom headers and of the OAuth client after a change of them or of the URL. */
async function changeSecrets(
  tx: Scope,
  id: string,
  { url, headers, oauth }: SecretChanges,
): Promise<Partial<SealedHeaders & ReturnType<typeof sealOauth>>> {
  if (url === undefined && headers === undefined && oauth === undefined) return {}
  const row = await readEndpoint(tx, id, 'change')
  const isSameOrigin = url === undefined || new URL(url).origin === new URL(row.url).origin
  // Otherwise a key that may change endpoints could have the values, or a token, sent to a server of its own.
  if (!isSameOrigin && headers === undefined && row.header_names.length > 0)
    throw fieldError(
      'validation_failed',
      'headers',
      'must be sent again, or be null, when the URL names another server',
    )
  if (!isSameOrigin && oauth === undefined && row.oauth)
    throw fieldError(
      'validation_failed',
      'oauth',
      'must be sent again with its secret, or be null, when the URL names another server',
    )
  const sealed =
    headers !== undefined &&
    sealHeaders(tx, row, mergeHeaders(isSameOrigin ? openHeaders(tx, row) : {}, headers))
  const { oauth_secret: secret } = row
  const openSecret = isSameOrigin && secret ? () => openOauthSecret(tx, row, secret) : undefined
  const client = oauth !== undefined && mergeOauth(row.oauth, oauth, openSecret)
  checkAuthorization((sealed || row).header_names, client === false ? row.oauth : client)
  return { ...sealed, ...(client !== false && sealOauth(tx, row, client)) }
}

/** The columns to set for the given fields. */
function pick(row: object, input: UpdateEndpointInput): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in input))
}
