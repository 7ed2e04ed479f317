import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import { launchDemo } from '#test/web/demo.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { freePort, listChildren, load, startServer } from './load.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { benchEnvironment } from './product.ts'
import { startSink } from './sink.ts'
import { createBenchEndpoints } from './workspace.ts'

/** Bounds after the load, in MiB. */
const MOST = { 'with the demo': 310, 'all in one': 270, worker: 120 } as const

type Name = 'with the demo' | 'all in one' | 'api' | 'worker' | 'bare'

/** A process that is measured with those that it has started. */
type Measured = Awaited<ReturnType<typeof startServer>>

/**
 * The proportional set size (PSS) of the product's processes at their start, after a load of contacts, tickets and lists
 * whose events go to an endpoint, and after a rest. First what `npm start` runs, with the demo and the simulator, then all parts
 * without them, in two processes, then an API and a worker; beside them a bare handler with one INSERT. Options: `--seconds` of each load (60), `--rest` in seconds (20).
 */
export async function benchMemory(options: BenchOptions): Promise<Figure[]> {
  const seconds = numberOption(options, 'seconds', 60)
  const rest = numberOption(options, 'rest', 20)
  await using stack = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const sink = await startSink()
  stack.defer(sink.close)
  const { scope } = await createTestWorkspace(database.context)
  const { id: channelId } = await createTestChannel(scope)
  const people: string[] = []
  for (let index = 0; index < 100; index++)
    people.push((await createTestChat(scope, { channelId })).personId)
  await createBenchEndpoints(scope, sink, 'watched', {
    count: 1,
    events: ['contact.created', 'ticket.created'],
    maxInFlight: 20,
  })
  const key = await createTestKey(scope, ['*'])
  const env = { ...benchEnvironment(database.url), INGEST_PORT: String(await freePort()) }
  let count = 0
  const measure = async (
    servers: [Name, Measured][],
    run: (url: string) => Promise<void>,
  ): Promise<Figure[]> => {
    const read = () => Promise.all(servers.map(([, { pid }]) => pssWithChildrenMiB(pid)))
    const start = await read()
    await run(servers[0]![1].url)
    const loaded = await read()
    await delay(rest * 1_000)
    const rested = await read()
    await Promise.all(servers.map(([, { stop }]) => stop()))
    return servers.flatMap(([name], index) =>
      toFigures(name, start[index]!, loaded[index]!, rested[index]!),
    )
  }
  const runAll = async (url: string, apiKey = key, personIds = people) => {
    const headers = { authorization: `Bearer ${apiKey}` }
    const loads = [
      {
        path: '/api/v1/contacts',
        nextBody: () => ({ name: 'Leela Nair', phone_e164: `+${14_150_000_000 + ++count}` }),
      },
      {
        path: '/api/v1/tickets',
        nextBody: () => ({
          person_id: personIds[++count % personIds.length],
          title: 'A parcel is late',
        }),
      },
      { path: '/api/v1/chats?limit=25' },
    ]
    for (const { path, ...each } of loads)
      await load({ url: url + path, headers, seconds: seconds / loads.length, ...each })
  }
  const demo = await startDemo(stack)
  const api = ['server/main.ts', 'start', '--only', 'api']
  const worker = ['server/main.ts', 'start', '--only', 'worker']
  const send = { conversation_id: scope.workspaceId, message: 'Your order has left.' }
  return [
    ...(await measure([['with the demo', demo]], (url) => runAll(url, demo.apiKey, demo.people))),
    ...(await measure(
      [['all in one', await startServer(['server/main.ts', 'start'], env)]],
      runAll,
    )),
    ...(await measure(
      [
        ['api', await startServer(api, env)],
        ['worker', await startServer(worker, env, 'METRICS_PORT')],
      ],
      runAll,
    )),
    ...(await measure([['bare', await startServer(['bench/bare-server.ts'], env)]], async (url) => {
      const headers = { authorization: `Bearer ${key}` }
      await load({ url: `${url}/send`, headers, seconds: seconds / 3, bodies: [send] })
    })),
  ]
}

/** Starts the demo with its simulator, as `npm start` does, on a database of its own; `stack` removes what it leaves. */
async function startDemo(
  stack: AsyncDisposableStack,
): Promise<Measured & { apiKey: string; people: string[] }> {
  const database = await openBenchDatabase()
  stack.defer(database.close)
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url, apiKey, admin, server } = await launchDemo(
    { DATABASE_URL: database.url, SECRET_KEY: '07'.repeat(32) },
    dataDir,
  )
  const { body } = await admin('GET /api/v1/contacts?limit=50')
  const people = body.data.map((each: { id: string }) => each.id)
  return { url, pid: server.pid, stop: async () => void (await server.end()), apiKey, people }
}

function toFigures(name: Name, start: number, loaded: number, rested: number): Figure[] {
  const show = (mib: number) => `${mib.toFixed(0)} MiB`
  const most = name in MOST ? MOST[name as keyof typeof MOST] : undefined
  const what = `${name}: PSS after the load`
  return [
    most === undefined
      ? plain(what, show(loaded), { value: loaded })
      : atMost(what, loaded, most, ' MiB'),
    plain('  at its start, after a rest', `${show(start)}, ${show(rested)}`),
  ]
}

/** The memory of a process and of those that it has started, in MiB. */
async function pssWithChildrenMiB(pid: number): Promise<number> {
  const each = await Promise.all([pid, ...(await listChildren(pid))].map(pssMiB))
  return each.reduce((sum, mib) => sum + mib, 0)
}

/** The memory of a process in MiB; shared pages count in proportion. Source: proc(5), smaps_rollup. */
export async function pssMiB(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024
}
