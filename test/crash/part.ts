import { startEmbedded } from '#db/embedded/start-embedded.ts'
import type { Embedded } from '#db/embedded/start-embedded.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { createPatientClient } from './patient-client.ts'
import type { Random } from './random.ts'

/**
 * A kill of something that was running. Times are in ms since 1970. `pid`: the process, if it is one of the product;
 * `how` if it was not killed but, for example, frozen.
 * `backAt`: when the database answered again, if it is a kill of the database or one of its sessions.
 */
export type Kill = { name: string; at: number; pid?: number; how?: string; backAt?: number }

/** A part that can be killed and restarted. `stop` ends it for good, in order. */
export type Part = {
  name: string
  /** The kills so far. One that found nothing to kill is not among them. */
  kills: Kill[]
  start: () => Promise<void>
  /** Kills it if it is up, and returns whether it was. */
  kill: () => Promise<boolean>
  stop: () => Promise<void>
  /** The last lines that its current process wrote to stderr. */
  words?: () => string
}

/**
 * Creates a process under a supervisor that restarts it 250 ms after it exited by itself, as while its database is
 * unavailable. `onUnexpected` is called when it exits by itself after it was ready.
 */
export function createProcessPart(
  name: string,
  launch: () => Program,
  onUnexpected: (what: string) => void,
): Part {
  let program: Program | undefined
  let isWanted = false

  function supervise(): void {
    const mine = launch()
    program = mine
    void mine.exited.then(({ code, signal }) => {
      if (!isWanted || program !== mine) return
      if (mine.stdout().includes('"ready":true'))
        onUnexpected(`${name} ended by itself (${code ?? signal}): ${mine.stderr().slice(-500)}`)
      setTimeout(() => isWanted && program === mine && supervise(), 250)
    })
  }

  const part: Part = {
    name,
    kills: [],
    async start() {
      isWanted = true
      supervise()
    },
    async kill() {
      if (!program?.isRunning() || !program.stdout().includes('"ready":true')) return false
      isWanted = false
      const kill: Kill = { name, at: Date.now(), pid: program.pid }
      const { signal } = await program.end('SIGKILL')
      if (signal === 'SIGKILL') part.kills.push(kill)
      else {
        isWanted = true
        supervise()
      }
      return signal === 'SIGKILL'
    },
    async stop() {
      isWanted = false
      await program?.end()
    },
    words: () => program?.stderr().slice(-2_000) ?? '',
  }
  return part
}

/** Creates a part that kills one session of `database`, which then ends all others and recovers by itself. */
export function createSessionPart(database: DatabasePart, random: Random): Part {
  const client = createPatientClient(database.url)
  const part: Part = {
    name: 'session',
    kills: [],
    async start() {
      await client.query('select 1')
      const last = part.kills.at(-1)
      if (last) last.backAt = Date.now()
    },
    async kill() {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend'
          and application_name not like 'parley crash%' order by pid`,
      )
      if (rows.length === 0) return false
      const { pid } = random.pick(rows)
      const at = Date.now()
      if (!killIfRunning(pid)) return false
      // The session may have ended by itself at this moment: only PostgreSQL knows that it was killed.
      const isKilled = await waitFor(() => database.hasReported(pid), {
        timeoutMs: 10_000,
      }).catch(() => false)
      if (isKilled) part.kills.push({ name: part.name, at })
      return isKilled
    },
    stop: async () => undefined,
  }
  return part
}

/** Returns whether a process was there to be killed: a session may have ended since it was listed. */
function killIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw err
  }
}

/** A PostgreSQL as a part. `hasReported`: it wrote to its log that its session `pid` was killed. */
type DatabasePart = Part & {
  url: string
  adminUrl: string
  hasReported: (pid: number) => boolean
}

/**
 * Starts PostgreSQL with fsync, as in production, or with other `settings`. `kill` kills its postmaster; its port and
 * password stay.
 */
export async function createDatabasePart(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<DatabasePart> {
  const lines: string[] = []
  const open = (port?: number) =>
    startEmbedded({ dataDir, port, settings, restart: false, log: (line) => lines.push(line) })
  let database: Embedded = await open()
  const { url, adminUrl, port } = database
  const part: DatabasePart = {
    name: 'postgres',
    url,
    adminUrl,
    kills: [],
    hasReported: (pid) =>
      lines.some((line) => line.includes(`(PID ${pid}) was terminated by signal 9`)),
    async start() {
      database = await open(port)
      const last = part.kills.at(-1)
      if (last) last.backAt = Date.now()
    },
    async kill() {
      const at = Date.now()
      if (!killIfRunning(database.pid)) return false
      await database.exited
      part.kills.push({ name: part.name, at })
      return true
    },
    stop: () => database.stop(),
  }
  return part
}
