import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { Scope } from './context.ts'
import { createGatherings } from './create-gatherings.ts'
import { prepared } from './prepared.ts'
import { transaction } from './transaction.ts'

/** How long a statement of several workspaces waits for a lock: one workspace must not make the others wait. */
const LOCK_MS = 200

/**
 * Runs `run` for several workspaces of one server in one transaction, at the same time, and returns the results in the same
 * order. The statements of `gathered` are executed once for all of them, all others one after the other.
 *
 * If one workspace fails, or waits too long for a lock, nothing is changed for any: the caller then works for each
 * workspace alone.
 */
export async function workTogether<T>(
  scopes: Scope[],
  run: (tx: Scope, index: number) => Promise<T>,
): Promise<T[]> {
  const distinct = new Set(scopes.map(({ workspaceId }) => workspaceId))
  if (distinct.size < scopes.length) throw new Error('Each workspace can be given only once.')
  refuseViewers(scopes)
  return transaction(firstOf(scopes), async (tx) => {
    if (scopes.length === 1) return [await run(tx, 0)]
    await prepared`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.later(tx.db)
    return gatherAll(scopes, (own, index) => run({ ...tx, ...own }, index))
  })
}

/** Runs `run` for several workspaces of one server at the same time, without a transaction, and executes `gathered` once. */
export async function readTogether<T>(
  scopes: Scope[],
  run: (scope: Scope, index: number) => Promise<T>,
): Promise<T[]> {
  const [scope] = scopes
  if (scope && scopes.length === 1) return [await run(scope, 0)]
  refuseViewers(scopes)
  return gatherAll(scopes, (own, index) => run({ ...itemAt(scopes, index), ...own }, index))
}

/** Refuses the work of a viewer together with that of others: their statements would have the conditions of one of them. */
function refuseViewers(scopes: Scope[]): void {
  if (scopes.length > 1 && scopes.some(({ viewer }) => viewer))
    throw new Error('The work of a caller who sees a part of a workspace runs alone.')
}

type OwnPart = Required<Pick<Scope, 'workspaceId' | 'actor' | 'gathering'>>

/** Runs `run` for all workspaces, to their ends, and then throws the first reason for which one failed. */
async function gatherAll<T>(
  scopes: Scope[],
  run: (own: OwnPart, index: number) => Promise<T>,
): Promise<T[]> {
  const gatherings = createGatherings(scopes.length)
  let failure: { reason: unknown } | undefined
  const results = await Promise.all(
    scopes.map(async ({ workspaceId, actor }, index) => {
      const gathering = itemAt(gatherings, index)
      try {
        const value = await run({ workspaceId, actor, gathering }, index)
        gathering.end()
        return { value }
      } catch (reason) {
        failure ??= { reason }
        gathering.end(failure)
        return undefined
      }
    }),
  )
  if (failure) throw failure.reason
  return results.flatMap((result) => (result ? [result] : [])).map(({ value }) => value)
}
