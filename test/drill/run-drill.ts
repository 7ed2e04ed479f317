import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBalancer } from '../balancer.ts'
import { createCall } from '../call.ts'
import { createLedger } from '../crash/ledger.ts'
import type { Answered } from '../crash/ledger.ts'
import { startLoad } from '../crash/load.ts'
import { createPatientClient } from '../crash/patient-client.ts'
import { createRandom } from '../crash/random.ts'
import { registerReceivers, verifyRepeats } from '../crash/receivers.ts'
import { drain, openChats, tallySends } from '../crash/run-crash.ts'
import { verify } from '../crash/verify.ts'
import { startPlatform, setUpWorkspace, signInAdmin, whatsappEnv } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program, ProgramEnv } from '../processes.ts'
import { findPgBouncer, startPgBouncer } from '../acceptance/pgbouncer.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { waitFor } from '../wait-for.ts'
import { fillDisk, mountDisk } from './small-disk.ts'
import { startReplicatedDatabase } from './replicated-database.ts'

/** The failures of a drill, in this order. After the promotion the replica is the database. */
export const FAILURES = [
  'kill',
  'freeze',
  'black hole',
  'full disk',
  'promotion',
  'rolling restart',
  'pooler restart',
] as const

type Failure = (typeof FAILURES)[number]

/** The outcome of a failure. Times are in ms: the longest that a caller waited, and the longest without a 2xx. */
export type FailureReport =
  | { failure: Failure; skipped: string }
  | {
      failure: Failure
      longestMs: number
      outageMs: number
      answered: number
      failed: number
      /** Failed requests by status; 0 for those without an answer. */
      statuses: Record<string, number>
    }

/** The result of a drill. `doubled`: what the receivers and the platform got twice. */
type DrillReport = { failures: FailureReport[]; problems: string[]; doubled: number }

type DrillOptions = { failures: readonly Failure[]; seed: number; log: (line: string) => void }

/** How long the load runs before and after each failure at least, and the answers that it gets in that time. */
const CALM_MS = 3_000
const CALM_ANSWERS = 30

const FREEZE_MS = 20_000
const FULL_MS = 10_000

/** Maximum time until the product works again. Far longer than the bounds, so that a report says by how much. */
const RECOVERY_MS = 120_000

/** Maximum time without progress of the backlog at the end. */
const STILL_MS = 60_000

/** Runs two API servers, an ingest server and two workers under load, and lets their database fail in every way. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { log } = options
  const random = createRandom(options.seed)
  const ledger = createLedger()
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'parley-drill-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const disk = options.failures.includes('full disk') ? mountDisk(join(root, 'disk')) : undefined
  if (disk && 'folder' in disk) stack.defer(disk.unmount)
  const ports = (await findPorts(4)).map(String) as [string, string, string, string]
  const [first, second, ingestPort, simulatorPort] = ports
  const ingestUrl = `http://127.0.0.1:${ingestPort}`
  const baseEnv: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(root, 'files'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    INGEST_PORT: ingestPort,
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOG_LEVEL: 'error',
  }
  let workspace: OutsideWorkspace | undefined
  const folder = disk && 'folder' in disk ? disk.folder : root
  const database = await startReplicatedDatabase(folder, async (url) => {
    workspace = await setUpWorkspace({ ...baseEnv, DATABASE_URL: url })
  })
  stack.defer(database.stop)
  let currentUrl = database.primaryUrl
  const proxies = await Promise.all(
    [database.primaryUrl, database.replicaUrl].map((url) => startTcpProxy(new URL(url))),
  )
  for (const proxy of proxies) stack.defer(proxy.close)
  const [primaryProxy] = proxies as [(typeof proxies)[number]]
  const [one, other] = proxies.map(({ url }) => new URL(url)) as [URL, URL]
  const url = `postgres://${one.username}:${one.password}@${one.host},${other.host}${one.pathname}`
  let databaseEnv: ProgramEnv = { DATABASE_URL: url }

  const simulator = await startPlatform({ port: simulatorPort, ingestUrl }, { LOG_LEVEL: 'silent' })
  stack.defer(async () => void (await simulator.end()))
  const sends = tallySends(createCall(`http://127.0.0.1:${simulatorPort}`))

  const programs = new Map<string, Program>()
  stack.defer(async () => {
    await Promise.all([...programs.values()].map((program) => program.end()))
  })
  const parts: [name: string, part: string, port: string][] = [
    ['api 1', 'api', first],
    ['api 2', 'api', second],
    ['ingest', 'ingest', '0'],
    ['worker 1', 'worker', '0'],
    ['worker 2', 'worker', '0'],
  ]
  const start = async (name: string, part: string, port: string) => {
    const env = { ...baseEnv, ...databaseEnv, PORT: port }
    programs.set(name, await startServer(env, ['--only', part, '--json']))
  }
  for (const part of parts) await start(...part)
  const servers = [first, second].map((port) => `http://127.0.0.1:${port}`)
  const balancer = await startBalancer(servers)
  stack.defer(balancer.close)
  await waitFor(() => servers.every(balancer.isReady), { timeoutMs: 60_000, what: 'the balancer' })

  const target = workspace!
  const api = createCall(balancer.url, { authorization: `Bearer ${target.key}` })
  const admin = await signInAdmin(`http://127.0.0.1:${first}`)
  const receivers = await registerReceivers(admin, { ...options, rounds: 1, seconds: 60 }, random)
  for (const { receiver } of receivers) stack.defer(() => receiver.close())
  const known = await openChats(api, ingestUrl, target, 24)
  await createPatientClient(currentUrl).query(`/* across workspaces: there is one */
    update channels set send_rate = 1000, send_pair_burst = 1000000`)
  const load = startLoad({ ...target, ...known, apiUrl: balancer.url, ingestUrl }, ledger, random)
  stack.defer(() => load.stop().catch(() => undefined))

  const calm = async () => {
    const since = Date.now()
    await delay(CALM_MS)
    await waitFor(
      () => ledger.answers.filter((each) => isGood(each, since)).length >= CALM_ANSWERS,
      {
        timeoutMs: RECOVERY_MS,
        what: 'the product to answer again',
      },
    )
  }
  const restartAll = async (names: string[]) => {
    for (const part of parts.filter(([name]) => names.includes(name))) {
      await programs.get(part[0])!.end()
      await start(...part)
    }
  }
  const rolling = ['api 1', 'api 2', 'worker 1', 'worker 2']
  const actions: Record<Failure, () => Promise<string | void>> = {
    kill: async () => database.kill(),
    freeze: async () => {
      const resume = database.freeze()
      await delay(FREEZE_MS)
      resume()
    },
    'black hole': async () => primaryProxy.lose(),
    'full disk': async () => {
      if (!disk || 'reason' in disk) return disk?.reason ?? 'no small disk'
      const free = await fillDisk(disk.folder)
      await delay(FULL_MS)
      await free()
    },
    promotion: async () => {
      await database.promote()
      currentUrl = database.replicaUrl
    },
    'rolling restart': () => restartAll(rolling),
    'pooler restart': async () => {
      const installed = findPgBouncer()
      if (!installed) return 'PgBouncer is not installed'
      const pooler = await startPgBouncer(installed, currentUrl)
      stack.defer(pooler.close)
      databaseEnv = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: currentUrl }
      await restartAll([...rolling, 'ingest'])
      await calm()
      await pooler.restart()
    },
  }

  const failures: FailureReport[] = []
  await calm()
  for (const failure of FAILURES.filter((each) => options.failures.includes(each))) {
    const since = Date.now()
    const skipped = await actions[failure]()
    if (typeof skipped === 'string') {
      log(`${failure}: skipped, ${skipped}`)
      failures.push({ failure, skipped })
      continue
    }
    await calm()
    const report = { failure, ...measure(ledger.answers, since, Date.now()) }
    failures.push(report)
    log(
      `${failure}: longest wait ${report.longestMs} ms, outage ${report.outageMs} ms, ${report.answered} answered, ${report.failed} failed ${JSON.stringify(report.statuses)}`,
    )
  }
  await load.stop()

  const db = createPatientClient(currentUrl)
  const drainedIn = await drain(db, sends.pending, STILL_MS, log)
  log(drainedIn === undefined ? 'Not everything ended.' : `All ended after ${drainedIn} s.`)
  const { workspaceId } = target
  // Duplicates are only counted, because one outage or another explains each of them.
  const kills = [{ name: 'database', at: 0, backAt: Infinity }]
  await verify(ledger, { db, workspaceId, api, receivers, sends: await sends.stop(), kills })
  const repeats = await verifyRepeats(db, workspaceId, receivers, kills)
  const resent = Object.entries(ledger.counts).filter(([what]) => what.startsWith('messages sent'))
  return {
    failures,
    problems: ledger.problems,
    doubled: repeats.duplicates.length + resent.reduce((sum, [, count]) => sum + count, 0),
  }
}

function isGood({ at, ms, status }: Answered, since: number): boolean {
  return at + ms >= since && status !== undefined && status < 300
}

/** Measures the answers from `since` to `until`. */
function measure(answers: Answered[], since: number, until: number) {
  const all = answers.filter(({ at, ms }) => at + ms >= since)
  const good = all.filter((each) => isGood(each, since))
  const times = [since, ...good.map(({ at, ms }) => at + ms).toSorted((a, b) => a - b), until]
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  const failed = all.filter(({ status }) => status === undefined || status >= 500)
  const statuses: Record<string, number> = {}
  for (const { status = 0 } of failed) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    longestMs: Math.round(Math.max(...all.map(({ ms }) => ms))),
    outageMs: Math.round(Math.max(...gaps)),
    answered: good.length,
    failed: failed.length,
    statuses,
  }
}
