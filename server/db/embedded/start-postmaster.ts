import type { ChildProcess } from 'node:child_process'
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedError } from './embedded-error.ts'
import { failure, findDamage } from './ensure-cluster.ts'
import { leaveToOwner } from './take-ownership.ts'
import { readPidFile, stopProcess } from './stop-orphan.ts'
import type { Program } from './find-program.ts'

/**
 * A running PostgreSQL. `exited` resolves with how it ended. `stop` shuts it down and resolves when it has
 * ended. `interrupt` only requests the shutdown, for a process that cannot wait. `findDamage` returns the error of damaged
 * files that it has logged, if any: its own processes can find them before a client does.
 */
export type Postmaster = {
  pid: number
  exited: Promise<string>
  /** Stops it in order; after `politeMs` it is ended by force. */
  stop: (politeMs?: number) => Promise<void>
  interrupt: () => void
  findDamage: () => EmbeddedError | undefined
}

/** Options of `startPostmaster`. PostgreSQL's own log goes to the file `logPath`. */
export type PostmasterOptions = {
  program: Program
  clusterDir: string
  port: number
  settings: Record<string, string>
  logPath: string
  log: (line: string) => void
  signal: AbortSignal
  /** Called when the process exists, before it accepts connections. */
  onLaunched?: (() => void) | undefined
}

/** Settings for a small shared machine, reachable only through loopback and with a password. */
const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  wal_compression: 'on',
  // A backup reads from the log which rows are written while it runs.
  wal_level: 'logical',
  // Filling each new 16 MB log file with zeros blocks every commit for about 50 ms. Without it, blocks are
  // allocated when they are written, which makes commits slow too. So files of the log are never deleted, but used again.
  wal_init_zero: 'off',
  min_wal_size: '1GB',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  // A new database that is filled quickly has no statistics, so its foreign key checks would use a poor index.
  autovacuum_naptime: '5s',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  // Errors are returned to the client, which logs them. Logging them here would repeat personal data.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  cluster_name: 'parley',
}

/**
 * A database that takes long to shut down is writing. Killing it earlier only moves the work to the next start.
 */
const politeStopMs = 120_000
const logBytesMax = 5_000_000

/**
 * Starts PostgreSQL on the cluster and resolves when it accepts connections. Throws the errors of `failure`.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { program, clusterDir, port, signal } = options
  const settings = Object.entries({ ...defaults, ...options.settings })
  const child = program.launch(program.postgres, [
    '-D',
    clusterDir,
    '-p',
    `${port}`,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const output = watchOutput(child, options)
  options.onLaunched?.()
  let running = true
  const exited = new Promise<string>((resolve) => {
    child.once('error', (err) => resolve(err.message))
    // Not 'close': the sessions of a killed postmaster keep its output open.
    child.once('exit', (code, by) => resolve(by ?? `exit code ${code}`))
  }).finally(() => {
    running = false
  })
  const pid = child.pid ?? 0
  const stop = async (politeMs = politeStopMs) => {
    await stopProcess(pid, () => running, { politeMs })
    await exited
  }
  for (;;) {
    if (!running)
      throw failure(await output.last(), `postgres exited with ${await exited}`, clusterDir)
    if (signal.aborted) {
      await stop()
      signal.throwIfAborted()
    }
    const said = readPidFile(clusterDir)
    if (said.pid === pid && said.ready)
      return {
        pid,
        exited,
        stop,
        interrupt: () => child.kill('SIGINT'),
        findDamage: () => findDamage(output.recent(), clusterDir),
      }
    await sleep(10)
  }
}

/** Writes PostgreSQL's log to a file, keeps one older file, and reports lines that an operator should see. */
function watchOutput(
  child: ChildProcess,
  { logPath, log }: PostmasterOptions,
): { recent: () => string; last: () => Promise<string> } {
  const recent: string[] = []
  let bytes = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
  const keep = (line: string) => {
    recent.push(line)
    if (recent.length > 30) recent.shift()
    if (/PANIC: |was terminated by|automatic recovery in progress|redo done/.test(line)) log(line)
    try {
      if (bytes > logBytesMax) {
        renameSync(logPath, `${logPath}.1`)
        bytes = 0
      }
      appendFileSync(logPath, `${line}\n`, { mode: 0o600 })
      if (bytes === 0) leaveToOwner(dirname(logPath), logPath)
      bytes += line.length + 1
    } catch {
      // A full disk must not stop the product only because the log cannot be written.
    }
  }
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', keep)
  child.stdin?.on('error', () => {}).end()
  const closed = new Promise((resolve) => child.once('close', resolve))
  const text = () => recent.join('\n')
  return {
    recent: text,
    last: async () => {
      await Promise.race([closed, sleep(500)])
      return text()
    },
  }
}
