import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { trimWorkspaces } from '#housekeeping/trim-workspaces.ts'

const DAY = 24 * 3_600_000

/** Days count from here: the tests of a file share it with the rows that they add. */
const start = Date.now()

/** Returns the time `days` from now. */
export function dayAt(days: number): Date {
  return new Date(start + days * DAY)
}

/** Returns `context` as it is `days` from now; a logged error fails the test. */
export function inDays(context: Context, days: number): Context {
  const log = Object.assign(Object.create(context.log) as Context['log'], {
    error: (fields: { err?: unknown }) => assert.fail(String(fields.err)),
  })
  return { ...context, log, clock: { now: () => dayAt(days) } }
}

/** Trims all workspaces as `days` from now, without pauses. */
export async function trim(
  context: Context,
  days: number,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  await trimWorkspaces(inDays(context, days), { pauseMinMs: 0, ...options })
}

/** Sets the retention time of a workspace. */
export async function keep(scope: Scope, days: number): Promise<void> {
  await scope.directory
    .updateTable('workspaces')
    .set({ retention_days: days })
    .where('id', '=', scope.workspaceId)
    .execute()
}

/** Records an event for each number, with its deliveries, `days` from now. */
export async function emitIn(scope: Scope, days: number, ...numbers: number[]): Promise<void> {
  const then = { ...scope, clock: { now: () => dayAt(days) } }
  for (const number of numbers)
    await transaction(then, (tx) => recordEvents(tx, [{ type: 'message.sent', data: { number } }]))
}

/** Finishes the pending deliveries, with one attempt each. */
export async function finishDeliveries(
  scope: Scope,
  days: number,
  status = 'succeeded',
): Promise<void> {
  await sql`
    with done as (
      update webhook_deliveries
      set status = ${status}, attempt_count = 1, completed_at = ${dayAt(days)}
      where workspace_id = ${scope.workspaceId} and status = 'pending' returning *
    )
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers)
    select workspace_id, id, 1, completed_at, 1, '{}' from done`.execute(scope.db)
}

/** Counts the rows of a workspace in `table`. */
export async function countRows(scope: Scope, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  return rows[0]!.count
}

/** Returns the positions of the events of a workspace. */
export async function listPositions(scope: Scope): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('events')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.position)
}

/** Returns position, status and error of the deliveries of a workspace, each as one text. */
export async function describeDeliveries(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select(['position', 'status', 'last_error'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => `${row.position} ${row.status} ${row.last_error ?? ''}`.trim())
}
