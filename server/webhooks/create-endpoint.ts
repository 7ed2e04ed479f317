import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { checkQuota } from '#db/check-quota.ts'
import { countRows } from '#db/count-rows.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { DEFAULT_EVENT_TYPES } from '#shared/event-types.ts'
import { IN_FLIGHT_BY_DEFAULT } from '#shared/webhooks.ts'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { checkEndpointUrls } from './check-endpoint-urls.ts'
import { sealHeaders } from './seal-headers.ts'
import { sealSecret } from './open-secrets.ts'
import { mergeHeaders } from './merge-headers.ts'
import { checkAuthorization } from './oauth/check-authorization.ts'
import { mergeOauth } from './oauth/merge-oauth.ts'
import { sealOauth } from './oauth/seal-oauth.ts'
import { checkTlsUrl, mergeTls, toTlsFacts } from './tls/merge-tls.ts'
import { sealTls } from './tls/seal-tls.ts'
import { recordEndpointChange } from './record-endpoint-change.ts'
import { toEndpoint } from './schema.ts'
import { toStoredFilters } from './to-stored-filters.ts'
import type { EndpointWithSecret, CreateEndpointBody } from './schema.ts'

/** The fields of a new endpoint; `events` defaults to the three most used types. */
export type CreateEndpointInput = Static<typeof CreateEndpointBody>

/**
 * Registers a webhook endpoint; only this response contains its secret.
 *
 * checked: the check of its URLs, if it was started before a transaction. @throws {AppError} invalid_url,
 * validation_failed, quota_exceeded
 */
export async function createEndpoint(
  scope: Scope,
  input: CreateEndpointInput,
  checked: Promise<void> = checkEndpointUrls(scope.config, input),
): Promise<EndpointWithSecret> {
  const headers = mergeHeaders({}, input.headers ?? null)
  const oauth = mergeOauth(null, input.oauth ?? null)
  checkAuthorization(Object.keys(headers), oauth)
  const ordering = input.ordering ?? 'subject'
  const now = scope.clock.now()
  const tls = mergeTls(null, input.tls ?? null, now)
  await checked
  checkTlsUrl(input.url, tls)
  const place = { workspace_id: scope.workspaceId, id: newId() }
  const secret = createWebhookSecret()
  const row = await transaction(scope, async (tx) => {
    await checkQuota(tx, 'endpoints', () => countRows(selectFrom(tx, 'webhook_endpoints')))
    const created = await insertRow(tx, 'webhook_endpoints', {
      id: place.id,
      url: input.url,
      description: input.description ?? null,
      events: [...new Set(input.events ?? DEFAULT_EVENT_TYPES)],
      secret: sealSecret(scope, place, secret),
      max_in_flight: input.max_in_flight ?? IN_FLIGHT_BY_DEFAULT[ordering],
      rate_limit: input.rate_limit ?? null,
      ordering,
      filters: toStoredFilters(input.filters),
      payload: input.payload ?? 'full',
      ...sealHeaders(scope, place, headers),
      ...sealOauth(scope, place, oauth),
      ...sealTls(scope, place, tls),
      created_at: now,
      updated_at: now,
    })
    await recordEndpointChange(tx, created)
    await recordAudit(tx, 'webhook_endpoint.created', created.id, {
      url: created.url,
      events: created.events,
      ...(created.payload === 'thin' && { payload: created.payload }),
      ...(created.filters && { filters: created.filters }),
      ...(created.header_names.length > 0 && { header_names: created.header_names }),
      ...(created.oauth && { oauth: created.oauth }),
      ...(created.tls && { tls: toTlsFacts(created.tls) }),
    })
    return created
  })
  return { ...toEndpoint(row), secret }
}
