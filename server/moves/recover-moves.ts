import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { withoutReplica } from '#db/shards.ts'
import { newId } from '#lib/ids.ts'
import { endMove, takeBackMove } from './end-move.ts'
import type { EndOptions, Move } from './end-move.ts'
import { openMoving } from './open-moving.ts'

/** The interval at which the process of a move renews its claim. */
export const RENEW_MS = 2_000
/** A process that has not renewed its claim for this long has died, or is frozen. */
const LOST_MS = 10_000

/**
 * Ends a move whose process has died: takes it back, or if the directory already names the new server, completes it. Also
 * takes back the move of the workspace `aborts` when its process is alive. Returns whether there was such a move.
 */
export async function recoverMoves(
  caller: Context,
  { aborts, ...options }: EndOptions & { aborts?: string } = {},
): Promise<boolean> {
  if (!caller.shards) return false
  const context = withoutReplica(caller)
  const holder = newId()
  const { rows } = await sql<Move & { state: 'copying' | 'switched' }>`
    update workspace_moves set holder = ${holder}, renewed_at = now()
    where ended_at is null and (renewed_at < now() - ${LOST_MS} * interval '1 millisecond'
      or (workspace_id = ${aborts ?? null}::uuid and state = 'copying'))
    returning *`.execute(context.directory)
  const [move] = rows
  if (!move) return false
  using _renewing = setInterval(() => {
    void sql`update workspace_moves set renewed_at = now() where id = ${move.id} and holder = ${holder}`
      .execute(context.directory)
      .catch(() => undefined)
  }, RENEW_MS)
  await using moving = await openMoving(context, move)
  const reason = aborts === undefined ? 'Its process ended.' : 'It was aborted.'
  // The process that had the move can switch no more: the switch asks for its holder.
  if (move.state === 'switched') await endMove(context, move, moving, options)
  else await takeBackMove(context, move, moving, reason, options)
  return true
}
