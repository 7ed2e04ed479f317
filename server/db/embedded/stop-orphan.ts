import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields } from '#lib/errors.ts'

/**
 * Prepares the cluster for a start: stops a PostgreSQL that outlived its owner, and marks a `postmaster.pid` as
 * dead if its pid now belongs to another program. The caller must hold the data directory.
 */
export async function stopOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const { pid } = readPidFile(clusterDir)
  if (pid !== undefined && isAlive(pid)) {
    if (isPostmaster(pid, clusterDir)) {
      log(`stopping the database process ${pid}, which an earlier start left running`)
      await stopProcess(pid, () => isPostmaster(pid, clusterDir), { politeMs: 20_000 })
    } else markDead(clusterDir)
  }
  removeSockets(clusterDir)
}

/** Removes sockets of a killed postmaster: PostgreSQL refuses to start while the pid in the lock of one exists. */
function removeSockets(clusterDir: string): void {
  if (!existsSync(clusterDir)) return
  for (const name of readdirSync(clusterDir).filter((each) => each.startsWith('.s.PGSQL.')))
    rmSync(join(clusterDir, name), { force: true })
}

/**
 * Stops a postmaster: a fast shutdown (sessions end, data is written), an immediate one after `politeMs`, and a
 * kill after five more seconds. Resolves when `isRunning` returns false.
 * Source: https://www.postgresql.org/docs/current/server-shutdown.html
 */
export async function stopProcess(
  pid: number,
  isRunning: () => boolean,
  { politeMs }: { politeMs: number },
): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', politeMs],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patienceMs] of steps) {
    if (!isRunning()) return
    send(pid, signal)
    const startedMs = performance.now()
    while (isRunning() && performance.now() - startedMs < patienceMs) await sleep(10)
  }
}

/** Reads the pid file of a postmaster. `ready`: it accepts connections. */
export function readPidFile(clusterDir: string): { pid?: number; ready: boolean } {
  try {
    const lines = readFileSync(pidPath(clusterDir), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    return { ...(pid > 0 ? { pid } : {}), ready: lines[7]?.trim() === 'ready' }
  } catch (err) {
    if (errorFields(err).code === 'ENOENT') return { ready: false }
    throw err
  }
}

/**
 * Replaces the pid in PostgreSQL's pid file by one that no system uses. PostgreSQL refuses to start while the
 * pid in the file exists, whichever program has it. The file itself must stay, because its other lines name the
 * shared memory by which PostgreSQL finds leftover sessions.
 */
function markDead(clusterDir: string): void {
  const [, ...rest] = readFileSync(pidPath(clusterDir), 'utf8').split('\n')
  writeFileSync(pidPath(clusterDir), ['2147483646', ...rest].join('\n'))
}

/**
 * Returns whether the process is this cluster's postmaster, by its arguments: a zombie has none, and a reused
 * pid has others.
 */
function isPostmaster(pid: number, clusterDir: string): boolean {
  return `${commandOf(pid)} `.includes(`postgres -D ${clusterDir} `)
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return (
      spawnSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout ?? ''
    )
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  return send(pid, 0)
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (err) {
    return errorFields(err).code !== 'ESRCH'
  }
}

function pidPath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
