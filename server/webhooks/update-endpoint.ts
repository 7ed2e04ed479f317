import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import type { Precondition } from '#lib/precondition.ts'
import { checkEndpointUrls } from './check-endpoint-urls.ts'
import { changeSecrets } from './change-secrets.ts'
import { toTlsFacts } from './tls/merge-tls.ts'
import { recordEndpointChange } from './record-endpoint-change.ts'
import { toEndpoint } from './schema.ts'
import { toStoredFilters } from './to-stored-filters.ts'
import type { Endpoint, UpdateEndpointBody } from './schema.ts'

/** The fields of an endpoint that can be changed. */
type UpdateEndpointInput = Static<typeof UpdateEndpointBody>

/**
 * Updates an endpoint. Enabling it makes its pending deliveries due, at a rising rate; a new URL starts with a clean
 * health. A URL of another origin does not receive the stored custom headers, a token of the stored OAuth client or the
 * stored client certificate: they must be sent again, or removed.
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
  const { status, url, filters, headers, oauth, tls, ...changes } = input
  const before = await getById(scope, 'webhook_endpoints', id)
  const isNewUrl = url !== undefined && url !== before.url
  await checkEndpointUrls(scope.config, input)
  const isEnabled = status === 'enabled' && before.status === 'disabled'
  // An endpoint that was disabled for failing still gets deliveries, and probes; one that an admin disables does not.
  const isDisabled = status === 'disabled' && before.disabled_reason !== 'manual'
  const now = scope.clock.now()
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: before.id }
  const row = await transaction(scope, async (tx) => {
    precondition?.(toEndpoint(await getById(tx, 'webhook_endpoints', id, 'change')))
    const sealed = await changeSecrets(tx, id, { url, headers, oauth, tls })
    const updated = await updateTable(tx, 'webhook_endpoints')
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
        ...(tls !== undefined && {
          tls: { from: toTlsFacts(before.tls), to: toTlsFacts(updated.tls) },
        }),
      }
      if (Object.keys(changed).length > 0)
        await recordAudit(tx, 'webhook_endpoint.updated', updated.id, {
          url: updated.url,
          changes: changed,
        })
    }
    await endPause(tx, lane)
    return updated
  })
  if (!row) throw notFound('webhook_endpoints', id)
  if (row.status === 'enabled') afterCommit(scope, () => scope.wake([lane]))
  return toEndpoint(row)
}

/** The columns to set for the given fields. */
function pick(row: object, input: UpdateEndpointInput): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in input))
}
