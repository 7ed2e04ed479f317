import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
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
const MOST = { 'all in one': 270, worker: 120 } as const

type Name = 'all in one' | 'api' | 'worker' | 'bare'

/**
 * The proportional set size (PSS) of the product's processes at their start, after a load of contacts, tickets and lists
 * whose events go to an endpoint, and after a rest. First all parts, in two processes, then an API and a worker; beside
 * them a bare handler with one INSERT. Options: `--seconds` of each load (60), `--rest` in seconds (20).
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
  const headers = { authorization: `Bearer ${await createTestKey(scope, ['*'])}` }
  const env = { ...benchEnvironment(database.url), INGEST_PORT: String(await freePort()) }
  let count = 0
  const loads = [
    {
      path: '/api/v1/contacts',
      nextBody: () => ({ name: 'Leela Nair', phone_e164: `+${14_150_000_000 + ++count}` }),
    },
    {
      path: '/api/v1/tickets',
      nextBody: () => ({ person_id: people[++count % people.length], title: 'A parcel is late' }),
    },
    { path: '/api/v1/chats?limit=25' },
  ]
  const measure = async (
    servers: [Name, Awaited<ReturnType<typeof startServer>>][],
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
  const runAll = async (url: string) => {
    for (const { path, ...each } of loads)
      await load({ url: url + path, headers, seconds: seconds / loads.length, ...each })
  }
  const api = ['server/main.ts', 'start', '--only', 'api']
  const worker = ['server/main.ts', 'start', '--only', 'worker']
  const send = { conversation_id: scope.workspaceId, message: 'Your order has left.' }
  return [
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
      await load({ url: `${url}/send`, headers, seconds: seconds / 3, bodies: [send] })
    })),
  ]
}

function toFigures(name: Name, start: number, loaded: number, rested: number): Figure[] {
  const show = (mib: number) => `${mib.toFixed(0)} MiB`
  const most = name === 'all in one' || name === 'worker' ? MOST[name] : undefined
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
