import type { Scope } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'

/** Reads the resources with these ids in one workspace; `undefined` where there is none, in the order of the ids. */
type ReadMany<O> = (scope: Scope, ids: string[]) => Promise<(O | undefined)[]>

/**
 * Creates a function that reads one resource by its id. Requests of one workspace that arrive while the database answers
 * an earlier one share a query. Nothing is kept: a request sees all that was committed before it arrived.
 */
export function createBatchedRead<O>(
  read: ReadMany<O>,
): (scope: Scope, id: string) => Promise<O | undefined> {
  const readOne = coalesce<{ scope: Scope; id: string }, O | undefined>({
    maxBatch: 256,
    concurrency: 2,
    keyOf: ({ scope }) => scope.workspaceId,
    async run(calls) {
      const found = await read(
        calls[0]!.scope,
        calls.map(({ id }) => id),
      )
      return found.map((value) => ({ status: 'fulfilled', value }))
    },
  })
  return (scope, id) => readOne({ scope, id })
}
