import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPorts } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const { findPooler } = createRequire(import.meta.url)('../../scripts/pooler.cjs') as {
  findPooler: () => { path: string; env: Record<string, string> } | undefined
}

/**
 * An installed PgBouncer, with the variables that it needs. `prepares`: it supports named statements in transaction mode,
 * as from 1.21.
 */
type Installed = { path: string; env: Record<string, string>; version: string; prepares: boolean }

const isRoot = process.getuid?.() === 0

/** A running PgBouncer in transaction mode; `url` is that of its database through it. */
type PgBouncer = { url: string; restart: () => Promise<void>; close: () => Promise<void> }

/** Finds PgBouncer, at the path in PGBOUNCER, installed, or as `npm test` has unpacked it; undefined where there is none. */
export function findPgBouncer(): Installed | undefined {
  const found = findPooler()
  if (found === undefined) return undefined
  const options = { encoding: 'utf8', env: { ...process.env, ...found.env } } as const
  const text = execFileSync(found.path, ['--version'], options)
  const [, version = '0.0', major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/.exec(text) ?? []
  return { ...found, version, prepares: Number(major) * 1_000 + Number(minor) >= 1_021 }
}

/**
 * Starts PgBouncer in front of the database at `target`, with few server connections so that its clients share them. It
 * closes with everything that it started.
 */
export async function startPgBouncer(installed: Installed, target: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(target)
  const [port] = await findPorts(1)
  // It refuses to run as root, and another user may not enter the folder of this run.
  const folder = await mkdtemp(join(isRoot ? '/tmp' : tmpdir(), 'parley-pgbouncer-'))
  const user = decodeURIComponent(username)
  const files = {
    'users.txt': `"${user}" "${decodeURIComponent(password)}"\n`,
    'pgbouncer.ini': [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 200',
      ...(installed.prepares ? ['max_prepared_statements = 100'] : []),
      '',
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  // Its files are no secrets of anybody.
  for (const name of ['', ...Object.keys(files)]) await chmod(join(folder, name), 0o755)
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.pathname = pathname
  let stop = await launch()
  return {
    url: url.href,
    async restart() {
      await stop()
      stop = await launch()
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function launch(): Promise<() => Promise<void>> {
    // It becomes this user itself, who may not be able to enter the folder of the program.
    const user = isRoot ? ['-u', 'nobody'] : []
    const child = spawn(installed.path, [...user, join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...installed.env },
    })
    let words = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (words += text))
    const exited = new Promise<void>((resolve) => {
      child.once('error', (err) => {
        words += err.message
        resolve()
      })
      child.once('exit', () => resolve())
    })
    let isRunning = true
    void exited.then(() => (isRunning = false))
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    await waitFor(() => {
      if (!isRunning) throw new Error(`PgBouncer ended at its start: ${words}`)
      return /process up/.test(words)
    })
    return async () => {
      process.off('exit', kill)
      child.kill('SIGINT')
      await Promise.race([
        exited,
        new Promise((resolve) => setTimeout(resolve, 2_000).unref()).then(kill),
      ])
      await exited
    }
  }
}
