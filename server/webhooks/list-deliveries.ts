import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { readPageInput, toPage } from '../lib/pagination.ts'
import type { Page, PageInput } from '../lib/pagination.ts'
import { readTime } from '../lib/time.ts'
import { toDelivery } from './schema.ts'
import type { Delivery } from './schema.ts'

/** Filters of the list: created from `since` (RFC 3339) and before `until`. */
export type ListDeliveriesInput = PageInput & {
  endpoint_id?: string
  status?: Delivery['status']
  event_type?: string
  since?: string
  until?: string
}

/** One page of deliveries, newest first. @throws {AppError} invalid_cursor, validation_failed */
export async function listDeliveries(
  scope: Scope,
  input: ListDeliveriesInput,
): Promise<Page<Delivery>> {
  const { limit, after } = readPageInput(input)
  let query = scope.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  if (input.endpoint_id) query = query.where('endpoint_id', '=', input.endpoint_id)
  if (input.status) query = query.where('status', '=', input.status)
  if (input.event_type) query = query.where('event_type', '=', input.event_type)
  if (input.since) query = query.where('created_at', '>=', readTime(input.since, 'since'))
  if (input.until) query = query.where('created_at', '<', readTime(input.until, 'until'))
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toDelivery)
}
