import type { Context } from './db/context.ts'
import { contextsOf, shardOf } from './db/shards.ts'
import type { LaneWaker } from './lanes/lane-waker.ts'
import { entryOf } from './lib/entry-of.ts'
import type { PlatformClients } from './platforms/registry/create-platform-clients.ts'
import { startWorker } from './worker.ts'

/** The workers of a process, one for each shard. */
export type Workers = {
  stop: () => Promise<void>
  /** Returns why the worker of a shard seems to be stalled, or undefined if it works. */
  explainStalledLanes: (shard: string) => Promise<string | undefined>
}

/** Starts a worker for each shard, so that none waits for the server of another. */
export async function startWorkers(
  context: Context,
  { clients, wakers }: { clients: PlatformClients; wakers: ReadonlyMap<string, LaneWaker> },
): Promise<Workers> {
  const workers = new Map(
    await Promise.all(
      contextsOf(context).map(async ({ context: there, url }) => {
        const shard = shardOf(there)
        const waker = entryOf(wakers, shard)
        return [shard, await startWorker(there, { url: url!, clients, waker })] as const
      }),
    ),
  )
  return {
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
    },
    explainStalledLanes: async (shard) => workers.get(shard)?.explainStalledLanes(),
  }
}
