import type { Context, Effect } from '../context.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { applyDeferred } from './defer.ts'
import { MAIN_SHARD, shardOf } from '../shards.ts'

const BATCH = 100
/** The pause of effects that could not be applied. */
const RETRY_MS = 60_000

/**
 * Applies the effects in the outbox that are due, because the process that deferred them ended or failed. One that fails is
 * logged and retried a minute later with the others of its workspace, so that it delays no other workspace. Looks only for
 * effects of workspaces on the shard of `context`. Any number of processes may run it at once.
 */
export async function sweepOutbox(
  context: Context,
  effects: readonly Effect<never>[],
): Promise<void> {
  const now = context.clock.now()
  const rows = await context.directory
    .selectFrom('directory_outbox')
    .select(['id', 'workspace_id', 'kind', 'body'])
    .where('due_at', '<=', now)
    .where(isForShard(context))
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const byKind = new Map(effects.map((effect) => [effect.kind, effect]))
  for (const [workspaceId, pending] of Map.groupBy(rows, (row) => row.workspace_id))
    try {
      await applyDeferred(
        context,
        pending.map(({ id, kind, body }) => {
          const effect = byKind.get(kind)
          if (!effect) throw new Error(`This version knows no effect "${kind}".`)
          return { id, workspaceId, body, effect }
        }),
      )
    } catch (err) {
      context.log.error({ err, workspace_id: workspaceId }, 'failed to apply effects')
      const ids = pending.map(({ id }) => id)
      await context.directory
        .updateTable('directory_outbox')
        .set({ due_at: new Date(now.getTime() + RETRY_MS) })
        .where('id', 'in', ids)
        .execute()
    }
}

/** Returns the condition of effects for workspaces of the context's shard; effects for no workspace belong to the main shard. */
function isForShard(context: Context): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select shard from workspaces where workspaces.id = directory_outbox.workspace_id), ${MAIN_SHARD}
  ) = ${shardOf(context)}`
}
