import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCall } from '../call.ts'
import { createLedger } from '../crash/ledger.ts'
import type { Doubled, Ledger } from '../crash/ledger.ts'
import { startLoad } from '../crash/load.ts'
import type { Kill } from '../crash/part.ts'
import { createPatientClient } from '../crash/patient-client.ts'
import { startPlatformRecorder } from '../crash/platform-recorder.ts'
import { createRandom } from '../crash/random.ts'
import { readPayloads } from '../crash/read-payloads.ts'
import { registerReceivers, registerTroubled, verifyRepeats } from '../crash/receivers.ts'
import { countPending, drain, openChats } from '../crash/run-crash.ts'
import { verify } from '../crash/verify.ts'
import { readAdminCookie, setUpWorkspace, startPlatform, whatsappEnv } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { act } from './act.ts'
import type { Stage } from './act.ts'
import { openPrograms } from './drill-programs.ts'
import { planOf } from './failures.ts'
import type { Failure } from './failures.ts'
import { measureLateness } from './measure-lateness.ts'
import { countDamage, measureAnswers, watchStalls } from './measure.ts'
import type { Interval } from './measure.ts'
import { startReaders } from './readers.ts'
import { readArrivals } from './read-arrivals.ts'
import { startReplicatedDatabase } from './replicated-database.ts'
import type { FailureReport } from './report.ts'
import { mountDisk } from './small-disk.ts'
import { unpackRelease } from './unpack-release.ts'
import { verifyThroughApi } from './verify-through-api.ts'
import { waitUntilCalm, waitUntilWorked } from './wait-until-calm.ts'
import { watchMemory } from './watch-memory.ts'

/** The result of a drill. `resends`: messages that the platform got twice; `webhooks`: events that receivers got twice. */
type DrillReport = {
  failures: FailureReport[]
  problems: string[]
  resends: Ledger['resends']
  webhooks: Doubled[]
}

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

/** Maximum time without progress of the backlog at the end: longer than the pause before a message is sent again. */
const STILL_MS = 120_000

/** When this process stood still for so long, a third of a lease, the workers on the same machine were frozen, too. */
const FROZEN_MS = 5_000

/** Clients of each kind, compared with the crash run: more than the pool of a process has connections. */
const CROWD = 3

const SITE = 'https://shop.example'

/** Runs two API servers, an ingest server and two workers under load, and lets what they need fail in every way. */
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
  const platform = await startPlatformRecorder(`http://127.0.0.1:${simulatorPort}`)
  stack.defer(platform.close)
  const baseEnv: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(root, 'files'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    GRAPH_URL: `${platform.url}/v25.0`,
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
  const proxies = await Promise.all(
    [database.primaryUrl, database.replicaUrl].map((url) => startTcpProxy(new URL(url))),
  )
  for (const proxy of proxies) stack.defer(proxy.close)
  const [one, other] = proxies.map(({ url }) => new URL(url)) as [URL, URL]
  const url = `postgres://${one.username}:${one.password}@${one.host},${other.host}${one.pathname}`
  const env: ProgramEnv = { ...baseEnv, DATABASE_URL: url }

  const simulation = await startPlatform(
    { port: simulatorPort, ingestUrl },
    { LOG_LEVEL: 'silent' },
  )
  stack.defer(async () => void (await simulation.end()))
  const simulator = createCall(`http://127.0.0.1:${simulatorPort}`)
  await programs.startAll({ env, ...previousProgram })

  const target = workspace!
  const { workspaceId } = target
  const api = createCall(programs.apiUrl, { authorization: `Bearer ${target.key}` })
  const cookie = await readAdminCookie(programs.directApiUrl)
  const admin = createCall(programs.apiUrl, { origin: programs.apiUrl, cookie })
  const healthy = await registerReceivers(admin, { ...options, rounds: 1, seconds: 60 }, random)
  const { flapping, hanging } = await registerTroubled(admin, random)
  for (const { receiver } of [...healthy, flapping, hanging]) stack.defer(() => receiver.close())
  const webChat = await admin('POST /api/developer/web-chats', {
    body: { name: 'Shop', allowed_origins: [SITE] },
  })
  const known = await openChats(api, ingestUrl, target, 24)
  const stage: Stage = {
    programs,
    platform,
    database,
    databaseUrl: database.primaryUrl,
    db: () => createPatientClient(stage.databaseUrl),
    kills,
    log,
    proxy: proxies[0]!,
    disk,
    previous,
    env,
    simulator,
    slowDown: (factor) => load.slowDown(factor),
    calm: () => waitUntilCalm(ledger),
    defer: (cleanUp) => void stack.defer(cleanUp),
  }
  await stage.db().query(`/* across workspaces: there is one */
    update channels set send_rate = 1000, send_pair_burst = 1000000`)
  const load = startLoad(
    {
      ...target,
      ...known,
      apiUrls: [programs.apiUrl],
      ingestUrls: [ingestUrl],
      webChat: { publicId: webChat.body.public_id, origin: SITE },
    },
    ledger,
    random,
    { crowd: CROWD },
  )
  stack.defer(() => load.stop().catch(() => undefined))
  const readers = startReaders({ apiUrl: programs.apiUrl, key: target.key, admin, cookie }, ledger)
  const stalls = watchStalls()
  stack.defer(stalls.stop)
  const memory = watchMemory(programs.list)
  stack.defer(memory.stop)

  const happened: ({ failure: Failure; skipped: string } | ({ failure: Failure } & Interval))[] = []
  await stage.calm()
  const chosen = options.failures.flatMap((failure) =>
    Array<Failure>(planOf(failure).isOnce ? 1 : rounds).fill(failure),
  )
  for (const failure of chosen) {
    const since = Date.now()
    const skipped = await act(stage, failure)
    if (typeof skipped === 'string') {
      log(`${failure}: skipped, ${skipped}`)
      happened.push({ failure, skipped })
      continue
    }
    await stage.calm()
    const answeredAgain = Date.now()
    await waitUntilWorked(stage.db())
    happened.push({ failure, since, until: Date.now() })
    const { longestMs, outageMs, answered, failed, statuses } = measureAnswers(ledger.answers, {
      since,
      until: answeredAgain,
    })
    log(
      `${failure}: longest wait ${longestMs} ms, outage ${outageMs} ms, ${answered} answered, ${failed} failed ${JSON.stringify(statuses)}; no backlog ${Date.now() - answeredAgain} ms later`,
    )
  }
  await load.stop()

  const db = stage.db()
  await admin(`DELETE /api/developer/webhooks/${hanging.endpointId}`)
  const drainedIn = await drain(db, countPending(simulator), STILL_MS, log)
  log(drainedIn === undefined ? 'Not everything ended.' : `All ended after ${drainedIn} s.`)
  await readers.stop(async () => {
    const { rows } = await db.query<{ id: string }>(
      'select id from events where workspace_id = $1 order by position',
      [workspaceId],
    )
    return rows.map(({ id }) => id)
  })
  for (const at of stalls.list(FROZEN_MS)) {
    log(`The machine stood still for more than ${FROZEN_MS} ms at ${new Date(at).toISOString()}.`)
    kills.push(...programs.workers().map((each) => ({ ...each, at, how: 'frozen by the machine' })))
  }
  const payloads = await readPayloads(db)
  const receivers = [...healthy, flapping]
  const { acceptances } = platform
  await verify(ledger, { db, workspaceId, api, receivers, acceptances, payloads, kills })
  log(`Read through the API: ${await verifyThroughApi(ledger, { api, db, workspaceId })} works.`)
  const repeats = await verifyRepeats(db, workspaceId, receivers, kills)
  const arrivals = { browser: readers.arrivals, receiver: readArrivals(healthy.at(-1)!.receiver) }
  return {
    failures: happened.map((each) =>
      'skipped' in each
        ? each
        : {
            failure: each.failure,
            ...measureAnswers(ledger.answers, each),
            ...measureLateness(payloads, ledger.entries, arrivals, each),
            ...countDamage(ledger, repeats.duplicates, each),
            memory: memory.most(each),
            stalledMs: stalls.longest(each),
          },
    ),
    problems: [...ledger.problems, ...repeats.problems],
    resends: ledger.resends,
    webhooks: repeats.duplicates,
  }
}
