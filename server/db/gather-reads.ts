import { coalesce } from '#lib/coalesce.ts'
import { itemAt } from '#lib/item-at.ts'
import { shareItems } from '#lib/lists/share-items.ts'
import type { Scope } from './context.ts'
import type { Db } from './pool.ts'

type Read<T> = (scope: Scope, ids: string[]) => Promise<(T | undefined)[]>

/**
 * Creates a function that reads resources by their ids as `read` does. Calls of one workspace that arrive while the database
 * answers an earlier one share the next query, which reads each row once: the pages of agents overlap. Nothing is kept: a
 * call sees all that was committed before it arrived. Nobody may change the resources, and `read` may use no more of the
 * scope than its workspace. Inside a transaction, reads at once.
 */
export function gatherReads<T extends object>(read: Read<T>): Read<T> {
  const gatherers = new WeakMap<Db, Read<T>>()
  return (scope, ids) =>
    scope.db.isTransaction
      ? read(scope, ids)
      : gatherers.getOrInsertComputed(scope.db, () => createGatherer(read))(scope, ids)
}

/** Creates the function for one database. */
function createGatherer<T extends object>(read: Read<T>): Read<T> {
  const gather = coalesce<{ scope: Scope; ids: string[] }, (T | undefined)[]>({
    name: 'page',
    maxBatch: 32,
    keyOf: ({ scope }) => scope.workspaceId,
    async run(calls) {
      const [first] = calls
      if (!first) return []
      const once = new Set<string>()
      const again = new Set<string>()
      for (const call of calls) for (const id of call.ids) (once.has(id) ? again : once).add(id)
      const ids = [...once]
      const found = await read(first.scope, ids)
      shareItems(
        found.flatMap((each, index) => (each && again.has(itemAt(ids, index)) ? [each] : [])),
      )
      const byId = new Map(ids.map((id, index) => [id, found[index]]))
      return calls.map((call) => ({
        status: 'fulfilled',
        value: call.ids.map((id) => byId.get(id)),
      }))
    },
  })
  return (scope, ids) => gather({ scope, ids })
}
