import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { findProgram } from '#db/embedded/find-program.ts'
import { createClient } from '#db/pool.ts'
import { findPorts } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { signal } from './signal.ts'

/** A primary, and a replica that streams from it and confirms each commit. */
type ReplicatedDatabase = {
  primaryUrl: string
  replicaUrl: string
  /** For the owner of the replica, who may pause it. */
  replicaAdminUrl: string
  /** Kills the replica hard; it does not restart. */
  killReplica: () => void
  /** Stops every process of the replica from running, until the returned function continues them. */
  freezeReplica: () => () => void
  /** Kills the primary hard; it restarts by itself. */
  kill: () => void
  /** Stops every process of the primary from running, until the returned function continues them. */
  freeze: () => () => void
  /** Stops the primary in order. The returned function starts it again. */
  stopPrimary: () => Promise<() => Promise<void>>
  /** Stops the sessions of the product on the primary from running, until the returned function continues them. */
  freezeSessions: () => Promise<() => void>
  /** Lets the old primary refuse writes, and promotes the replica. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL in `folder`, lets `prepare` write to it, copies it while it is stopped, and starts it again beside
 * the copy, which streams from it. A commit is answered when both have it, unless `isSynchronous` is false.
 */
export async function startReplicatedDatabase(
  folder: string,
  prepare: (url: string) => Promise<void>,
  { isSynchronous = true }: { isSynchronous?: boolean } = {},
): Promise<ReplicatedDatabase> {
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  const log = () => undefined
  const first = await startEmbedded({ dataDir: primaryDir, log })
  await prepare(first.url)
  await first.stop()
  cpSync(join(primaryDir, 'postgres'), join(replicaDir, 'postgres'), { recursive: true })
  const cluster = join(replicaDir, 'postgres')
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  writeFileSync(join(cluster, 'standby.signal'), '')

  // Without a socket, so that its address can name the replica and proxies.
  const settings = { wal_keep_size: '512MB', unix_socket_directories: '' }
  const startPrimary = () => startEmbedded({ dataDir: primaryDir, port: first.port, settings, log })
  let primary = await startPrimary()
  // The product's role may neither replicate nor promote.
  const { username, password, port: primaryPort } = new URL(primary.adminUrl)
  const program = await findProgram(primaryDir, join(primaryDir, 'postgres'))
  if (program.user)
    execFileSync('chown', ['-R', `${program.user.uid}:${program.user.gid}`, replicaDir])
  execFileSync('chmod', ['0700', cluster])
  const [port] = await findPorts(1)
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`
  const replicaSettings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    primary_conninfo: conninfo,
    wal_retrieve_retry_interval: '200ms',
    timezone: 'UTC',
  }
  const replica = program.launch(program.postgres, [
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(replicaSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  let words = ''
  for (const stream of [replica.stdout!, replica.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-5_000)))
  const exited = new Promise<void>((resolve) => replica.once('exit', () => resolve()))
  const endToo = () => replica.kill('SIGKILL')
  process.once('exit', endToo)
  const replicaUrl = new URL(primary.url)
  replicaUrl.port = String(port)
  const replicaAdminUrl = new URL(primary.adminUrl)
  replicaAdminUrl.port = String(port)
  const stop = async () => {
    process.off('exit', endToo)
    replica.kill('SIGQUIT')
    await exited
    await primary.stop()
  }
  try {
    await waitFor(() => isStreaming(primary.adminUrl), { timeoutMs: 60_000, what: 'the replica' })
    if (isSynchronous) {
      // Only now: without a replica, the start of the primary would wait for one.
      await set(primary.adminUrl, `synchronous_standby_names = '*'`)
      await waitFor(() => isStreaming(primary.adminUrl, 'sync'), { what: 'the replica to confirm' })
    }
  } catch (err) {
    await stop()
    throw new Error(`The replica does not stream: ${words}`, { cause: err })
  }
  return {
    primaryUrl: primary.url,
    replicaUrl: replicaUrl.href,
    replicaAdminUrl: replicaAdminUrl.href,
    killReplica: () => replica.kill('SIGQUIT'),
    freezeReplica: () => freeze(replica.pid!),
    kill: () => process.kill(primary.pid, 'SIGKILL'),
    freeze: () => freeze(primary.pid),
    async stopPrimary() {
      await primary.stop()
      return async () => void (primary = await startPrimary())
    },
    freezeSessions: async () => {
      const rows = await run(
        primary.adminUrl,
        `select pid from pg_stat_activity where backend_type = 'client backend'
          and application_name not like 'parley drill%' and application_name not like 'parley crash%'`,
      )
      return freezeAll((rows as { pid: number }[]).map(({ pid }) => pid))
    },
    async promote() {
      await set(primary.adminUrl, 'default_transaction_read_only = on')
      await run(replicaAdminUrl.href, 'select pg_promote()')
    },
    stop,
  }
}

async function isStreaming(url: string, state = 'async'): Promise<boolean> {
  const rows = await run(url, `select 1 from pg_stat_replication where sync_state = '${state}'`)
  return rows.length > 0
}

/** Changes a setting of a running server. */
async function set(url: string, setting: string): Promise<void> {
  await run(url, `alter system set ${setting}`)
  await run(url, 'select pg_reload_conf()')
}

async function run(url: string, text: string): Promise<unknown[]> {
  const client = createClient(url, 'parley drill')
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Stops a process and its children from running, until the returned function continues them. */
export function freeze(parent: number): () => void {
  return freezeAll([parent, ...listChildren(parent)])
}

function freezeAll(pids: number[]): () => void {
  signal(pids, 'SIGSTOP')
  return () => signal(pids, 'SIGCONT')
}

/** Lists the processes that a process started. */
function listChildren(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child)
}
