import { hostname } from 'node:os'
import type { Context } from '#db/context.ts'
import { repeat } from '#lanes/repeat.ts'
import { newId } from '#lib/ids.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { withinMs } from '#lib/time-budget.ts'
import { REPORT_MS } from '#shared/instance.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'

/** The time limit of a report. */
const REPORT_LIMIT_MS = 5_000

/** Starts to report every half minute that this process runs. The returned function ends that, and forgets the process. */
export function startReporting(context: Context, parts: readonly string[]): () => Promise<void> {
  const id = newId()
  const stopping = new AbortController()
  const process_ = {
    id,
    host: hostname(),
    pid: process.pid,
    parts: [...parts],
    version: BUILD_VERSION,
    node_version: process.version,
    started_at: new Date(context.clock.now().getTime() - process.uptime() * 1000),
  }

  async function report(): Promise<void> {
    const changing = {
      memory_bytes: process.memoryUsage.rss(),
      seen_at: context.clock.now(),
      damage: JSON.stringify(await listDamage(context)),
    }
    await withinMs(REPORT_LIMIT_MS, () =>
      context.directory
        .insertInto('processes')
        .values({ ...process_, ...changing })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute(),
    )
  }

  const onFailure = (err: unknown) => context.log.debug({ err }, 'failed to report the process')
  const reporting = repeat(report, { ms: REPORT_MS, until: stopping.signal, onFailure })
  return async () => {
    stopping.abort()
    await reporting
    await withinMs(REPORT_LIMIT_MS, () =>
      context.directory.deleteFrom('processes').where('id', '=', id).execute(),
    ).catch(onFailure)
  }
}

async function listDamage(context: Context) {
  const found = await Promise.all(
    contextsOf(context).map(async ({ context: there }) => {
      const relations = (await there.damage?.list(there.db)) ?? []
      return relations.map((each) => ({ shard: shardOf(there), ...each }))
    }),
  )
  return found.flat()
}
