import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { BackupError } from '#backups/backup-error.ts'
import type { WrittenBackup } from '#backups/start-scheduled-backups.ts'

const program = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** How long a process may take to remove what it wrote, before it is killed. */
const STOP_MS = 5_000

/** How long a process may take to end after its work, before it is killed. */
const END_MS = 60_000

/** How long a killed process may take to end. */
const KILL_MS = 5_000

/** Options for tests: the program that is started, and the times after which it is killed and left alone. */
type ProcessOptions = { path?: string; endMs?: number; killMs?: number }

/**
 * Writes a backup by the settings, in a separate process, so that requests do not wait for its work. That process ends
 * when `signal` is aborted, and when this one dies. The result does not wait for a process that has reported its end, and that an
 * operation of a disk keeps from ending.
 *
 * @throws {BackupError} with the error that the process printed
 */
export async function writeBackupInProcess(
  signal: AbortSignal,
  { path = program, endMs = END_MS, killMs = KILL_MS }: ProcessOptions = {},
): Promise<WrittenBackup> {
  const child = fork(path, ['backup', '--json'], {
    execArgv: [],
    // A separate process group, so that Ctrl-C does not reach it directly and we stop it in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stuck = Promise.withResolvers<[null, null]>()
  const timers: NodeJS.Timeout[] = []
  const killAfter = (ms: number) => {
    timers.push(setTimeout(() => child.kill('SIGKILL'), ms))
    timers.push(setTimeout(() => stuck.resolve([null, null]), ms + killMs))
  }
  const stop = () => {
    child.kill('SIGTERM')
    killAfter(STOP_MS)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  child.once('disconnect', () => killAfter(endMs))
  const [output, errors] = [child.stdout!, child.stderr!].map((stream) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => void parts.push(part))
    return () => Buffer.concat(parts).toString()
  }) as [() => string, () => string]
  try {
    const closed = once(child, 'close') as Promise<[number | null, string | null]>
    const [code, killedBy] = await Promise.race([closed, stuck.promise])
    const lastLine = errors().trim().split('\n').at(-1)
    if (code !== 0)
      throw new BackupError(
        lastLine ||
          `The backup ended by ${killedBy ?? (code === null ? 'no signal' : `code ${code}`)}.`,
      )
    return JSON.parse(output())
  } finally {
    signal.removeEventListener('abort', stop)
    for (const timer of timers) clearTimeout(timer)
    // Otherwise a process that cannot be killed keeps this one from ending.
    for (const each of [child, child.stdout as Socket, child.stderr as Socket]) each.unref()
  }
}
