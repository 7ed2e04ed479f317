import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'
import type { LoggedRequest } from './logged-request.ts'
import { sealBodies } from './seal-bodies.ts'

/**
 * Inserts requests of workspaces that lie on the server of `context`. Bodies of a request that began before the erasure of a
 * contact was requested, or just after, are left out: they may name the contact, and the erasure may have passed here.
 */
export async function insertRequests(
  context: Pick<Context, 'db' | 'config'>,
  requests: LoggedRequest[],
): Promise<void> {
  // The id carries the end of the response, so that the newest row of the log is the last one that was inserted.
  const items = requests.map((request) => ({ ...request, id: newId(request.at) }))
  const given = bulkRows('given', items, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    id: ['uuid', (each) => each.id],
    key_id: ['uuid', (each) => each.keyId],
    method: ['text', (each) => each.method],
    route: ['text', (each) => each.route],
    path: ['text', (each) => each.path],
    status: ['integer', (each) => each.status],
    duration_ms: ['integer', (each) => each.durationMs],
    code: ['text', (each) => each.code],
    errors: ['jsonb', (each) => JSON.stringify(each.errors)],
    request_id: ['text', (each) => each.requestId],
    created_at: ['timestamptz', (each) => each.at],
    sealed: ['bytea', (each) => sealBodies(context, each)],
  })
  await sql`
    /* across workspaces: a process gathers the requests of all keys */
    insert into api_requests (workspace_id, id, key_id, method, route, path, status, duration_ms, code, errors,
      request_id, created_at, bodies)
    select workspace_id, id, key_id, method, route, path, status, duration_ms, code, errors, request_id, created_at,
      case when not exists (
        select from erasures
        where erasures.workspace_id = given.workspace_id
          and erasures.requested_at > given.created_at - given.duration_ms * interval '1 ms' - interval '5 s'
      ) then sealed end
    from ${given}
    where is_here(workspace_id)`.execute(context.db)
}
