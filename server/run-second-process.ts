import type { Logger } from 'pino'
import type { Context } from './db/context.ts'
import { readDamage } from './db/damage/is-damage.ts'
import { contextsOf, shardOf } from './db/shards.ts'
import { startReporting } from './instance/start-reporting.ts'
import type { LaneWaker } from './lanes/lane-waker.ts'
import { createLog } from './lib/create-log.ts'
import { errorFields } from './lib/errors.ts'
import { addProcessMetrics, registry } from './lib/metrics.ts'
import { toListenError } from './lib/to-listen-error.ts'
import { createContext } from './program/start/create-context.ts'
import { explainError } from './program/start/explain-error.ts'
import type {
  SecondMessage,
  Question,
  SecondStart,
  ToSecond,
} from './program/start/second-message.ts'
import type { Workers } from './start-workers.ts'

/** The work of a second process. `drain` ends that of its worker in order; `stack` then closes everything else. */
type Work = {
  wakers: ReadonlyMap<string, LaneWaker>
  workers?: Workers
  drain: () => Promise<void>
  stack: AsyncDisposableStack
}

/**
 * Runs the worker, or only a simulator, until the first process stops this one or is gone. Loads the worker's modules at once, and
 * starts when it is asked to.
 */
export function runSecondProcess({
  runsWorker,
  logLevel,
  output,
}: {
  runsWorker: boolean
  logLevel: string
  output: 'stdout' | 'stderr'
}): void {
  const log = createLog(logLevel, output)
  const modules = runsWorker ? loadWorker() : undefined
  modules?.catch(() => undefined)
  let work: Work | undefined

  async function answer(question: Question): Promise<unknown> {
    if (question.about === 'start') {
      work = await startWork(question, await modules, log)
      return undefined
    }
    if (question.about === 'metrics') return registry.getMetricsAsJSON()
    if (question.about === 'drain') return work?.drain()
    return work?.workers?.explainStalledLanes(question.shard)
  }

  process.on('message', (message: ToSecond) => {
    if (message.type === 'wake') {
      // It is stopping, or was woken for another shard: the sweeper finds what is due.
      for (const { shard, lanes } of message.wakes) work?.wakers.get(shard)?.wake(lanes)
    } else if (message.type === 'stop') {
      const ended = work?.drain().then(() => work?.stack.disposeAsync())
      void Promise.resolve(ended)
        .catch((err: unknown) => log.error({ err }, 'failed to stop in order'))
        .finally(() => process.exit(0))
    } else {
      const { id, question } = message
      answer(question).then(
        (given) => send({ type: 'answer', id, answer: given }),
        (err: unknown) => send({ type: 'answer', id, problems: explainError(err) }),
      )
    }
  })
}

/** Sends a message. The first process may be gone, which ends this one. */
function send(message: SecondMessage): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

async function loadWorker() {
  const [platforms, workers] = await Promise.all([
    import('./platforms/registry/create-platform-clients.ts'),
    import('./start-workers.ts'),
  ])
  return { ...platforms, ...workers }
}

type WorkerModules = Awaited<ReturnType<typeof loadWorker>>

async function startWork(
  start: SecondStart,
  worker: WorkerModules | undefined,
  log: Logger,
): Promise<Work> {
  const stack = new AsyncDisposableStack()
  try {
    if (start.simulator) {
      const simulator = await startSimulator(start.simulator)
      stack.defer(() => simulator.close())
    }
    if (worker) return await startWorkerParts(start, { ...worker, log, stack })
    return { wakers: new Map(), drain: async () => undefined, stack }
  } catch (err) {
    await stack.disposeAsync()
    throw err
  }
}

/** Starts the simulator with these environment variables. @throws {ListenError} */
async function startSimulator(env: Record<string, string>) {
  const [settings, simulator] = await Promise.all([
    import('../simulator/config.ts'),
    import('../simulator/start-simulator.ts'),
  ])
  return simulator.startSimulator(settings.toConfig(env)).catch((err: unknown) => {
    const { SIMULATOR_PORT: port, HOST: host = '' } = env
    throw toListenError(err, { host, port: Number(port), variable: 'SIMULATOR_PORT' })
  })
}

async function startWorkerParts(
  { config, origins }: SecondStart,
  {
    createPlatformClients,
    startWorkers,
    log,
    stack,
  }: WorkerModules & { log: Logger; stack: AsyncDisposableStack },
): Promise<Work> {
  if (config.tracing) {
    const { startTracing } = await import('./program/start/start-tracing.ts')
    stack.defer((await startTracing(config.tracing, ['worker'], log)).stop)
  }
  const { url, directUrl } = config.database
  const opened = await createContext(config, {
    database: { url: url!, directUrl: directUrl ?? url! },
    name: 'parley',
    log,
    origins,
    onRefusal: sendDamage,
  })
  stack.defer(opened.close)
  const { context, wakers } = opened
  stack.defer(followAnnouncements(context))
  if (config.metricsPort !== undefined) addProcessMetrics()
  const clients = createPlatformClients(config)
  stack.defer(clients.close)
  stack.defer(startReporting(context, ['worker']))
  const workers = await startWorkers(context, { clients, wakers })
  let drained: Promise<void> | undefined
  const drain = () => (drained ??= workers.stop().then(opened.flush))
  return { wakers, workers, drain, stack }
}

/** Passes announcements on to the first process, whose streams so need no notification of the database. Returns how to end it. */
function followAnnouncements(context: Context): () => void {
  const ends = contextsOf(context).map(({ context: there }) => {
    const shard = shardOf(there)
    return there.announcements?.subscribe((workspaceId) =>
      send({ type: 'announced', shard, workspaceId }),
    )
  })
  return () => {
    for (const end of ends) end?.()
  }
}

/** Passes on that stored data is damaged: the first process says so in its health. */
function sendDamage(shard: string, err: unknown): void {
  if (!readDamage(err)) return
  const { message = '', code = '', detail = '' } = errorFields(err)
  send({ type: 'refused', shard, error: { message, code, detail } })
}
