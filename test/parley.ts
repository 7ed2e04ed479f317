import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../server/main.ts', import.meta.url))

/** What a command did: its exit code and what it wrote. */
export type Ran = { code: number | null; stdout: string; stderr: string }

/** A server that runs; `exited` gives the code, null after a kill. */
export type Server = {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  exited: Promise<number | null>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** A directory that is removed after the file's tests. */
export async function openTempDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-dir-'))
  after(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Runs one command of the command line to its end. */
export function runParley(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: toEnv(env), timeout: 60_000 },
      (_err, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

/** Starts the product and waits until it says that it is ready; it is killed after the file's tests. */
export async function startParley(args: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [program, 'start', ...args], {
    env: toEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  const written = { stdout: '', stderr: '' }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      written.stdout += chunk.toString()
      if (/"ready":true|Ctrl-C stops it/.test(written.stdout)) resolve()
    })
    void exited.then((code) =>
      reject(new Error(`It ended with ${code}: ${written.stderr}${written.stdout}`)),
    )
  })
  return {
    child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

function toEnv(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), LOG_LEVEL: 'warn', ...env }
}
