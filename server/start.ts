/**
 * Starts and stops the product: database, migrations, demo, ingest and API in this process, worker and simulator in a second one. With
 * `--only`, the worker is in this process too.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { META_GRAPH_URL, readEnv, toConfig } from './lib/settings/config.ts'
import type { Config } from './lib/settings/config.ts'
import type { Context } from './db/context.ts'
import { contextsOf, shardOf } from './db/shards.ts'
import type { Workers } from './start-workers.ts'
import { startReporting } from './instance/start-reporting.ts'
import { createVapidKeys } from './notifications/devices/vapid-keys.ts'
import { seedDemo } from './program/demo/seed-demo.ts'
import { findDemo } from './program/demo/find-demo.ts'
import type { LaneWaker } from './lanes/lane-waker.ts'
import { isLoopback } from './lib/is-loopback.ts'
import { createLog } from './lib/create-log.ts'
import { checkSecretKey } from './program/start/check-secret-key.ts'
import { checkShards } from './program/start/check-shards.ts'
import { createContext } from './program/start/create-context.ts'
import { waitWhileRunning } from './program/start/wait-while-running.ts'
import { explainError } from './program/start/explain-error.ts'
import { checkPorts, withFreePorts } from './program/start/with-free-ports.ts'
import { migrateAll } from './program/start/migrate-all.ts'
import { openDatabase } from './program/start/open-database.ts'
import { withSecretKey, withWhatsappSecrets } from './program/start/with-secret-key.ts'
import { introduceDemo } from './program/start/introduce-demo.ts'
import {
  simulatorGraphUrl,
  simulatorUrl,
  toSimulatorSettings,
} from './program/start/to-simulator-settings.ts'
import { startSecondProcess } from './program/start/start-second-process.ts'
import type { SecondProcess } from './program/start/start-second-process.ts'
import { StartError } from './program/start/start-error.ts'
import { onStopSignals } from './program/start/on-stop-signals.ts'
import { warnOfDamage } from './program/start/warn-of-damage.ts'
import { welcome } from './program/start/welcome.ts'
import type { Running } from './program/start/welcome.ts'

/** A part that `start` can run. */
type Part = 'api' | 'ingest' | 'worker' | 'simulator'

/** The time limit for requests in progress to finish during shutdown. */
const LISTENERS_MS = 10_000

/**
 * Runs the chosen parts until a signal arrives, then stops them in order and exits. Without `only`, runs all
 * parts, but the simulator only in demo mode. `demo` creates the demo in a new embedded database. `json` prints one line of JSON
 * when everything runs.
 */
export async function runStart(options: {
  only?: Part[] | undefined
  demo: boolean
  json: boolean
}): Promise<void> {
  const output = options.json ? 'stderr' : 'stdout'
  const stopping = new AbortController()
  let stack: AsyncDisposableStack | undefined
  let ending: Promise<never> | undefined
  const end = (code: number, drainFirst?: () => Promise<void>) =>
    (ending ??= (async () => {
      await drainFirst?.()
      await stack?.disposeAsync()
      return process.exit(code)
    })())
  // Once the terminal is closed, nothing can be printed. That must not prevent an orderly shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const fail = (err: unknown) => {
    for (const line of explainError(err)) process.stderr.write(`${line}\n`)
    end(1).catch(() => process.exit(1))
  }
  let drain: Started['drain'] | undefined
  let draining: AbortController | undefined
  const drainFirst = async () => {
    draining = new AbortController()
    await drain?.(draining.signal)
    draining = undefined
  }
  const { extend } = onStopSignals({
    stop: (name) => {
      stopping.abort()
      // During startup, finish the current step first: `start` checks the signal itself.
      if (stack) end(0, name === 'SIGTERM' ? drainFirst : undefined).catch(fail)
    },
    hurry() {
      draining?.abort()
      return draining !== undefined
    },
    force: (reason) => {
      process.stderr.write(`Stopped at once: ${reason}.\n`)
      process.exit(1)
    },
  })
  try {
    const config = await withFreePorts(toConfig(readEnv()))
    extend(config.drainMs)
    const log = createLog(config.logLevel, output)
    const started = await start(config, { ...options, log, output, signal: stopping.signal })
    stack = started.stack
    drain = started.drain
    if (stopping.signal.aborted) return await end(0)
    started.lost.catch(fail)
    const { urls, demo, seeded } = started
    const lines = options.json
      ? [JSON.stringify({ ready: true, urls, demo, seeded })]
      : welcome(started)
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (err) {
    if (stopping.signal.aborted) process.exit(0)
    fail(err)
  }
}

type Started = Running & {
  stack: AsyncDisposableStack
  lost: Promise<never>
  /** Makes the process not ready, and waits until balancers have noticed, or until `signal` is aborted. */
  drain: (signal: AbortSignal) => Promise<void>
}

/** Starts everything. If a step fails or `signal` is aborted, stops what already runs before it throws. */
async function start(
  given: Config,
  options: {
    only?: Part[] | undefined
    demo: boolean
    log: Logger
    output: 'stdout' | 'stderr'
    signal: AbortSignal
  },
): Promise<Started> {
  const { log, output, signal } = options
  const stack = new AsyncDisposableStack()
  const urls: Running['urls'] = {}
  try {
    const parts = options.only ?? (['api', 'ingest', 'worker'] as const)
    const wants = (part: Part) => parts.some((each) => each === part)
    const isWhole = options.only === undefined
    // With all parts, the worker has a process for itself, so that both use a processor each.
    const isHere = (part: Part) => part !== 'simulator' && !(isWhole && part === 'worker')
    const fork = (runsWorker: boolean) => {
      const process_ = startSecondProcess({ runsWorker, log, output, logLevel: given.logLevel })
      stack.defer(process_.stop)
      return process_
    }
    if (options.only?.every((part) => part === 'simulator')) {
      const config = withWhatsappSecrets(given)
      await beginSecond(fork(false), { config, log, withSimulator: true })
      urls.simulator = toSimulatorLink(config)
      const lost = new Promise<never>(() => undefined)
      const drain = async () => undefined
      return { config, urls, demo: true, isEmpty: false, seeded: undefined, stack, lost, drain }
    }
    if (given.tracing) {
      // Its packages take memory, so they are loaded only if traces are recorded.
      const { startTracing } = await import('./program/start/start-tracing.ts')
      stack.defer((await startTracing(given.tracing, parts.filter(isHere), log)).stop)
    }
    const isNewDemo = options.demo && !existsSync(join(given.dataDir, 'postgres'))
    await checkPorts(given, (given.demo ?? isNewDemo) ? [...parts, 'simulator'] : parts)
    const keyed = withSecretKey(given)
    // Load the modules while the embedded database starts. Loading keeps this process from doing anything else, also from reading answers:
    // on a slow machine it would end the time limits of connections to a server that answers at once.
    const worker = isWhole ? fork(true) : undefined
    const { database, loading } = await openWhile(
      () => loadParts((part) => wants(part) && isHere(part)),
      keyed,
      log,
    )
    database.lost.catch(() => undefined)
    stack.defer(database.close)
    const modules = await loading
    signal.throwIfAborted()
    const applied = await migrateAll(keyed, database.directUrl, {
      onProgress: (line) => log.info(line),
      signal,
    })
    if (applied.length > 0)
      log.info({ migrations: applied.length, newest: applied.at(-1) }, 'the database was migrated')
    const opened = await createContext(keyed, { database, name: 'parley', log })
    stack.defer(opened.close)
    await checkSecretKey(opened.context)
    await checkShards(opened.context)
    await warnOfDamage(opened.context)
    await createVapidKeys(opened.context)
    const found = await findDemo(opened.context)
    const demo =
      keyed.demo ?? isDemoByDefault(keyed, found.isThere || (options.demo && found.isEmpty))
    const withSimulator = wants('simulator') || (demo && options.only === undefined)
    const config = withPlatform(opened.context.config, { demo, withSimulator })
    const context: Context = { ...opened.context, config }
    const seeded = demo ? await seedDemo(context) : undefined
    signal.throwIfAborted()
    const second = worker ?? (withSimulator ? fork(false) : undefined)
    // Before the database and the connections are closed.
    stack.defer(async () => second?.stop())
    stack.defer(opened.flush)
    const [began, listening] = await Promise.allSettled([
      second && beginSecond(second, { config, log, withSimulator, context }),
      startParts(context, modules, { stack, signal, wakers: opened.wakers, worker }),
    ])
    if (began.status === 'rejected') throw began.reason
    if (listening.status === 'rejected') throw listening.reason
    Object.assign(
      urls,
      listening.value.urls,
      withSimulator && { simulator: toSimulatorLink(config) },
    )
    log.info({ urls }, 'ready')
    const { drain } = listening.value
    const isEmpty = found.isEmpty && !seeded
    return { config, urls, demo, isEmpty, seeded, stack, lost: database.lost, drain }
  } catch (err) {
    await stack.disposeAsync()
    throw err
  }
}

/** Opens the database, and calls `load` as soon as an embedded one starts, but before it connects to another. */
async function openWhile<Loaded>(load: () => Promise<Loaded>, config: Config, log: Logger) {
  const { promise: loading, resolve, reject } = Promise.withResolvers<Loaded>()
  loading.catch(() => undefined)
  const begin = () => void load().then(resolve, reject)
  if (config.database.url !== undefined) {
    begin()
    await loading
  }
  const database = await openDatabase(config, {
    transient: false,
    log: (line) => log.info(line),
    upgrades: true,
    onLaunched: begin,
  })
  return { database, loading }
}

/**
 * Returns whether to run the demo when DEMO is unset: on an embedded database, if `isWanted`.
 *
 * @throws {StartError} if other machines could reach the demo
 */
function isDemoByDefault(config: Config, isWanted: boolean): boolean {
  if (config.database.url !== undefined || !isWanted) return false
  if (isLoopback(config.host)) return true
  throw new StartError(
    `With HOST=${config.host}, other machines could reach the demo. Set DEMO=false for real work, or DEMO=true to allow it.`,
  )
}

/** Completes the configuration once it is known whether the simulator plays the platform. */
function withPlatform(config: Config, known: { demo: boolean; withSimulator: boolean }): Config {
  const { demo, withSimulator } = known
  const simulated = demo || withSimulator
  return {
    ...(simulated ? withWhatsappSecrets(config) : config),
    demo,
    graphUrl: config.graphUrl ?? (simulated ? simulatorGraphUrl(config) : META_GRAPH_URL),
  }
}

/**
 * Begins the work of a second process. `context`: what the worker there announces and finds damaged reaches the streams and the health
 * of this process.
 */
async function beginSecond(
  second: SecondProcess,
  {
    config,
    log,
    withSimulator,
    context,
  }: { config: Config; log: Logger; withSimulator: boolean; context?: Context },
): Promise<void> {
  const contexts = new Map(
    (context ? contextsOf(context) : []).map(({ context: there }) => [shardOf(there), there]),
  )
  const origins = new Map(
    [...contexts].flatMap(([shard, { announcements }]) =>
      announcements ? [[shard, announcements.origin] as const] : [],
    ),
  )
  const simulator = withSimulator ? toSimulatorSettings(config) : undefined
  await second.begin(
    { config, origins, simulator },
    {
      onAnnounced: (shard, id) => contexts.get(shard)?.announcements?.notify(id),
      onRefused: (shard, err) => contexts.get(shard)?.damage?.note(err),
      async onStarted() {
        if (!simulator || !config.demo) return
        await introduceDemo(simulatorUrl(config)).catch((err: unknown) =>
          log.warn({ err }, 'failed to introduce the demo contacts to the simulator'),
        )
      },
    },
  )
}

function toSimulatorLink({ simulatorPort }: Config): string {
  return `http://localhost:${simulatorPort}`
}

async function loadParts(wants: (part: Part) => boolean) {
  const [metrics, readiness, platforms, worker, ingest, api] = await Promise.all([
    import('./http/start-metrics.ts'),
    import('./http/readiness.ts'),
    import('./platforms/registry/create-platform-clients.ts'),
    wants('worker') ? import('./start-workers.ts') : undefined,
    wants('ingest') ? import('./ingest.ts') : undefined,
    wants('api') ? import('./api.ts') : undefined,
  ])
  return { metrics, readiness, platforms, worker, ingest, api }
}

function partsOf(parts: Pick<Awaited<ReturnType<typeof loadParts>>, 'api' | 'ingest' | 'worker'>) {
  return (['api', 'ingest', 'worker'] as const).filter((part) => parts[part])
}

/**
 * Starts the parts. They stop in this order: no new requests, requests in progress finish, work is returned to
 * its lanes.
 */
async function startParts(
  context: Context,
  parts: Awaited<ReturnType<typeof loadParts>>,
  {
    stack,
    signal,
    wakers,
    worker: second,
  }: {
    stack: AsyncDisposableStack
    signal: AbortSignal
    wakers: ReadonlyMap<string, LaneWaker>
    /** The process with the worker, if it is not this one. */
    worker: SecondProcess | undefined
  },
): Promise<Pick<Started, 'urls' | 'drain'>> {
  const urls: Running['urls'] = {}
  const listeners: { url: string; close: () => Promise<void> }[] = []
  const clients = parts.platforms.createPlatformClients(context.config)
  stack.defer(clients.close)
  stack.defer(startReporting(context, partsOf(parts)))
  const worker: Workers | undefined = second
    ? { stop: second.drain, explainStalledLanes: second.explainStalledLanes }
    : await parts.worker?.startWorkers(context, { clients, wakers })
  if (second)
    for (const [shard, waker] of wakers)
      waker.relay((lanes, onLost) => second.wake(shard, lanes, onLost))
  const readiness = parts.readiness.createReadiness(
    context,
    worker && { explainStalledLanes: worker.explainStalledLanes },
  )
  // Stop both at the same time, because each can take ten seconds. Requests that finish late wake lanes that
  // the next start works on.
  stack.defer(async () => {
    readiness.stop()
    const limit = new AbortController()
    const closed = Promise.all(listeners.map((each) => each.close())).finally(() => limit.abort())
    const late = delay(LISTENERS_MS, undefined, { ref: false, signal: limit.signal }).then(
      () => context.log.warn(`connections were still open after ${LISTENERS_MS / 1000} s`),
      () => undefined,
    )
    await Promise.all([Promise.race([closed, late]), worker?.stop()])
  })
  const { metricsPort } = context.config
  if (metricsPort !== undefined)
    listeners.push(
      await parts.metrics.startMetrics(
        context,
        { readiness, readOthers: second?.readMetrics },
        metricsPort,
      ),
    )
  signal.throwIfAborted()
  if (parts.ingest) {
    const ingest = await parts.ingest.startIngest(context, { readiness })
    listeners.push(ingest)
    urls.ingest = ingest.url
  }
  if (parts.api) {
    const api = await parts.api.startApi(context, { clients, readiness })
    listeners.push(api)
    urls.api = api.url
  }
  signal.throwIfAborted()
  const drain = async (until: AbortSignal) => {
    readiness.stop()
    if (urls.api ?? urls.ingest) await waitWhileRunning(context.config.drainMs, until)
  }
  return { urls, drain }
}
