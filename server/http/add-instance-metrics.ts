import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Context } from '#db/context.ts'
import { FIGURES, GAUGES, readBounded } from '#db/instance/figures.ts'
import type { Reading } from '#db/instance/figures.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { withinMs } from '#lib/time-budget.ts'

/** The time limit of reading the figures of one server. Figures that come later are left out. */
const READ_MS = 3_000
/** How long figures are used again, so that several readers do not each query the databases. */
const FRESH_MS = 5_000
/** Adds figures of the whole instance to `read`: they are read from each server when the metrics are read. */
export function addInstanceMetrics(context: Context, read: Registry): void {
  const readings = cacheReadings(context)
  for (const [name, { label, help }] of Object.entries(GAUGES)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['shard', ...(label === '' ? [] : [label])],
      registers: [read],
      async collect() {
        gauge.reset()
        for (const { shard, readings: own } of await readings())
          for (const each of own)
            if (each.gauge === name)
              gauge.set({ shard, ...(label !== '' && { [label]: each.label }) }, each.value)
      },
    })
  }
}

type ShardReadings = { shard: string; readings: Reading[] }

/** Returns a function that reads the figures of all servers, or returns those that were read a moment ago. */
function cacheReadings(context: Context): () => Promise<ShardReadings[]> {
  let running: Promise<ShardReadings[]> | undefined
  let readAt = -Infinity
  return () => {
    const now = performance.now()
    if (running && now - readAt < FRESH_MS) return running
    readAt = now
    running = Promise.all(
      contextsOf(context).map(async ({ context: there }) => ({
        shard: shardOf(there),
        readings: await withinMs(READ_MS, () => readFigures(there)).catch((err: unknown) => {
          context.log.debug({ err, shard: shardOf(there) }, 'failed to read metrics')
          return []
        }),
      })),
    )
    return running
  }
}

async function readFigures(context: Context): Promise<Reading[]> {
  const statements = Object.values(FIGURES)
  const found = await Promise.all(statements.map((each) => readBounded(context.db, each(context))))
  return found.flat()
}
