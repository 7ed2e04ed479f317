import { startEmbedded } from '#db/embedded.ts'
import type { Embedded } from '#db/embedded.ts'
import type { Program } from '../processes.ts'
import { createPatientClient } from './patient-client.ts'
import type { Random } from './random.ts'

/** A part that can be killed and restarted. `stop` ends it for good, in order. */
export type Part = {
  name: string
  /** When it was killed so far, in ms since 1970. */
  killedAt: number[]
  start: () => Promise<void>
  kill: () => Promise<void>
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

  const end = async (signal: NodeJS.Signals) => {
    isWanted = false
    await program?.end(signal)
  }
  const part: Part = {
    name,
    killedAt: [],
    async start() {
      isWanted = true
      supervise()
    },
    async kill() {
      part.killedAt.push(Date.now())
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    words: () => program?.stderr().slice(-2_000) ?? '',
  }
  return part
}

/** Creates a part that kills one session of PostgreSQL, which then ends all others and recovers by itself. */
export function createSessionPart(url: string, random: Random): Part {
  const part: Part = {
    name: 'session',
    killedAt: [],
    start: async () => undefined,
    async kill() {
      for (;;) {
        const { rows } = await createPatientClient(url).query<{ pid: number }>(
          `select pid from pg_stat_activity where backend_type = 'client backend'
            and application_name not like 'parley crash%' order by pid`,
        )
        if (rows.length === 0) return
        if (!killIfRunning(random.pick(rows).pid)) continue
        part.killedAt.push(Date.now())
        return
      }
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

/** Starts PostgreSQL with fsync, as in production. `kill` kills its postmaster; its port and password stay. */
export async function createDatabasePart(dataDir: string): Promise<Part & { url: string }> {
  const open = (port?: number) =>
    startEmbedded({ dataDir, port, restart: false, log: () => undefined })
  let database: Embedded = await open()
  const { url, port } = database
  const part: Part & { url: string } = {
    name: 'postgres',
    url,
    killedAt: [],
    async start() {
      database = await open(port)
    },
    async kill() {
      part.killedAt.push(Date.now())
      process.kill(database.pid, 'SIGKILL')
      await database.exited
    },
    stop: () => database.stop(),
  }
  return part
}
