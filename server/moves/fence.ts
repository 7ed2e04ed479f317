import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { inTransaction, withLock } from './move-client.ts'
import type { MoveClient } from './move-client.ts'

/** The longest time that requests wait for a move. */
const FENCE_MS = 4_000
/** The switch must happen this long before the fence ends, so that it is in the directory while requests still wait. */
const SWITCH_MARGIN_MS = 500
/** Work that began before a move needs this long at most: an attempt of a webhook takes 10 s. */
const DRAIN_MS = 90_000
const DRAIN_LOOK_MS = 50
/** The time limit for transactions that are writing to end. */
const WRITERS_MS = 1_000

/**
 * Lets no work of a workspace begin on a server, and waits until that in progress has ended. Requests go on.
 *
 * @throws {Error} it has not ended after 90 seconds
 */
export async function drainLanes(source: MoveClient, workspaceId: string): Promise<void> {
  await source.rows(
    `insert into absent_workspaces (workspace_id, state) values ($1, 'draining')
    on conflict (workspace_id) do update set state = excluded.state`,
    [workspaceId],
  )
  // Waits for claims that cannot know of it.
  await withLock(source, () => source.rows('lock table lanes in share row exclusive mode'))
  for (const endsAt = performance.now() + DRAIN_MS; ;) {
    const [[count]] = (await source.rows(
      'select count(*) from lanes where workspace_id = $1 and lease_until > now()',
      [workspaceId],
    )) as [[number]]
    if (count === 0) return
    if (performance.now() > endsAt)
      throw new Error(
        `${count} lanes of the workspace are still at work after ${DRAIN_MS / 1000} s.`,
      )
    await delay(DRAIN_LOOK_MS)
  }
}

/** Makes requests of a workspace wait for up to `ms`. */
export async function raiseFence(
  context: Context,
  workspaceId: string,
  ms = FENCE_MS,
): Promise<void> {
  await sql`
    update workspaces set fenced_until = now() + ${ms} * interval '1 millisecond'
    where id = ${workspaceId}`.execute(context.directory)
}

/** Refuses every write to a workspace on a server, from when the transactions that are writing have ended. */
export async function refuseWrites(source: MoveClient, workspaceId: string): Promise<void> {
  await inTransaction(source, async () => {
    await source.rows(`set local lock_timeout = ${WRITERS_MS}`)
    await source.rows(`select pg_advisory_xact_lock(hashtextextended('move ' || $1, 0))`, [
      workspaceId,
    ])
    await source.rows(`update absent_workspaces set state = 'fenced' where workspace_id = $1`, [
      workspaceId,
    ])
  })
}

/**
 * Names the new server in the directory, if the fence still holds and `holder` still has the move.
 *
 * @throws {Error} the fence has ended, or another process has taken over
 */
export async function switchServer(
  context: Context,
  move: { id: string; holder: string; workspace_id: string; source: string; target: string },
): Promise<void> {
  await context.directory.transaction().execute(async (tx) => {
    const moved = await sql`
      update workspaces set shard = ${move.target}, fenced_until = null
      where id = ${move.workspace_id} and shard = ${move.source}
        and fenced_until > now() + ${SWITCH_MARGIN_MS} * interval '1 millisecond'`.execute(tx)
    const recorded = await sql`
      update workspace_moves set state = 'switched', switched_at = now()
      where id = ${move.id} and holder = ${move.holder}
        and state = 'copying' and ended_at is null`.execute(tx)
    if (affectedRows(moved) !== 1 || affectedRows(recorded) !== 1)
      throw new Error('The pause was too long, or another process has taken the move over.')
  })
}

/** Lets requests of a workspace go on where it is. */
export async function lowerFence({ directory }: Context, workspaceId: string): Promise<void> {
  await sql`update workspaces set fenced_until = null where id = ${workspaceId}`.execute(directory)
}
