import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { idsBetween, rangeSince } from '#db/partitions.ts'
import { prepared } from '#db/prepared.ts'
import { retryConflicts } from '#db/retry-conflicts.ts'
import { idTime, timeOfId } from '#lib/ids.ts'
import { toStoredHeaders } from '../to-stored-headers.ts'
import type { Attempt } from './deliver-webhook.ts'
import type { Verdict } from './classify-attempt.ts'

/**
 * An attempt to record, and the next state of its delivery. `orderingKey` is stored if it will be retried, so that it blocks later ones.
 * `mayRelease`: deliveries may be held behind it.
 */
export type AttemptRecord = {
  deliveryId: string
  attempt: Attempt
  verdict: Verdict
  orderingKey: string | null
  mayRelease: boolean
}

/** Deliveries of an ordering key that are released when their predecessor finished. */
const RELEASED = 20

/**
 * Records attempts of one workspace and the states of their deliveries, in one statement.
 *
 * An attempt counts only as the next one of its delivery: one made after the worker's lease was lost changes nothing.
 * A delivery that was cancelled in between stays cancelled, with the attempt in its log. Deliveries held behind a
 * finished one are released.
 *
 * The updates find their rows by arrays of ids, because a plan that joins them first reads all deliveries of the
 * workspace, and PostgreSQL prefers it while it knows little about the table. The array is computed in the statement: with a
 * parameter, PostgreSQL plans the statement anew each time, to leave out partitions, which takes longer than the statement.
 * The range of the ids leaves them out without that.
 */
export async function recordAttempts(
  context: Pick<Context, 'db'>,
  workspaceId: string,
  records: AttemptRecord[],
): Promise<void> {
  const result = bulkRows('result', records, {
    delivery_id: ['uuid', (each) => each.deliveryId],
    number: ['integer', (each) => each.attempt.number],
    started_at: ['timestamptz', (each) => each.attempt.startedAt],
    duration_ms: ['integer', (each) => each.attempt.durationMs],
    request_headers: [
      'jsonb',
      (each) => JSON.stringify(toStoredHeaders(each.attempt.requestHeaders)),
    ],
    response_status: ['integer', (each) => each.attempt.responseStatus],
    response_headers: ['jsonb', (each) => toJson(each.attempt.responseHeaders)],
    response_body: ['text', (each) => each.attempt.responseBody],
    error: ['text', (each) => each.attempt.error],
    timings: ['jsonb', (each) => toJson(each.attempt.timings)],
    status: ['text', (each) => each.verdict.status],
    next_attempt_at: ['timestamptz', (each) => each.verdict.nextAttemptAt],
    completed_at: ['timestamptz', (each) => each.verdict.completedAt],
    extra: ['integer', (each) => (each.verdict.isExtra ? 1 : 0)],
    ordering_key: ['text', (each) => (each.verdict.status === 'pending' ? each.orderingKey : null)],
  })
  const times = records.map((each) => timeOfId(each.deliveryId))
  const newest = Math.max(idTime(), ...times)
  const range = rangeSince(new Date(Math.min(...times)), new Date(newest))
  const statement = prepared`
    with result as (
      select ${result.columns} from ${result}
    ), counted as (
      update webhook_deliveries as delivery
      set attempt_count = result.number, last_response_status = result.response_status,
        last_error = result.error, ordering_key = coalesce(result.ordering_key, delivery.ordering_key), attempts_max = attempts_max + result.extra,
        status = case when delivery.status = 'pending' then result.status else delivery.status end,
        next_attempt_at = case when delivery.status = 'pending' then result.next_attempt_at end,
        completed_at = case when delivery.status = 'pending' then result.completed_at
          else delivery.completed_at end
      from result
      where delivery.workspace_id = ${workspaceId} and ${idsBetween(sql`delivery.id`, range)}
        and delivery.id = any (array(select delivery_id from result)) and delivery.id = result.delivery_id
        and delivery.attempt_count = result.number - 1
      returning delivery.id, delivery.endpoint_id, delivery.ordering_key, delivery.status
    )${records.some((each) => each.mayRelease) ? releaseNext(workspaceId) : sql``}
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers,
      response_status, response_headers, response_body, error, timings)
    select ${workspaceId}, delivery_id, number, started_at, duration_ms, request_headers,
      response_status, response_headers, response_body, error, timings
    from result join counted on counted.id = result.delivery_id
    order by delivery_id, number
    on conflict do nothing`
  await retryConflicts(context.db, () => statement.execute(context.db))
}

/** Releases deliveries that are held behind those that are finished now. */
function releaseNext(workspaceId: string) {
  return sql`, released as (
      update webhook_deliveries set held = false
      where workspace_id = ${workspaceId} and id = any (array(
        select next.id from counted, lateral (
          select id from webhook_deliveries as next
          where next.workspace_id = ${workspaceId} and next.endpoint_id = counted.endpoint_id
            and next.status = 'pending' and next.ordering_key = counted.ordering_key and next.held
          order by next.position
          limit ${sql.lit(RELEASED)}
        ) as next
        where counted.status <> 'pending' and counted.ordering_key is not null
      ))
    )`
}

/** Returns JSON that the database can store: characters that it cannot store are removed before escaping, not after. */
function toJson(value: object | null): string | null {
  const storable = (_name: string, each: unknown) =>
    typeof each === 'string' ? each.replaceAll('\0', '').toWellFormed() : each
  return value && JSON.stringify(value, storable)
}
