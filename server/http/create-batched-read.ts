import type { Scope } from '#db/context.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import { viewerKey } from '#db/visibility/viewer.ts'
import type { AppError } from '#lib/errors.ts'

/** Reads the resources with these ids in one workspace; `undefined` where there is none, in the order of the ids. */
type ReadMany<O> = (scope: Scope, ids: string[]) => Promise<(O | undefined)[]>

/**
 * Creates a function that reads one resource by its id. Requests of callers who see the same rows that arrive while the database answers
 * an earlier one share a query. Nothing is kept: a request sees all that was committed before it arrived. An id without a
 * resource rejects with the error of `notFound`.
 */
export function createBatchedRead<O>(
  read: ReadMany<O>,
  notFound: (id: string) => AppError,
): (scope: Scope, id: string) => Promise<O> {
  const readOne = coalesce<{ scope: Scope; id: string }, O>({
    name: 'read',
    maxBatch: 256,
    concurrency: 2,
    keyOf: ({ scope }) => `${scope.workspaceId} ${viewerKey(scope)}`,
    async run(calls) {
      const ids = calls.map(({ id }) => id)
      const found = await read(calls[0]!.scope, ids)
      return calls.map(({ id }, index) =>
        toOutcome(() => {
          const value = found[index]
          if (value === undefined) throw notFound(id)
          return value
        }),
      )
    },
  })
  return (scope, id) => readOne({ scope, id })
}
