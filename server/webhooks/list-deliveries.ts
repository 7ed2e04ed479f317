import type { Scope } from '../context.ts'
import { firstId } from '../lib/ids.ts'
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

/** How far the time in a delivery's id, its event's, may stand from the time it was created at. */
const SLACK_MS = 60_000

/**
 * One page of deliveries, newest first: by id, which carries the time of the event, so that the log needs no index
 * by time. @throws {AppError} invalid_cursor, validation_failed
 */
export async function listDeliveries(
  scope: Scope,
  input: ListDeliveriesInput,
): Promise<Page<Delivery>> {
  const { limit, after } = readPageInput(input)
  let query = scope.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (after) query = query.where('id', '<', after.id)
  if (input.endpoint_id) query = query.where('endpoint_id', '=', input.endpoint_id)
  if (input.status) query = query.where('status', '=', input.status)
  if (input.event_type) query = query.where('event_type', '=', input.event_type)
  if (input.since) {
    const since = readTime(input.since, 'since')
    query = query
      .where('created_at', '>=', since)
      .where('id', '>=', firstId(new Date(since.getTime() - SLACK_MS)))
  }
  if (input.until) {
    const until = readTime(input.until, 'until')
    query = query
      .where('created_at', '<', until)
      .where('id', '<', firstId(new Date(until.getTime() + SLACK_MS)))
  }
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toDelivery)
}
