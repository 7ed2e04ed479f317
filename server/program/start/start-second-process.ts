import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { WokenLane } from '#db/context.ts'
import { OutOfTimeError } from '#lib/time-budget.ts'
import { createMetricsMemory } from './create-metrics-memory.ts'
import type {
  SecondMessage,
  ProcessMetrics,
  Question,
  SecondStart,
  ToSecond,
} from './second-message.ts'
import { StartError } from './start-error.ts'

const PROGRAM = fileURLToPath(new URL('../../second-process.ts', import.meta.url))

/** The shortest and longest delay before the process is restarted after it ended unexpectedly. */
const RESTART_MS = { min: 250, max: 10_000 }
/** The time limit of an answer while it runs. */
const ANSWER_MS = 2_500
/** How long it may take to end after its work has stopped, before it is killed. */
const END_MS = 5_000
/** The most wake-ups that are not yet written to the channel. If it does not read, lanes are woken in the database. */
const WAKES_MAX = 1_000

/** Handlers of the first process: for messages of the second one, and for each of its starts. */
type SecondEvents = {
  onAnnounced: (shard: string, workspaceId: string) => void
  onRefused: (shard: string, err: Error) => void
  onStarted: () => Promise<void>
}

/** A second process, which is restarted whenever it ends, until `stop`. */
export type SecondProcess = {
  /** Starts its parts. @throws {StartError} with its reason */
  begin: (start: SecondStart, events: SecondEvents) => Promise<void>
  /**
   * Passes wake-ups on to its worker. Returns false if it does not run; `onLost` is called if it ended before it got them.
   */
  wake: (shard: string, lanes: WokenLane[], onLost: () => void) => boolean
  /** Returns why its worker does not work on a shard, or undefined if it does. @throws {OutOfTimeError} */
  explainStalledLanes: (shard: string) => Promise<string | undefined>
  /** Reads its metrics, and the counts of those that ended before. */
  readMetrics: () => Promise<ProcessMetrics[]>
  /** Ends the work of its worker in order. */
  drain: () => Promise<void>
  stop: () => Promise<void>
}

type Asked = { resolve: (answer: unknown) => void; reject: (err: Error) => void }

/** A forked process, and the questions that it has not answered. */
type Fork = { child: ChildProcess; asked: Map<number, Asked>; isUp: boolean }

/**
 * Forks a second process, which always ends together with this one. It loads the code of the worker, if it runs that, until `begin`;
 * otherwise it runs only a simulator.
 */
export function startSecondProcess({
  runsWorker,
  log,
  logLevel,
  output,
}: {
  runsWorker: boolean
  log: Logger
  logLevel: string
  output: 'stdout' | 'stderr'
}): SecondProcess {
  const what = runsWorker ? 'worker' : 'simulator'
  const memory = createMetricsMemory()
  let lastId = 0
  let waking = 0
  let waiting: { shard: string; lanes: WokenLane[]; onLost: () => void }[] = []
  let isEnding = false
  let waitMs = RESTART_MS.min
  let timer: NodeJS.Timeout | undefined
  let events: SecondEvents | undefined
  let current = launch()

  function launch(): Fork {
    const child = fork(PROGRAM, [runsWorker ? what : '', logLevel, output], {
      // Keeps dates and buffers.
      serialization: 'advanced',
      // A separate process group, so that Ctrl-C does not reach it directly and we stop it in order.
      detached: true,
      stdio: ['ignore', output === 'stdout' ? 'inherit' : process.stderr, 'inherit', 'ipc'],
    })
    const mine: Fork = { child, asked: new Map(), isUp: false }
    child.on('message', (message: SecondMessage) => receive(mine, message))
    child.on('error', () => undefined)
    child.once('exit', (code, signal) => {
      mine.isUp = false
      memory.end()
      const ended = new StartError(`The process of the ${what} ended (${signal ?? code}).`)
      for (const { reject } of mine.asked.values()) reject(ended)
      mine.asked.clear()
    })
    return mine
  }

  function receive({ asked }: Fork, message: SecondMessage): void {
    if (message.type === 'announced') return events?.onAnnounced(message.shard, message.workspaceId)
    if (message.type === 'refused')
      return events?.onRefused(
        message.shard,
        Object.assign(new Error(message.error.message), message.error),
      )
    const { id, answer, problems } = message
    if (problems) asked.get(id)?.reject(new StartError(problems.join('\n')))
    else asked.get(id)?.resolve(answer)
    asked.delete(id)
  }

  function send({ child }: Fork, message: ToSecond, onFailure: (err: Error) => void): void {
    child.send(message, (err) => err && onFailure(err))
  }

  async function ask(to: Fork, question: Question, ms?: number): Promise<unknown> {
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    to.asked.set(id, { resolve, reject })
    send(to, { type: 'ask', id, question }, reject)
    const late = ms === undefined ? undefined : setTimeout(() => reject(new OutOfTimeError()), ms)
    try {
      return await promise
    } finally {
      clearTimeout(late)
      to.asked.delete(id)
    }
  }

  /** Passes on the wake-ups of one turn of the event loop: a message costs more than what it says. */
  function passOn(): void {
    const wakes = waiting
    waiting = []
    const onFailure = () => {
      for (const { onLost } of wakes) onLost()
    }
    if (!current.isUp || isEnding) return onFailure()
    waking++
    const lanes = wakes.map(({ shard, lanes }) => ({ shard, lanes }))
    current.child.send({ type: 'wake', wakes: lanes } satisfies ToSecond, (err) => {
      waking--
      if (err) onFailure()
    })
  }

  async function begin(start: SecondStart, given: SecondEvents): Promise<void> {
    events = given
    const mine = current
    await ask(mine, { about: 'start', ...start })
    await given.onStarted()
    mine.isUp = !hasExited(mine.child)
    const startedAt = performance.now()
    const again = (code: number | null, signal: NodeJS.Signals | null) => {
      if (isEnding) return
      if (performance.now() - startedAt > RESTART_MS.max) waitMs = RESTART_MS.min
      log.error({ code, signal, again_in_ms: waitMs }, `the ${what} stopped; restarting it`)
      restart(start, given)
    }
    const { child } = mine
    if (hasExited(child)) again(child.exitCode, child.signalCode)
    else child.once('exit', again)
  }

  function restart(start: SecondStart, given: SecondEvents): void {
    timer = setTimeout(() => {
      current = launch()
      begin(start, given).catch((err: unknown) => {
        if (isEnding) return
        log.error({ err, again_in_ms: waitMs }, `failed to restart the ${what}`)
        current.child.kill('SIGKILL')
        restart(start, given)
      })
    }, waitMs)
    waitMs = Math.min(waitMs * 2, RESTART_MS.max)
  }

  return {
    begin,
    wake(shard, lanes, onLost) {
      if (!current.isUp || isEnding || waking >= WAKES_MAX) return false
      if (waiting.push({ shard, lanes, onLost }) === 1) setImmediate(passOn)
      return true
    },
    async explainStalledLanes(shard) {
      if (!current.isUp) return 'the process of the worker does not run; it is being restarted'
      const answer = await ask(current, { about: 'stalled lanes', shard }, ANSWER_MS)
      return typeof answer === 'string' ? answer : undefined
    },
    async readMetrics() {
      if (current.isUp) {
        const read = ask(current, { about: 'metrics' }, ANSWER_MS) as Promise<ProcessMetrics>
        await read.then(memory.update, () => undefined)
      }
      return memory.read()
    },
    async drain() {
      isEnding = true
      clearTimeout(timer)
      if (!hasExited(current.child)) await ask(current, { about: 'drain' }).catch(() => undefined)
    },
    async stop() {
      isEnding = true
      clearTimeout(timer)
      const { child } = current
      if (hasExited(child)) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      send(current, { type: 'stop' }, () => child.kill('SIGKILL'))
      const giveUp = setTimeout(() => child.kill('SIGKILL'), END_MS)
      await ended
      clearTimeout(giveUp)
    },
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
