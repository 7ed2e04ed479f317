import type { Scope } from '#db/context.ts'
import { growingRead } from '#db/growing-read.ts'
import { viewerKey } from '#db/visibility/viewer.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Page } from '#lib/page.ts'
import { shareText } from './serialize.ts'

/**
 * Creates a function that lists one page for `input`. Equal requests of one workspace that arrive while the database
 * answers an earlier one share the next query, as when an event makes all open inboxes load the same list. Nothing is
 * kept: a request sees all that was committed before it arrived.
 *
 * The page of one caller may be returned to another who sees the same rows, so it must depend only on these and on `input`. Permissions
 * are checked for each request before. `namesCaller` says for which inputs the page also depends on the actor: those
 * requests share only with the same actor.
 */
export function createSharedList<I, T>(
  list: (scope: Scope, input: I) => Promise<Page<T>>,
  namesCaller: (input: I) => boolean = () => false,
): (scope: Scope, input: I) => Promise<Page<T>> {
  const listOne = coalesce<{ scope: Scope; input: I }, Page<T>>({
    name: 'list',
    maxBatch: 256,
    concurrency: 2,
    keyOf: ({ scope, input }) =>
      JSON.stringify([
        scope.workspaceId,
        viewerKey(scope),
        input,
        namesCaller(input) ? scope.actor : null,
      ]),
    async run(calls) {
      const { scope, input } = calls[0]!
      const value = await growingRead(scope, 'list', (reader) => list(reader, input))
      if (calls.length > 1) shareText(value.data)
      return calls.map(() => ({ status: 'fulfilled', value }))
    },
  })
  return (scope, input) => listOne({ scope, input })
}
