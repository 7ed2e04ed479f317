import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, LaneRef } from '#db/context.ts'
import { onServer } from '#db/shards.ts'
import { sweepLanes } from '#lanes/sweep-lanes.ts'
import { firstOf } from '#lib/first-of.ts'
import { present } from '#lib/present.ts'
import { deleteTenantRows } from './delete-tenant-rows.ts'
import { lowerFence } from './fence.ts'
import type { MoveClient } from './move-client.ts'
import type { MovedTable } from './read-tables.ts'
import { stopTracking } from './track-changes.ts'
import type { BackupWait } from './wait-for-backups.ts'

/** A move that `holder` works on. */
export type Move = {
  id: string
  holder: string
  workspace_id: string
  source: string
  target: string
}

/** The connections of a move and its tables, each after those that its rows refer to. */
export type Moving = AsyncDisposable & {
  source: MoveClient
  target: MoveClient
  tables: MovedTable[]
  close: () => Promise<void>
}

/**
 * `keepMs`: how long late requests are refused on the old server. `signal` ends the work, which another process resumes.
 * `backups`: how long it waits for backups, for tests.
 */
export type EndOptions = {
  keepMs?: number
  signal?: AbortSignal
  backups?: Omit<BackupWait, 'signal'> | undefined
}

/** Requests that began before the switch are refused on the old server for this long. */
const KEEP_MS = 60_000

/**
 * Ends a move after its switch: the new server begins to work on the workspace, and the old one loses its rows, and last
 * what refuses writes of late requests.
 */
export async function endMove(
  context: Context,
  move: Move,
  { source, target, tables }: Moving,
  { keepMs = KEEP_MS, signal, backups }: EndOptions = {},
): Promise<void> {
  const { workspace_id: id } = move
  await source.rows(
    `insert into absent_workspaces (workspace_id, state) values ($1, 'fenced')
    on conflict (workspace_id) do update set state = excluded.state`,
    [id],
  )
  await target.rows('delete from absent_workspaces where workspace_id = $1', [id])
  await wakeLanes(context, move, source)
  await deleteRows(context, move.source, source, tables, id, signal)
  await delay(await readRest(context, move, keepMs), undefined, signal && { signal })
  // A process that reads the directory from a replica knows of the switch only if the main server outlived it by seconds.
  await readRest(context, move, keepMs)
  await stopTracking(source, tables, { signal, ...backups })
  // Late requests may have woken some again.
  await source.rows('delete from lanes where workspace_id = $1', [id])
  await source.rows('delete from absent_workspaces where workspace_id = $1', [id])
  await record(context, move, 'done')
}

/** Takes a move back before its switch: the workspace goes on where it is, and the new server loses the copied rows. */
export async function takeBackMove(
  context: Context,
  move: Move,
  { source, target, tables }: Moving,
  problem: string,
  { signal, backups }: Omit<EndOptions, 'keepMs'> = {},
): Promise<void> {
  const { workspace_id: id } = move
  await source.rows('delete from absent_workspaces where workspace_id = $1', [id])
  await lowerFence(context, id)
  await stopTracking(source, tables, { signal, ...backups })
  await deleteRows(context, move.target, target, tables, id, signal)
  await target.rows('delete from absent_workspaces where workspace_id = $1', [id])
  await record(context, move, 'aborted', problem)
}

/** Wakes the lanes that were awake on the old server on the new one, and removes them from the old one. */
async function wakeLanes(
  context: Context,
  { workspace_id: id, target }: Move,
  source: MoveClient,
): Promise<void> {
  const rows = await source.rows(
    'select kind, target_id from lanes where workspace_id = $1 and due_at is not null',
    [id],
  )
  const lanes = rows.map(([kind, targetId]) => ({ kind, workspaceId: id, targetId }) as LaneRef)
  const server = present(context.shards!.all.find(({ shard }) => shard === target))
  await sweepLanes(onServer(context, server), lanes)
  await source.rows('delete from lanes where workspace_id = $1', [id])
}

/**
 * Deletes the rows of a workspace on the server `shard` in small batches. @throws {Error} the directory says that it is there
 */
async function deleteRows(
  context: Context,
  shard: string,
  client: MoveClient,
  tables: MovedTable[],
  workspaceId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { shard: home } = await context.directory
    .selectFrom('workspaces')
    .select('shard')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (home === shard) throw new Error(`The workspace is on the shard "${shard}".`)
  await deleteTenantRows(client, tables, workspaceId, signal)
}

async function readRest(context: Context, { id }: Move, keepMs: number): Promise<number> {
  const { rows } = await sql<{ rest: number }>`
    select greatest(0, extract(epoch from switched_at - now())::float8 * 1000 + ${keepMs}::float8) as rest
    from workspace_moves where id = ${id}`.execute(context.directory)
  return firstOf(rows).rest
}

async function record(
  context: Context,
  { id }: Move,
  state: 'done' | 'aborted',
  problem: string | null = null,
): Promise<void> {
  await sql`
    update workspace_moves set state = ${state}, ended_at = now(), problem = ${problem}
    where id = ${id} and ended_at is null`.execute(context.directory)
}
