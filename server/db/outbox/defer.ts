import { sql } from 'kysely'
import type { Context, Deferred, Effect, Scope } from '../context.ts'
import { newId } from '#lib/ids.ts'
import { bulkRows } from '../bulk-rows.ts'
import { inWorkspace } from '../in-workspace.ts'
import { transaction } from '../transaction.ts'

const SYSTEM: Scope['actor'] = { type: 'system', id: null }

/** How long the sweeper leaves an effect to the request that deferred it. */
const APPLY_MS = 5_000

/**
 * Defers `effect` with `body` (JSON; dates become texts) until the directory's change is committed, and stores it with that
 * change, so that it is applied even if the process is killed in between. In a transaction of the tenant, applies it at
 * once. With `afterMs` the request does not apply it, but the worker, that time later.
 */
export async function defer<B>(
  tx: Pick<Scope, 'db' | 'workspaceId' | 'deferred'> & { actor?: Scope['actor'] },
  effect: Effect<B>,
  body: B,
  options: { afterMs?: number } = {},
): Promise<void> {
  const { workspaceId, deferred, actor = SYSTEM } = tx
  if (!deferred) return void (await effect.apply(tx as Scope, body))
  deferred.push({
    ...options,
    id: newId(),
    workspaceId,
    body: JSON.stringify({ actor, body }),
    effect: effect as Effect<never>,
  })
}

/** Stores effects in the outbox, in the transaction of the directory's change. */
export async function storeDeferred(
  tx: Pick<Context, 'directory' | 'clock'>,
  deferred: Deferred[],
): Promise<void> {
  if (deferred.length === 0) return
  const now = tx.clock.now()
  await tx.directory
    .insertInto('directory_outbox')
    .values(
      deferred.map(({ id, workspaceId, effect, body, afterMs = APPLY_MS }) => ({
        id,
        workspace_id: workspaceId,
        kind: effect.kind,
        body,
        created_at: now,
        due_at: new Date(now.getTime() + afterMs),
      })),
    )
    .execute()
}

/**
 * Applies committed effects, all of one workspace in one transaction and in the order of their ids, and deletes them from
 * the outbox. Effects that another process has already applied are only deleted.
 */
export async function applyDeferred(context: Context, deferred: Deferred[]): Promise<void> {
  for (const [workspaceId, effects] of Map.groupBy(deferred, (each) => each.workspaceId)) {
    const there = await inWorkspace(context, workspaceId)
    let pending = effects
    while (pending.length > 0) pending = await applySome(there, workspaceId, pending)
    const ids = effects.map(({ id }) => id)
    await sql`delete from directory_outbox where id = any (${ids}::uuid[])`.execute(
      context.directory,
    )
  }
}

/** Applies effects of a workspace until one has more work than a transaction may do; returns those that remain. */
async function applySome(
  context: Context,
  workspaceId: string,
  effects: Deferred[],
): Promise<Deferred[]> {
  return transaction(context, async (tx) => {
    const fresh = await claim(tx, workspaceId, effects)
    for (const [index, { effect, body }] of fresh.entries()) {
      const { actor, body: given } = JSON.parse(body) as { actor: Scope['actor']; body: never }
      if ((await effect.apply({ ...tx, workspaceId, actor }, given)) !== 'more') continue
      const rest = fresh.slice(index)
      const ids = rest.map((each) => each.id)
      await tx.db
        .deleteFrom('applied_effects')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .execute()
      return rest
    }
    return []
  })
}

/** Returns the effects that were not applied yet, marked as applied. Waits for another transaction that applies them. */
async function claim(
  tx: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  effects: Deferred[],
): Promise<Deferred[]> {
  const given = bulkRows('given', effects, { id: ['uuid', ({ id }) => id] })
  const { rows } = await sql<{ id: string }>`
    insert into applied_effects (workspace_id, id, applied_at)
    select ${workspaceId}::uuid, id, ${tx.clock.now()}::timestamptz from ${given} order by id
    on conflict do nothing
    returning id`.execute(tx.db)
  const claimed = new Set(rows.map(({ id }) => id))
  return effects.filter(({ id }) => claimed.has(id))
}
