import type { Context } from '#db/context.ts'
import { shardOf } from '#db/shards.ts'
import { FIGURES, readBounded } from '#db/instance/figures.ts'
import { STUCK_SECONDS } from '#shared/instance.ts'
import {
  readFailingEndpoints,
  readFailures,
  readPausedChannels,
  readStuckLanes,
} from './read-rows.ts'
import { readServer, readTables } from './read-server.ts'
import type { ShardState } from './schema.ts'

/** No statement starts this long after the first one. Each may take two seconds. */
const READ_MS = 4_000

/**
 * Reads the state of one shard. Its statements run one after another on one connection at a time, and each is bounded, so that
 * looking at a busy database does not make it busier. What cannot be read is null.
 */
export async function readShard(
  context: Context,
  problem: string | undefined,
): Promise<ShardState> {
  const endsAt = performance.now() + READ_MS
  async function read<T>(run: () => Promise<T>): Promise<T | null> {
    if (performance.now() > endsAt) return null
    try {
      return await run()
    } catch (err) {
      context.log.debug({ err, shard: shardOf(context) }, 'failed to read the state of a shard')
      return null
    }
  }
  return {
    name: shardOf(context),
    problem: problem ?? null,
    queues: await read(() => readQueues(context)),
    stuck_lanes: await read(() => readStuckLanes(context)),
    backlog: await read(() => readBacklog(context)),
    failures: await read(() => readFailures(context)),
    endpoints: await read(() => readFailingEndpoints(context)),
    channels: await read(() => readPausedChannels(context)),
    server: await read(() => readServer(context)),
    tables: await read(() => readTables(context)),
  }
}

async function readQueues(context: Context): Promise<ShardState['queues']> {
  const readings = await readBounded(context.db, FIGURES.lanes())
  const oldest = new Map(
    readings.flatMap(({ gauge, label, value }) =>
      gauge === 'parley_lanes_oldest_due_seconds' ? [[label, value]] : [],
    ),
  )
  return readings
    .filter(({ gauge }) => gauge === 'parley_lanes_due')
    .map(({ label: kind, value: due }) => {
      const seconds = Math.max(0, oldest.get(kind) ?? 0)
      return { kind, due, oldest_due_seconds: seconds, is_stuck: seconds > STUCK_SECONDS }
    })
    .toSorted((a, b) => b.oldest_due_seconds - a.oldest_due_seconds)
}

async function readBacklog(context: Context): Promise<ShardState['backlog']> {
  const readings = await readBounded(context.db, FIGURES.rows(context))
  const sum = (gauge: string, label?: string) =>
    readings
      .filter((each) => each.gauge === gauge && (label === undefined || each.label === label))
      .reduce((total, { value }) => total + value, 0)
  return {
    payloads_pending: sum('parley_inbound_payloads_waiting', 'pending'),
    payloads_failed: sum('parley_inbound_payloads_waiting', 'failed'),
    payloads_unrouted: sum('parley_inbound_payloads_waiting', 'unrouted'),
    deliveries_pending: sum('parley_webhook_deliveries_pending'),
    messages_queued: sum('parley_messages_queued'),
    endpoints_disabled: sum('parley_webhook_endpoints_disabled'),
  }
}
