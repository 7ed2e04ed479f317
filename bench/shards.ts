import { createLog } from '#lib/create-log.ts'
import { checkSecretKey } from '#program/start/check-secret-key.ts'
import { createContext } from '#program/start/create-context.ts'
import type { Context } from '#db/context.ts'
import { shardOf } from '#db/shards.ts'
import { testConfig } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { atMost, median, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { cpuMs, cpuWithChildrenMs, load, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

const SECONDS = 3
const CHATS = 100
const SECRET_KEY = '07'.repeat(32)
const text = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/** A conversation and the key of its workspace. */
type Target = { conversation_id: string; key: string }

/**
 * POST /api/v1/messages/send to two workspaces: on one PostgreSQL, and each on a PostgreSQL of its own, with one API process
 * and 64 connections, in turns. `--rounds` chooses the number of turns.
 */
export async function benchShards(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 8)
  const databases = await Promise.all([
    openBenchDatabase(),
    openBenchDatabase(),
    openBenchDatabase(),
  ])
  const [one, main, b] = databases
  try {
    const together = await serve([one], { DATABASE_URL: one.url }, await seed(one.context))
    const apart = await serve(
      [main, b],
      { DATABASE_URL: main.url, DATABASE_SHARD_URLS: `b=${b.url}` },
      await seedShards(main, b),
    )
    const alone: Awaited<ReturnType<typeof together.run>>[] = []
    const sharded: typeof alone = []
    for (let round = 0; round < rounds; round++) {
      alone.push(await together.run())
      sharded.push(await apart.run())
    }
    await Promise.all([together.stop(), apart.stop()])
    const ratio = (read: (each: (typeof alone)[number]) => number) =>
      median(sharded.map((each, round) => read(each) / read(alone[round]!)))
    const show = (results: typeof alone) =>
      `${median(results.map((each) => each.rate)).toFixed(0)}/s, ${median(results.map((each) => each.cpu)).toFixed(2)} CPU s`
    return [
      plain('both workspaces on one PostgreSQL, per 1,000 sends', show(alone)),
      plain('each on its own, per 1,000 sends', show(sharded)),
      plain(
        `rate of two shards against one, median of ${rounds} rounds`,
        ratio(({ rate }) => rate).toFixed(2),
      ),
      atMost(
        'CPU of a send on two shards against one',
        ratio(({ cpu }) => cpu),
        1.3,
      ),
      atMost(
        'answers other than 2xx',
        [...alone, ...sharded].reduce((sum, { refused }) => sum + refused, 0),
        0,
      ),
    ]
  } finally {
    await Promise.all(databases.map((database) => database.close()))
  }
}

/** Starts an API process; `run` loads it and returns sends per second, and CPU seconds of all processes per 1,000. */
async function serve(
  databases: BenchDatabase[],
  env: Record<string, string>,
  targets: Target[],
): Promise<{
  run: (seconds?: number) => Promise<{ rate: number; cpu: number; refused: number }>
  stop: () => Promise<void>
}> {
  const server = await startServer(['server/main.ts', 'start', '--only', 'api'], {
    ...env,
    SECRET_KEY,
    LOG_LEVEL: 'warn',
  })
  const postmasters = await Promise.all(databases.map(findPostmaster))
  const readCpu = async () => {
    const each = await Promise.all([cpuMs(server.pid), ...postmasters.map(cpuWithChildrenMs)])
    return each.reduce((sum, ms) => sum + ms, 0)
  }
  const keyOf = new Map(targets.map(({ conversation_id: id, key }) => [id, key]))
  const bodies = targets.map(({ conversation_id }) => ({ conversation_id, message: text }))
  const run = async (seconds = SECONDS) => {
    const before = await readCpu()
    const { rate, refused } = await load({
      url: `${server.url}/api/v1/messages/send`,
      headers: {},
      bodies,
      seconds,
      sign: (body) => ({ authorization: `Bearer ${keyOf.get(JSON.parse(body).conversation_id)}` }),
    })
    return { rate, refused, cpu: ((await readCpu()) - before) / (rate * seconds) }
  }
  await run(4)
  return { run, stop: server.stop }
}

/** Creates two workspaces and returns conversations of both in turn. */
async function seed(context: Context): Promise<Target[]> {
  const targets: Target[][] = []
  for (let count = 0; count < 2; count++) {
    const { scope } = await createTestWorkspace(context)
    const { id: channelId } = await createTestChannel(scope)
    const key = await createTestKey(scope, ['messages:write'])
    const chats: Target[] = []
    for (let index = 0; index < CHATS; index++)
      chats.push({ conversation_id: (await createTestChat(scope, { channelId })).id, key })
    targets.push(chats)
    if (context.shards && shardOf(scope) !== context.shards.all[count]!.shard)
      throw new Error('The workspaces must be on different shards.')
  }
  return targets[0]!.flatMap((first, index) => [first, targets[1]![index]!])
}

async function seedShards(main: BenchDatabase, b: BenchDatabase): Promise<Target[]> {
  const config = testConfig()
  const opened = await createContext(
    {
      ...config,
      database: {
        ...config.database,
        shards: [{ name: 'b', url: b.url, directUrl: undefined, replicaUrls: [], prepared: true }],
      },
    },
    {
      database: { url: main.url, directUrl: main.url },
      name: 'parley bench',
      log: createLog('silent'),
    },
  )
  try {
    await checkSecretKey(opened.context)
    return await seed(opened.context)
  } finally {
    await opened.flush()
    await opened.close()
  }
}
