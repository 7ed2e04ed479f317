import { recordNotice } from '#account/notices/record-notice.ts'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import type { HealthChange } from './find-health-change.ts'

/** Notifies admins that an endpoint is disabled, with its last attempt. */
export function recordDisabling(
  tx: Scope,
  change: Omit<HealthChange, 'recoveredAt'> & { reason: 'gone' | 'failing' },
  audience: Audience,
): Promise<void> {
  const { endpoint, failingSince, reason, last } = change
  const data = {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    reason,
    failing_since: failingSince,
    last_error: last.error,
    last_response_status: last.responseStatus,
  }
  return recordNotice(tx, { kind: 'endpoint_disabled', data }, audience)
}
