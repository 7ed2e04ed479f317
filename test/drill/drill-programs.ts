import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { startBalancer } from '../balancer.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program, ProgramEnv } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

/** The processes of the product behind their balancers. */
export type DrillPrograms = {
  apiUrl: string
  ingestUrl: string
  /** The address of one API process, without a balancer. */
  directApiUrl: string
  startAll: (release: Release) => Promise<void>
  /** Replaces every process by one of `release`, one after the other. */
  replaceAll: (release: Release, options?: Replacing) => Promise<void>
  pidOf: (name: string) => number
  /** Returns the names and process ids of all workers so far. */
  workers: () => { name: string; pid: number }[]
  /** Returns the processes that run now. */
  list: () => { name: string; pid: number }[]
  /** Kills a process hard. */
  end: (name: string) => Promise<void>
  /** Starts a process again that was killed. */
  startAgain: (name: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Options for replacing processes. `between` is called after each. `workersFirst` stops all workers before the first new process
 * starts: those of the previous release process nothing once it has migrated, and what they fail waits for its next attempt.
 * The last of them still ends its calls while the first new one starts.
 */
type Replacing = { between?: () => Promise<void>; workersFirst?: boolean }

/** The program to run and its settings. */
type Release = { env: ProgramEnv; program?: string }

/** A process. Those with one port release it before the next one starts; with two, the next one starts first. */
type Part = { name: string; only: 'api' | 'ingest' | 'worker'; ports: string[] }

const NAME_SENDER = pathToFileURL(join(import.meta.dirname, '../crash/name-sender.ts')).href

/** Maximum time until a process is ready, also on a busy machine. */
const READY_MS = 180_000

const urlOf = (port: string) => `http://127.0.0.1:${port}`

/**
 * Opens the balancers of two API processes, an ingest process and two workers, which `startAll` starts. `onForced` is
 * called when a process did not stop in order, which takes longer than its time limit on a starved machine. What each
 * process logged is written to the folder `logs`, if it is given.
 */
export async function openPrograms(
  onForced: (name: string, pid: number, at: number) => void,
  logs?: string,
): Promise<DrillPrograms> {
  const [first, second, third, fourth] = (await findPorts(4)).map(String) as [
    string,
    string,
    string,
    string,
  ]
  const parts: Part[] = [
    { name: 'api 1', only: 'api', ports: [first] },
    { name: 'api 2', only: 'api', ports: [second] },
    { name: 'ingest', only: 'ingest', ports: [third, fourth] },
    { name: 'worker 1', only: 'worker', ports: [] },
    { name: 'worker 2', only: 'worker', ports: [] },
  ]
  const running = new Map<string, { program: Program; port: string; release: Release }>()
  const workers: { name: string; pid: number }[] = []
  const api = await startBalancer([first, second].map(urlOf))
  const ingest = await startBalancer([third, fourth].map(urlOf))
  const balancerOf = { api, ingest, worker: undefined }

  async function start({ name, only, ports }: Part, { env, program }: Release): Promise<void> {
    const used = running.get(name)?.port
    const port = ports.find((each) => each !== used) ?? ports[0] ?? '0'
    const all = {
      ...env,
      NODE_OPTIONS: `--import=${NAME_SENDER}`,
      [only === 'ingest' ? 'INGEST_PORT' : 'PORT']: port,
    }
    const launch = () => startServer(all, ['--only', only, '--json'], program)
    // As a supervisor does: a process that starts while the database is away ends with an error.
    const started = await waitFor(
      () =>
        launch().catch((err: Error) =>
          /cannot be used/.test(err.message) ? undefined : Promise.reject(err),
        ),
      { timeoutMs: READY_MS, what: `${name} to start` },
    )
    running.set(name, { program: started, port, release: { env, ...(program && { program }) } })
    if (only === 'worker') workers.push({ name, pid: started.pid })
    const balancer = balancerOf[only]
    if (balancer)
      await waitFor(() => balancer.isReady(urlOf(port)), {
        timeoutMs: READY_MS,
        what: `the balancer to use ${name}`,
      })
  }

  function keepLog(name: string, program: Program): void {
    if (logs === undefined) return
    mkdirSync(logs, { recursive: true })
    const path = join(logs, `${name.replace(' ', '-')}-${program.pid}.log`)
    writeFileSync(path, program.stdout() + program.stderr())
  }

  async function stop(name: string, program: Program): Promise<void> {
    const { code } = await program.end()
    keepLog(name, program)
    if (code !== 0) onForced(name, program.pid, Date.now())
  }

  async function replace(part: Part, release: Release): Promise<void> {
    const former = running.get(part.name)!
    if (part.ports.length > 1) {
      await start(part, release)
      await stop(part.name, former.program)
    } else {
      await stop(part.name, former.program)
      await start(part, release)
    }
  }

  return {
    apiUrl: api.url,
    ingestUrl: ingest.url,
    directApiUrl: urlOf(first),
    async startAll(release) {
      for (const part of parts) await start(part, release)
    },
    async replaceAll(release, { between, workersFirst = false } = {}) {
      const isFirst = ({ only }: Part) => workersFirst && only === 'worker'
      const first = parts.filter(isFirst)
      const former = first.map(({ name }) => ({ name, program: running.get(name)!.program }))
      for (const { name, program } of former.slice(0, -1)) await stop(name, program)
      const ending = former.slice(-1).map(({ name, program }) => stop(name, program))
      for (const part of first) await start(part, release)
      await Promise.all(ending)
      if (first.length > 0) await between?.()
      for (const part of parts) {
        if (isFirst(part)) continue
        await replace(part, release)
        await between?.()
      }
    },
    pidOf: (name) => running.get(name)!.program.pid,
    workers: () => workers,
    list: () =>
      [...running].flatMap(([name, { program }]) =>
        program.isRunning() ? [{ name, pid: program.pid }] : [],
      ),
    async end(name) {
      const { program } = running.get(name)!
      await program.end('SIGKILL')
      keepLog(name, program)
    },
    startAgain: (name) =>
      start(
        parts.find((part) => part.name === name)!,
        running.get(name)!.release,
      ),
    async close() {
      // Ctrl-C, which does not drain.
      await Promise.all([...running.values()].map(({ program }) => program.end('SIGINT')))
      for (const [name, { program }] of running) keepLog(name, program)
      await api.close()
      await ingest.close()
    },
  }
}
