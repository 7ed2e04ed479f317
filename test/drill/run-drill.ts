import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createCall } from '../call.ts'
import { createLedger } from '../crash/ledger.ts'
import type { Doubled } from '../crash/ledger.ts'
import { startLoad } from '../crash/load.ts'
import type { Kill } from '../crash/part.ts'
import { createPatientClient } from '../crash/patient-client.ts'
import { createRandom } from '../crash/random.ts'
import { registerReceivers, verifyRepeats } from '../crash/receivers.ts'
import { drain, openChats, tallySends } from '../crash/run-crash.ts'
import { verify } from '../crash/verify.ts'
import { startPlatform, setUpWorkspace, signInAdmin, whatsappEnv } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { findPgBouncer, startPgBouncer } from '../acceptance/pgbouncer.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { waitFor } from '../wait-for.ts'
import { openPrograms } from './drill-programs.ts'
import { countDamage, isGood, measureAnswers, watchStalls } from './measure.ts'
import type { Answers, Interval } from './measure.ts'
import { startReaders } from './readers.ts'
import { startReplicatedDatabase } from './replicated-database.ts'
import { fillDisk, mountDisk } from './small-disk.ts'
import { unpackRelease } from './unpack-release.ts'

/**
 * The failures of a drill, in this order. Before the upgrade, the previous release runs. After the promotion the replica is the
 * database.
 */
export const FAILURES = [
  'upgrade',
  'kill',
  'freeze',
  'black hole',
  'worker kill',
  'worker freeze',
  'full disk',
  'promotion',
  'rolling restart',
  'pooler restart',
] as const

type Failure = (typeof FAILURES)[number]

/** The outcome of a failure: the answers, and what was lost or arrived twice, `unexplained` without a permitted cause. */
export type FailureReport =
  | { failure: Failure; skipped: string }
  | ({
      failure: Failure
      lost: number
      doubled: number
      unexplained: number
      /** The longest time in which this process itself got no CPU time: the others then did not either. */
      stalledMs: number
    } & Answers)

/** The result of a drill. `doubled`: what the receivers and the platform got twice. */
type DrillReport = { failures: FailureReport[]; problems: string[]; doubled: Doubled[] }

/**
 * Options of a drill. `rounds`: how often each failure happens, except for the upgrade and the promotion. `release`: the commit
 * of the previous release; by default that of the last release. `logs`: a folder for what the processes log.
 */
type DrillOptions = {
  failures: readonly Failure[]
  seed: number
  rounds?: number
  release?: string | undefined
  logs?: string | undefined
  log: (line: string) => void
}

/** The shortest time that the load runs before and after each failure, and the answers that it needs in that time. */
const CALM_MS = 3_000
const CALM_ANSWERS = 30

const FREEZE_MS = 20_000
const FULL_MS = 10_000

/** Maximum time until the product works again. Far longer than the bounds, so that a report says by how much. */
const RECOVERY_MS = 120_000

/** Maximum time without progress of the backlog at the end. */
const STILL_MS = 60_000

/** When this process stood still for so long, a third of a lease, the workers on the same machine were frozen, too. */
const FROZEN_MS = 5_000

const ONCE: Failure[] = ['upgrade', 'promotion']

/** Runs two API servers, an ingest server and two workers under load, and lets their database fail in every way. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { log, rounds = 1 } = options
  const random = createRandom(options.seed)
  const ledger = createLedger()
  await using stack = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'parley-drill-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const has = (failure: Failure) => options.failures.includes(failure)
  const disk = has('full disk') ? mountDisk(join(root, 'disk')) : undefined
  if (disk && 'folder' in disk) stack.defer(disk.unmount)
  const previous = has('upgrade')
    ? unpackRelease(join(root, 'previous'), options.release)
    : undefined
  const previousProgram = previous && 'program' in previous ? { program: previous.program } : {}
  /** The processes that were killed or frozen: something that they were sending may arrive twice. */
  const kills: Kill[] = []
  const programs = await openPrograms((name, pid, at) => {
    log(`${name} was ended by force, because it did not stop in time`)
    kills.push({ name, pid, at, how: 'ended by force' })
  }, options.logs)
  stack.defer(programs.close)
  const { ingestUrl } = programs
  const [simulatorPort] = (await findPorts(1)).map(String) as [string]
  const baseEnv: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(root, 'files'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'error',
  }
  let workspace: OutsideWorkspace | undefined
  const folder = disk && 'folder' in disk ? disk.folder : root
  const database = await startReplicatedDatabase(folder, async (url) => {
    const env = { ...baseEnv, DATABASE_URL: url }
    workspace = await setUpWorkspace(env, previousProgram.program)
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
  let env: ProgramEnv = { ...baseEnv, DATABASE_URL: url }

  const simulator = await startPlatform({ port: simulatorPort, ingestUrl }, { LOG_LEVEL: 'silent' })
  stack.defer(async () => void (await simulator.end()))
  const sends = tallySends(createCall(`http://127.0.0.1:${simulatorPort}`))
  await programs.startAll({ env, ...previousProgram })

  const target = workspace!
  const api = createCall(programs.apiUrl, { authorization: `Bearer ${target.key}` })
  const admin = await signInAdmin(programs.directApiUrl)
  const receivers = await registerReceivers(admin, { ...options, rounds: 1, seconds: 60 }, random)
  for (const { receiver } of receivers) stack.defer(() => receiver.close())
  const known = await openChats(api, ingestUrl, target, 24)
  await createPatientClient(currentUrl).query(`/* across workspaces: there is one */
    update channels set send_rate = 1000, send_pair_burst = 1000000`)
  const load = startLoad(
    { ...target, ...known, apiUrls: [programs.apiUrl], ingestUrls: [ingestUrl] },
    ledger,
    random,
  )
  stack.defer(() => load.stop().catch(() => undefined))

  const calm = async () => {
    const since = Date.now()
    await delay(CALM_MS)
    const isAnswering = () =>
      ledger.answers.filter((each) => isGood(each, since)).length >= CALM_ANSWERS
    // A request that still waits because of this failure must not count for the next one.
    const isOver = () => [...ledger.waiting].every(({ at }) => at >= since)
    await waitFor(() => isAnswering() && isOver(), {
      timeoutMs: RECOVERY_MS,
      what: 'the product to answer again',
    })
  }
  const noteKill = (how: string) => {
    const name = 'worker 1'
    const pid = programs.pidOf(name)
    kills.push({ name, pid, at: Date.now(), how })
    return { name, pid }
  }
  const listEventIds = async (workspaceId: string) => {
    const { rows } = await createPatientClient(currentUrl).query<{ id: string }>(
      'select id from events where workspace_id = $1 order by position',
      [workspaceId],
    )
    return rows.map(({ id }) => id)
  }
  const actions: Record<Failure, () => Promise<string | void>> = {
    upgrade: async () => {
      if (!previous || 'reason' in previous) return previous?.reason ?? 'no previous release'
      const member = await signInAdmin(programs.apiUrl)
      const readers = startReaders(
        { apiUrl: programs.apiUrl, key: target.key, admin: member },
        ledger,
      )
      const [last, next] = [{ env, ...previousProgram }, { env }]
      // The first new process migrates, while all others are of the previous release.
      log(`upgrade: from ${previous.name}`)
      await programs.replaceAll(next, calm, { workersFirst: previous.isDeaf })
      log('upgrade: back to the previous release')
      await programs.replaceAll(last, calm)
      log('upgrade: forward again')
      await programs.replaceAll(next, calm)
      await readers.stop(() => listEventIds(target.workspaceId))
    },
    kill: async () => database.kill(),
    freeze: async () => {
      const resume = database.freeze()
      await delay(FREEZE_MS)
      resume()
    },
    'black hole': async () => primaryProxy.lose(),
    'worker kill': () => programs.kill(noteKill('killed').name),
    'worker freeze': async () => {
      const { pid } = noteKill('frozen')
      process.kill(pid, 'SIGSTOP')
      await delay(FREEZE_MS)
      process.kill(pid, 'SIGCONT')
    },
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
    'rolling restart': () => programs.replaceAll({ env }),
    'pooler restart': async () => {
      const installed = findPgBouncer()
      if (!installed) return 'PgBouncer is not installed'
      const pooler = await startPgBouncer(installed, currentUrl)
      stack.defer(pooler.close)
      env = { ...env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: currentUrl }
      await programs.replaceAll({ env })
      await calm()
      await pooler.restart()
    },
  }

  const stalls = watchStalls()
  stack.defer(stalls.stop)
  const happened: ({ failure: Failure; skipped: string } | ({ failure: Failure } & Interval))[] = []
  await calm()
  const chosen = FAILURES.filter(has).flatMap((failure) =>
    Array<Failure>(ONCE.includes(failure) ? 1 : rounds).fill(failure),
  )
  for (const failure of chosen) {
    const since = Date.now()
    const skipped = await actions[failure]()
    if (typeof skipped === 'string') {
      log(`${failure}: skipped, ${skipped}`)
      happened.push({ failure, skipped })
      continue
    }
    await calm()
    const interval = { since, until: Date.now() }
    happened.push({ failure, ...interval })
    const { longestMs, outageMs, answered, failed, statuses } = measureAnswers(
      ledger.answers,
      interval,
    )
    log(
      `${failure}: longest wait ${longestMs} ms, outage ${outageMs} ms, ${answered} answered, ${failed} failed ${JSON.stringify(statuses)}`,
    )
  }
  await load.stop()

  const db = createPatientClient(currentUrl)
  const drainedIn = await drain(db, sends.pending, STILL_MS, log)
  log(drainedIn === undefined ? 'Not everything ended.' : `All ended after ${drainedIn} s.`)
  const { workspaceId } = target
  for (const at of stalls.list(FROZEN_MS)) {
    log(`The machine stood still for more than ${FROZEN_MS} ms at ${new Date(at).toISOString()}.`)
    kills.push(...programs.workers().map((each) => ({ ...each, at, how: 'frozen by the machine' })))
  }
  await verify(ledger, { db, workspaceId, api, receivers, sends: await sends.stop(), kills })
  const repeats = await verifyRepeats(db, workspaceId, receivers, kills)
  const doubled = [...repeats.duplicates, ...ledger.resends]
  return {
    failures: happened.map((each) =>
      'skipped' in each
        ? each
        : {
            failure: each.failure,
            ...measureAnswers(ledger.answers, each),
            stalledMs: stalls.longest(each),
            ...countDamage(ledger.lost, doubled, each),
          },
    ),
    problems: [...ledger.problems, ...repeats.problems],
    doubled,
  }
}
