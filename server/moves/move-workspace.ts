import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { sqlState } from '#db/pool.ts'
import { MOVES_KNOWN_MS, withoutReplica } from '#db/shards.ts'
import { fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { copyTable } from './copy-table.ts'
import { endMove, takeBackMove } from './end-move.ts'
import type { Move, Moving } from './end-move.ts'
import { drainLanes, lowerFence, raiseFence, refuseWrites, switchServer } from './fence.ts'
import { inTransaction } from './move-client.ts'
import { isHolder, openMoving } from './open-moving.ts'
import { recoverMoves, RENEW_MS } from './recover-moves.ts'
import { copyChanges, trackChanges } from './track-changes.ts'
import { waitForDrops } from './wait-for-drops.ts'

/** Options of a move. `onProgress` gets a line for each step. `keepMs`: how long late requests may still be refused. */
type MoveOptions = {
  workspaceId: string
  to: string
  onProgress?: (line: string) => void
  keepMs?: number
}

/** The longest wait of a request during a move, in ms; null if the answer to the switch was lost. */
type MoveResult = { pauseMs: number | null }

/** The pause begins when so few changes are left that they are copied in a moment. */
const FEW_CHANGES = 500
const ROUNDS_MAX = 50
/** A round gains on the changes if it finds at most this part of those of the round before. */
const GAIN = 0.8
/** When changes come faster than they are copied, requests wait for one round of copying, up to this long. */
const HOLD_MS = 1_000
/** Requests that had found the workspace before the fence have this long to end. */
const GRACE_MS = 150
const FENCE_ATTEMPTS = 5
/** The time in which it becomes clear whether the process of another move is alive. */
const OTHER_MS = 15_000
const OTHER_LOOK_MS = 500

/**
 * Moves a workspace to the server `to`: copies its rows while it works, makes its requests wait for a moment, copies the
 * last changes, names the new server in the directory, and deletes the rows on the old one. Every row is checked by sums
 * on both servers. If it fails before the switch, everything is as before.
 *
 * @throws {AppError} validation_failed (the server is unknown, or the workspace is there)
 * @throws {Error} another move is running, or the move failed
 */
export async function moveWorkspace(caller: Context, options: MoveOptions): Promise<MoveResult> {
  const { onProgress = () => undefined, keepMs } = options
  const context = withoutReplica(caller)
  const move = await beginMove(context, options)
  const renewing = setInterval(() => void renew(context, move).catch(() => undefined), RENEW_MS)
  let moving: Moving | undefined
  try {
    let result: MoveResult
    try {
      moving = await openMoving(context, move)
      result = await copyAndSwitch(context, move, moving, onProgress)
    } catch (err) {
      // The commit of the switch may have succeeded although its answer was lost.
      if (!(await isHolder(context, move))) throw err
      if (!(await isSwitched(context, move))) {
        await moving?.close()
        moving = await openMoving(context, move)
        await takeBackMove(context, move, moving, err instanceof Error ? err.message : String(err))
        throw err
      }
      result = { pauseMs: null }
    }
    onProgress('Deleting the rows on the old server')
    await endMove(context, move, moving!, keepMs === undefined ? {} : { keepMs })
    return result
  } finally {
    clearInterval(renewing)
    await moving?.close()
  }
}

async function beginMove(context: Context, { workspaceId, to }: MoveOptions): Promise<Move> {
  const servers = context.shards?.all.map(({ shard }) => shard) ?? []
  if (!servers.includes(to))
    throw fieldError('validation_failed', 'to', `must be one of ${servers.join(', ')}`)
  for (const endsAt = performance.now() + OTHER_MS; ;) {
    await recoverMoves(context)
    try {
      return await recordMove(context, workspaceId, to)
    } catch (err) {
      if (sqlState(err) !== '23505') throw err
      if (performance.now() > endsAt)
        throw new Error('Another move is running. See `parley shards status`.', { cause: err })
      await delay(OTHER_LOOK_MS)
    }
  }
}

/** Records a move from where the workspace is; while it runs, no other one can begin. */
async function recordMove(context: Context, workspaceId: string, to: string): Promise<Move> {
  const { rows } = await sql<Move>`
    insert into workspace_moves (id, workspace_id, source, target, holder)
    select ${newId()}, id, shard, ${to}, ${newId()} from workspaces
    where id = ${workspaceId} and shard <> ${to}
    returning *`.execute(context.directory)
  if (rows[0]) return rows[0]
  throw fieldError('validation_failed', 'to', `must be another shard than the workspace's own`)
}

async function renew(context: Context, { id, holder }: Move): Promise<void> {
  await sql`
    update workspace_moves set renewed_at = now()
    where id = ${id} and holder = ${holder} and ended_at is null`.execute(context.directory)
}

async function isSwitched(context: Context, { id }: Move): Promise<boolean> {
  const row = await context.directory
    .selectFrom('workspace_moves')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.state === 'switched'
}

async function copyAndSwitch(
  context: Context,
  move: Move,
  { source, target, tables }: Moving,
  onProgress: (line: string) => void,
): Promise<MoveResult> {
  const { workspace_id: id } = move
  onProgress(`Copying from ${move.source} to ${move.target}`)
  await target.rows(
    `insert into absent_workspaces (workspace_id, state) values ($1, 'arriving')
    on conflict (workspace_id) do update set state = excluded.state`,
    [id],
  )
  await trackChanges(source, tables, id)
  await waitForDrops(source)
  let rows = await inTransaction(
    source,
    async () => {
      let copied = 0
      for (const table of tables) copied += await copyTable(source, target, table, id)
      return copied
    },
    { snapshot: true },
  )
  const copyUntilFew = async () => {
    let isGaining = true
    for (let round = 0, before = Infinity; round < ROUNDS_MAX; round++) {
      const copy = () => copyChanges(source, target, tables, id)
      const count: number = await (isGaining ? copy() : whileHeld(context, id, copy))
      rows += count
      if (count <= FEW_CHANGES) return
      isGaining = count < before * GAIN
      before = count
    }
    throw new Error('The workspace changes faster than its changes can be copied.')
  }
  await copyUntilFew()
  onProgress(`Copied ${rows} rows; waiting for work in progress`)
  // From now on, every process knows of the move, and remembers no longer where the workspace is.
  await delay(MOVES_KNOWN_MS + GRACE_MS)
  await drainLanes(source, id)
  for (let attempt = 1; ; attempt++) {
    await copyUntilFew()
    const startedAt = performance.now()
    try {
      await raiseFence(context, id)
      await delay(GRACE_MS)
      await refuseWrites(source, id)
      for (let count = 1; count > 0; rows += count)
        count = await copyChanges(source, target, tables, id)
      await switchServer(context, move)
      const pauseMs = Math.round(performance.now() - startedAt)
      await context.directory
        .updateTable('workspace_moves')
        .set({ pause_ms: pauseMs })
        .where('id', '=', move.id)
        .execute()
      onProgress(`Switched; requests waited for up to ${pauseMs} ms`)
      return { pauseMs }
    } catch (err) {
      if (await isSwitched(context, move)) throw err
      await source.rows(`update absent_workspaces set state = 'draining' where workspace_id = $1`, [
        id,
      ])
      await lowerFence(context, id)
      if (attempt === FENCE_ATTEMPTS) throw err
      onProgress('The pause was too long; trying again')
      await delay(1_000 * attempt)
    }
  }
}

/** Makes requests of a workspace wait while `copy` runs, but not longer than `HOLD_MS`. */
async function whileHeld<T>(
  context: Context,
  workspaceId: string,
  copy: () => Promise<T>,
): Promise<T> {
  await raiseFence(context, workspaceId, HOLD_MS)
  try {
    return await copy()
  } finally {
    await lowerFence(context, workspaceId)
  }
}
