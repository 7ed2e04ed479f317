import type { Logger } from 'pino'
import type { Config, ShardConfig } from '#lib/settings/config.ts'
import type { Context, Server } from '#db/context.ts'
import { createDamageLog } from '#db/damage/damage-log.ts'
import { openDatabaseClock } from '#db/connecting/open-database-clock.ts'
import { openDirectory } from '#db/connecting/open-directory.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createReplicas } from '#db/connecting/replicas.ts'
import { createShards, MAIN_SHARD } from '#db/shards.ts'
import { createEventAnnouncer } from '#events/create-event-announcer.ts'
import { createLaneWaker } from '#lanes/lane-waker.ts'
import type { LaneWaker } from '#lanes/lane-waker.ts'
import { firstOf } from '#lib/first-of.ts'
import { setIdTime } from '#lib/ids.ts'
import { createReadSlots } from '#lib/pacing/read-slots.ts'

/**
 * A context, the wakers behind it by shard, and how to shut it down. `flush` waits for pending wake-ups and announcements;
 * `close` closes its connections.
 */
type OpenContext = {
  context: Context
  wakers: ReadonlyMap<string, LaneWaker>
  flush: () => Promise<void>
  close: () => Promise<void>
}

type ContextOptions = {
  name: string
  log: Logger
  origins?: ReadonlyMap<string, string>
  onRefusal?: (shard: string, err: unknown) => void
}

/** The URLs of the directory's database. `directUrl` reaches the server itself if `url` is a pooler. */
type DatabaseUrls = { url: string; directUrl: string }

/**
 * Creates the context of a process for an open database, and sets its URLs in the configuration. `name` is shown to
 * operators as the application name of its connections. Its clock shows the time of the database, which ids contain too. A second
 * process has the `origins` of the first one's announcements, by shard. `onRefusal` gets what statements on a shard are refused with.
 */
export async function createContext(
  config: Config,
  options: ContextOptions & { database: DatabaseUrls },
): Promise<OpenContext> {
  const { log } = options
  const { url, directUrl } = options.database
  const opened: OpenServer[] = []
  const close = async () => void (await Promise.all(opened.map((each) => each.close())))
  try {
    const { replicaUrls, prepared } = config.database
    const main = { name: MAIN_SHARD, url, directUrl, replicaUrls, prepared }
    for (const shard of [main, ...config.database.shards])
      opened.push(await openServer(shard, { ...options, max: config.database.poolMax }))
  } catch (err) {
    await close()
    throw err
  }
  const servers = opened.map(({ server }) => server)
  const { shard: _shard, url: _url, ...main } = firstOf(servers)
  const { pool } = firstOf(opened)
  const { replicas } = main
  // With one server, nothing works without it.
  const bridged =
    replicas && servers.length > 1 ? openDirectory({ ...main, replicas, pool, log }) : undefined
  const directory = bridged?.db ?? main.db
  setIdTime(() => main.clock.now().getTime())
  return {
    context: {
      ...main,
      // The main server holds the directory, too.
      directory,
      ...(bridged && { isDirectoryFromReplica: bridged.isFromReplica }),
      config: { ...config, database: { ...config.database, url, directUrl } },
      log,
      ...(servers.length > 1 && { shard: MAIN_SHARD, shards: createShards(directory, servers) }),
    },
    wakers: new Map(opened.map(({ server, waker }) => [server.shard, waker])),
    flush: async () => void (await Promise.all(opened.map((each) => each.flush()))),
    close: async () => {
      await bridged?.close()
      await close()
    },
  }
}

/** A server with its connections, the waker of its lanes, and how to shut them down. */
type OpenServer = Pick<OpenContext, 'flush' | 'close'> & {
  server: Server
  pool: ReturnType<typeof createPool>
  waker: LaneWaker
}

async function openServer(
  { name: shard, url, directUrl = url, replicaUrls: urls, prepared }: ShardConfig,
  options: ContextOptions & { max: number },
): Promise<OpenServer> {
  const { name, log, max, origins, onRefusal } = options
  const damage = createDamageLog(log, shard)
  const open = (of: { name: string; max: number }) =>
    createPool({
      ...of,
      url,
      transactionMode: directUrl !== url,
      prepared,
      onError: (err) => log.warn({ err, shard }, 'a database connection was lost'),
      onRefusal(err) {
        damage.note(err)
        onRefusal?.(shard, err)
      },
    })
  const pool = open({ name, max })
  const db = createDb(pool)
  const probe = createDb(open({ name: `${name} health`, max: 1 }))
  const clock = await openDatabaseClock({ db, log }).catch(async (err: unknown) => {
    await db.destroy()
    throw err
  })
  const replicas =
    urls.length > 0 ? createReplicas({ db, log, damage }, { urls, max, name, prepared }) : undefined
  const lanes = createLaneWaker({ db, log })
  const { announce, announcements, flush } = createEventAnnouncer(
    { db, log },
    { origin: origins?.get(shard) },
  )
  return {
    server: {
      shard,
      url: directUrl,
      db,
      clock,
      wake: lanes.wake,
      announce,
      announcements,
      damage,
      replicas,
      readSlots: createReadSlots(max),
      probe,
    },
    pool,
    waker: lanes,
    flush: async () => void (await Promise.all([lanes.flush(), flush()])),
    close: async () => {
      clock.stop()
      await Promise.all([db.destroy(), probe.destroy(), replicas?.close()])
    },
  }
}
