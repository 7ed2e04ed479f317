import type { Context, Scope } from '#db/context.ts'
import { shardOf } from '#db/shards.ts'

/** How soon a stream ends whose workspace has moved to another server; its client reconnects and resumes there. */
const MOVED_MS = 1_000

/** Ends open streams whose workspaces are on another server now, from time to time. Returns a function that stops it. */
export function endMovedStreams(
  { shards }: Pick<Context, 'shards'>,
  listOpen: () => Iterable<{ scope: Scope; end: () => void }>,
): () => void {
  if (!shards) return () => undefined
  const timer = setInterval(() => {
    for (const { scope, end } of listOpen())
      void shards.find(scope.workspaceId).then(
        (server) => server.shard !== shardOf(scope) && end(),
        () => undefined,
      )
  }, MOVED_MS).unref()
  return () => clearInterval(timer)
}
