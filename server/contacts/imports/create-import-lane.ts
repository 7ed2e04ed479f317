import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { findActorViewer } from '#account/keys/find-actor-viewer.ts'
import { findCancelReason } from '#account/keys/find-cancel-reason.ts'
import { systemScope } from '#db/context.ts'
import type { Context, LaneRef, Scope, WithDb } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { updateTable } from '#db/select-from.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { findDefinitions } from '../custom-fields/find-definitions.ts'
import { findHeader } from './find-header.ts'
import { createRowReader } from './create-row-reader.ts'
import { checkRows, newCheck } from './check-rows.ts'
import { stopImport } from './move-import.ts'
import { readCsv } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'
import { runBatch } from './run-batch.ts'
import { IMPORT_COLUMNS } from './schema.ts'
import type { ImportRow } from './schema.ts'

/** Rows of one transaction. */
const BATCH = 200
/** Bytes that are read at a time. */
const PAUSE_BYTES = 64 * 1024
/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the lane that works on imports, in the name of the actor who started each, as long as the actor may import. Rows of contacts whom
 * the actor does not see are rejected. A
 * check runs in one turn, from the beginning if it was interrupted; an import continues where the last batch ended.
 */
export function createImportLane(context: Context): LaneHandler {
  return {
    slots: 4,
    leaseMs: 15_000,
    async work({ workspaceId, targetId: id }, signal) {
      const system = systemScope(context, workspaceId)
      const row = await system.db
        .selectFrom('imports')
        .select([...IMPORT_COLUMNS, 'body'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row || (row.status !== 'checking' && row.status !== 'running')) return null
      const actor = actorOf(row)
      const scope: Scope = { ...system, actor }
      const { default_country: country } = await getWorkspace(scope, workspaceId)
      const definitions = await findDefinitions(scope)
      const body = row.body!
      const { skipped } = findHeader(body, row.delimiter)
      const reader = createRowReader(row, { country, definitions, skipped })
      const isCheck = row.status === 'checking'
      const check = newCheck()
      if (isCheck) await deleteRows(scope, 'import_rejects', 'import_id', [id])
      let first = isCheck ? 0 : row.done_count
      const left = row.row_count - first
      const endsAt = performance.now() + WORK_MS
      for await (const rows of batchesOf(readCsv(body, row.delimiter, row.done_bytes), left)) {
        if (signal.aborted) return context.clock.now()
        if (!isCheck && performance.now() >= endsAt) return context.clock.now()
        const reason = await findCancelReason(system, actor, 'contacts:write')
        if (reason !== null) {
          await stopImport(system, id, reason)
          return null
        }
        const viewer = await findActorViewer(system, actor)
        const isOurs = isCheck
          ? await checkRows(scope, id, { reader, viewer }, check, rows)
          : await runBatch(scope, id, { reader, viewer }, { first, rows })
        if (!isOurs) return null
        first += rows.length
      }
      await finish(scope, id, isCheck ? 'checking' : 'running', first)
      return null
    },
    findDue: () => findDueImports(context),
  }
}

/** Returns the actor who started a check or an import. Older releases stored only the member who uploaded the file. */
function actorOf(row: ImportRow): Scope['actor'] {
  const { started_by_type: type, started_by_id: id, created_by: member } = row
  if (type !== null) return { type, id } as Scope['actor']
  return member === null ? { type: 'system', id: null } : { type: 'member', id: member }
}

async function* batchesOf(rows: Iterable<CsvRow>, count: number): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  let pausedAt = 0
  let left = count
  for (const row of rows) {
    if (left-- <= 0) break
    batch.push(row)
    // Other work of this process continues in between. Finding the end of a row with a problem takes long.
    if (row.problem || row.end - pausedAt > PAUSE_BYTES) {
      await setImmediate()
      pausedAt = row.end
    }
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Ends a check or an import whose rows are all done, and deletes the file after an import. */
async function finish(
  scope: Scope,
  id: string,
  from: 'checking' | 'running',
  done: number,
): Promise<void> {
  const now = scope.clock.now()
  await updateTable(scope, 'imports')
    .set(
      from === 'checking'
        ? { status: 'checked', updated_at: now }
        : { status: 'completed', body: null, completed_at: now, updated_at: now },
    )
    .where('id', '=', id)
    .where('status', '=', from)
    .where('done_count', '=', done)
    .execute()
}

/** Finds the running imports of every workspace. They are few and have an index. */
async function findDueImports(context: WithDb): Promise<LaneRef[]> {
  const { rows } = await sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    select 'import' as kind, workspace_id as "workspaceId", id as "targetId" from imports
    where status in ('checking', 'running')`.execute(context.db)
  return rows
}
