import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { EndpointFilters } from '#shared/webhooks.ts'

/** The state of an endpoint that decides whether an event is delivered to it. */
export type EndpointState = {
  events: string[]
  status: 'enabled' | 'disabled' | 'deleted'
  disabled_reason: string | null
  filters: EndpointFilters | null
}

/** The state of an endpoint to record. */
type RecordedState = EndpointState & { id: string; url: string }

/**
 * Records an endpoint's new state and its actor, so that the log can explain why an event was not delivered. Must run
 * in the transaction of the change; a state equal to the last one is not recorded again.
 */
export async function recordEndpointChange(
  scope: Pick<Scope, 'db' | 'clock' | 'workspaceId' | 'actor'>,
  endpoint: RecordedState,
): Promise<void> {
  const { id, url, events, status, disabled_reason: reason } = endpoint
  const filters = endpoint.filters && JSON.stringify(endpoint.filters)
  await sql`
    insert into webhook_endpoint_changes
      (workspace_id, id, endpoint_id, url, events, status, disabled_reason, filters, actor_type, actor_id, changed_at)
    select ${scope.workspaceId}, ${newId()}, ${id}, ${url}, ${events}::text[], ${status}, ${reason}, ${filters}::jsonb,
      ${scope.actor.type}, ${scope.actor.id}, ${scope.clock.now()}
    where not exists (
      select from (
        select * from webhook_endpoint_changes
        where workspace_id = ${scope.workspaceId} and endpoint_id = ${id}
        order by changed_at desc, id desc
        limit 1
      ) as last
      where url = ${url} and events = ${events}::text[] and status = ${status}
        and disabled_reason is not distinct from ${reason} and filters is not distinct from ${filters}::jsonb
    )`.execute(scope.db)
}
