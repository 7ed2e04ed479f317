import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BackupError } from '#backups/backup-error.ts'
import type { WrittenBackup } from '#backups/scheduled-backups.ts'

const program = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** How long a process may take to remove what it wrote, before it is killed. */
const END_MS = 5_000

/**
 * Writes a backup by the settings, in a process of its own, so that requests do not wait for its work. That process ends
 * when `signal` is aborted, and when this one dies.
 *
 * @throws {BackupError} with the error that the process printed
 */
export async function writeBackupInProcess(signal: AbortSignal): Promise<WrittenBackup> {
  const child = fork(program, ['backup', '--json'], {
    execArgv: [],
    // A separate process group, so that Ctrl-C does not reach it directly and we stop it in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), END_MS)
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  try {
    const [output, errors, [code, killedBy]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ])
    const lastLine = errors.trim().split('\n').at(-1)
    if (code !== 0)
      throw new BackupError(lastLine || `The backup ended by ${killedBy ?? `code ${code}`}.`)
    return JSON.parse(output) as WrittenBackup
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(killing)
  }
}
