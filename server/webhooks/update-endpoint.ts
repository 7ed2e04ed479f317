import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import { fieldError } from '#lib/errors.ts'
import type { Precondition } from '#lib/precondition.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
import { endpointNotFound, readEndpoint } from './get-endpoint.ts'
import { openHeaders, sealHeaders } from './endpoint-headers.ts'
import { mergeHeaders } from './merge-headers.ts'
import { recordEndpointChange } from './record-endpoint-change.ts'
import { toEndpoint } from './schema.ts'
import { toStoredFilters } from './to-stored-filters.ts'
import type { SealedHeaders } from './endpoint-headers.ts'
import type { Endpoint, UpdateEndpointBody } from './schema.ts'

/** The fields of an endpoint that can be changed. */
type UpdateEndpointInput = Static<typeof UpdateEndpointBody>

/**
 * Updates an endpoint. Enabling it makes its pending deliveries due, at a rising rate; a new URL starts with a clean
 * health. A URL of another origin does not receive the stored custom headers: they must be sent again, or removed.
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
  const { status, url, filters, headers, ...changes } = input
  const before = await readEndpoint(scope, id)
  const isNewUrl = url !== undefined && url !== before.url
  if (url !== undefined) await checkEndpointUrl(scope.config, url)
  const isEnabled = status === 'enabled' && before.status === 'disabled'
  // An endpoint that was disabled for failing still gets deliveries, and probes; one that an admin disables does not.
  const isDisabled = status === 'disabled' && before.disabled_reason !== 'manual'
  const now = scope.clock.now()
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: before.id }
  const row = await transaction(scope, async (tx) => {
    precondition?.(toEndpoint(await readEndpoint(tx, id, 'change')))
    const sealed = await changeHeaders(tx, id, { url, headers })
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

/** Returns the columns of the custom headers after a change of them or of the URL; undefined if they stay. */
async function changeHeaders(
  tx: Scope,
  id: string,
  { url, headers }: { [Field in 'url' | 'headers']: UpdateEndpointInput[Field] | undefined },
): Promise<SealedHeaders | undefined> {
  if (url === undefined && headers === undefined) return undefined
  const row = await readEndpoint(tx, id, 'change')
  const isSameOrigin = url === undefined || new URL(url).origin === new URL(row.url).origin
  if (headers !== undefined) {
    const stored = isSameOrigin ? openHeaders(tx, row) : {}
    return sealHeaders(tx, row, mergeHeaders(stored, headers))
  }
  // Otherwise a key that may change endpoints could have the values sent to a server of its own.
  if (!isSameOrigin && row.header_names.length > 0)
    throw fieldError(
      'validation_failed',
      'headers',
      'must be sent again, or be null, when the URL names another server',
    )
  return undefined
}

/** The columns to set for the given fields. */
function pick(row: object, input: UpdateEndpointInput): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in input))
}
