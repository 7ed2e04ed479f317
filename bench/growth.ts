import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createUser } from '#account/users/create-user.ts'
import { encryptAccessToken } from '#channels/encrypt-access-token.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { findPorts, startServer } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { atRate } from './at-rate.ts'
import { findPostmaster, openBenchDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { textBody } from './ingest/inbound-product.ts'
import { measureAgents, readMemory } from './growth/agents.ts'
import { startBenchPlatform } from './growth/platform.ts'
import { cpuMs, cpuWithChildrenMs } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment } from './product.ts'
import { startSink } from './sink.ts'
import { createTraffic } from './traffic.ts'
import { createBenchEndpoints } from './workspace.ts'

/** Tables whose rows retention deletes, 30 days after they were finished unless a workspace sets another time. */
const PASSING = [
  'events',
  'idempotency_keys',
  'inbound_payloads',
  'lanes',
  'message_attempts',
  'message_updates',
  'notifications',
  'notification_pushes',
  'notification_reads',
  'webhook_attempts',
  'webhook_deliveries',
]
const CHATS = 200
const TEXT = 'Your order has left our warehouse and will reach you tomorrow before noon.'

/**
 * The cost of one message: CPU in ms of each process, bytes of write-ahead log, and webhooks. `keptBytes` are the bytes of
 * tables and their indexes that stay, `passingBytes` those that retention deletes.
 */
export type MessageCost = {
  apiMs: number
  ingestMs: number
  workerMs: number
  postgresMs: number
  walBytes: number
  keptBytes: number
  passingBytes: number
  webhooks: number
}

/**
 * Measures the cost of a message from end to end, of agents, and the memory, for `scripts/growth.ts`. An integrator sends one kind of message, which
 * gets three statuses; a customer sends the other. Every event is a webhook to one endpoint. API, ingest and worker are
 * processes of their own. The use of the idle product is subtracted. Options: `--rate` per second (50), `--seconds` (20),
 * `--out FILE` writes the costs as JSON.
 */
export async function benchGrowth(options: BenchOptions): Promise<Figure[]> {
  const rate = numberOption(options, 'rate', 50)
  const seconds = numberOption(options, 'seconds', 20)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const product = await startProduct(database, stack)
  const { scope, account, chats, sink, platform } = product
  const key = await createTestKey(scope, ['messages:write'])
  let turn = 0
  const traffic = createTraffic(product.apiUrl, () => ({
    path: '/api/v1/messages/send',
    key,
    body: { conversation_id: chats[turn++ % CHATS]!.id, message: TEXT },
  }))
  stack.defer(traffic.close)

  const send = async (forSeconds: number) => {
    const before = platform.reported()
    const { length } = await traffic.sendAtRate(rate, forSeconds)
    await waitFor(() => platform.reported() === before + length, { timeoutMs: 60_000 })
    return length
  }
  const receive = async (forSeconds: number) => {
    const posts = await atRate({ perSecond: rate, seconds: forSeconds }, () => {
      const { phone } = chats[turn++ % CHATS]!
      return platform.post(textBody(account, phone, TEXT))
    })
    return posts.length
  }
  const used = () => readUsed(database, product)
  const untilQuiet = async () => {
    for (let before = -1; before !== sink.count('ok');) {
      before = sink.count('ok')
      await delay(1_000)
    }
  }
  // Plans, caches and connections warm up.
  for (const run of [send, receive]) await run(3)
  await untilQuiet()
  const idleBefore = await used()
  await delay(10_000)
  const idle = difference(idleBefore, await used(), 10)

  const costs: Record<string, MessageCost> = {}
  for (const [name, run] of [
    ['sent', send],
    ['received', receive],
  ] as const) {
    const [before, startedAt] = [await used(), performance.now()]
    const count = await run(seconds)
    await untilQuiet()
    const spent = difference(before, await used(), 1)
    const tookSeconds = (performance.now() - startedAt) / 1000
    costs[name] = perMessage(spent, idle, tookSeconds, count)
  }
  const memory = await readMemory(product.pids, product.postmaster)
  const agents = await measureAgents({
    ...product,
    apiPid: product.pids.api,
    receive: async (forSeconds) => {
      const count = await receive(forSeconds)
      await untilQuiet()
      return count
    },
  })
  const workspaceBytes = await measureWorkspaces(database)
  const all = { ...costs, agents, memory, workspaceBytes }
  if (options['out']) await writeFile(options['out'], `${JSON.stringify(all, null, 2)}\n`)
  const figures = Object.entries(costs).flatMap(([name, cost]) =>
    Object.entries(cost).map(([what, value]) =>
      plain(`a message ${name}: ${what}`, value.toFixed(2)),
    ),
  )
  return [
    ...figures,
    ...Object.entries(agents).map(([what, value]) => plain(`an agent: ${what}`, value.toFixed(3))),
    ...Object.entries(memory).map(([what, value]) => plain(`${what}: MiB`, value.toFixed(0))),
    plain('an empty workspace: bytes', workspaceBytes.toFixed(0)),
  ]
}

/** Measures the bytes that an empty workspace with one user takes. */
async function measureWorkspaces(database: BenchDatabase): Promise<number> {
  const before = await readStored(database)
  const count = 1_000
  for (let made = 0; made < count; made++) {
    const { scope } = await createTestWorkspace(database.context)
    await createUser(scope, {
      email: `growth-${made}@bench.example`,
      password: 'as-fast-as-it-goes',
      role: 'admin',
    })
  }
  return ((await readStored(database)).kept - before.kept) / count
}

type Product = Awaited<ReturnType<typeof startProduct>>

async function startProduct(database: BenchDatabase, stack: AsyncDisposableStack) {
  const { scope } = await createTestWorkspace(database.context)
  const { id: channelId, account } = await createTestChannel(scope)
  await database.context.db
    .updateTable('channels')
    .set({ access_token: encryptAccessToken(scope, channelId, 'bench_token'), send_rate: 1000 })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .execute()
  const chats: { id: string; phone: string }[] = []
  for (let index = 0; index < CHATS; index++) {
    const { id, phoneE164 } = await createTestChat(scope, { channelId })
    chats.push({ id, phone: phoneE164.slice(1) })
  }
  const sink = await startSink()
  stack.defer(sink.close)
  await createBenchEndpoints(scope, sink, 'ok', {
    count: 1,
    events: [...EVENT_TYPES],
    maxInFlight: 20,
  })
  const [port, ingestPort] = (await findPorts(2)) as [number, number]
  const platform = await startBenchPlatform(`http://127.0.0.1:${ingestPort}`)
  stack.defer(platform.close)
  const env = {
    ...benchEnvironment(database.url),
    PORT: String(port),
    INGEST_PORT: String(ingestPort),
    WHATSAPP_APP_SECRET: 'test_app_secret',
    GRAPH_URL: platform.graphUrl,
  }
  const pids: Record<'api' | 'ingest' | 'worker', number> = { api: 0, ingest: 0, worker: 0 }
  for (const part of Object.keys(pids) as (keyof typeof pids)[]) {
    const program = await startServer(env, ['--only', part, '--json'])
    stack.defer(async () => void (await program.end()))
    pids[part] = program.pid
  }
  const postmaster = await findPostmaster(database)
  const apiUrl = `http://127.0.0.1:${port}`
  return { scope, account, chats, sink, platform, pids, postmaster, apiUrl }
}

/** Reads what was used until now. */
async function readUsed(database: BenchDatabase, product: Product): Promise<MessageCost> {
  const { pids, postmaster, sink } = product
  // First, so that the vacuum belongs to what went before it.
  const stored = await readStored(database)
  const [row] = await database.rows<{ wal: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
  )
  return {
    apiMs: await cpuMs(pids.api),
    ingestMs: await cpuMs(pids.ingest),
    workerMs: await cpuMs(pids.worker),
    postgresMs: await cpuWithChildrenMs(postmaster),
    walBytes: Number(row!.wal),
    keptBytes: stored.kept,
    passingBytes: stored.passing,
    webhooks: sink.count('ok'),
  }
}

/** Returns the bytes of tables and their indexes, after a vacuum. */
async function readStored({ query, rows }: BenchDatabase) {
  await query('vacuum')
  const [row] = await rows<{ all: string; passing: string }>(
    `select sum(pg_total_relation_size(oid)) as all,
       sum(pg_total_relation_size(oid)) filter (where coalesce(parent::text, relname) in ('${PASSING.join("','")}')) as passing
     from pg_class
     left join (select inhrelid, inhparent::regclass as parent from pg_inherits) as part on part.inhrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const passing = Number(row!.passing)
  return { kept: Number(row!.all) - passing, passing }
}

function difference(before: MessageCost, after: MessageCost, seconds: number): MessageCost {
  const names = Object.keys(before) as (keyof MessageCost)[]
  const entries = names.map((name) => [name, (after[name] - before[name]) / seconds])
  return Object.fromEntries(entries) as MessageCost
}

/** Divides what was spent, without what the idle product would have used in that time, among the messages. */
function perMessage(
  spent: MessageCost,
  idle: MessageCost,
  seconds: number,
  count: number,
): MessageCost {
  const names = Object.keys(spent) as (keyof MessageCost)[]
  const entries = names.map((name) => [name, (spent[name] - idle[name] * seconds) / count])
  return Object.fromEntries(entries) as MessageCost
}
