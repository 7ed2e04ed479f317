import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findPorts } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

/** An installed PgBouncer. `prepares`: it supports named statements in transaction mode, as from 1.21. */
type Installed = { path: string; version: string; prepares: boolean }

/** A running PgBouncer in transaction mode; `url` is that of its database through it. */
type PgBouncer = { url: string; restart: () => Promise<void>; close: () => Promise<void> }

/** Finds PgBouncer, at the path in PGBOUNCER or where packages install it; undefined where it is not installed. */
export function findPgBouncer(): Installed | undefined {
  const { PGBOUNCER, PATH = '' } = process.env
  const folders = [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const paths = PGBOUNCER ? [PGBOUNCER] : folders.map((folder) => join(folder, 'pgbouncer'))
  const path = paths.find((each) => existsSync(each))
  if (path === undefined) return undefined
  const text = execFileSync(path, ['--version'], { encoding: 'utf8' })
  const [, version = '0.0', major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/.exec(text) ?? []
  return { path, version, prepares: Number(major) * 1_000 + Number(minor) >= 1_021 }
}

/**
 * Starts PgBouncer in front of the database at `target`, with few server connections so that its clients share them. It
 * closes with everything that it started.
 */
export async function startPgBouncer(installed: Installed, target: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(target)
  const [port] = await findPorts(1)
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'))
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
  // It refuses to run as root, and its files are no secrets of anybody.
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
    const isRoot = process.getuid?.() === 0
    const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    const child = spawn(installed.path, [join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...nobody,
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
