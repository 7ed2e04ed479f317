import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDamage } from '../damage/is-damage.ts'
import { canHoldSocket } from './can-hold-socket.ts'
import { ensureCluster, resetPassword, role, urlOf } from './ensure-cluster.ts'
import { damagedError, EmbeddedError, explainFileError } from './embedded-error.ts'
import { restart, startOnPort } from './start-on-port.ts'
import { addLogFiles, LOG_FILES } from './add-log-files.ts'
import { stopOrphan } from './stop-orphan.ts'
import { isOwned, makeDataDir, readFacts, takeOwnership, updateFacts } from './take-ownership.ts'
import type { Ownership } from './take-ownership.ts'
import { findProgram } from './find-program.ts'
import { APP_ROLE, prepareAppRole } from './prepare-app-role.ts'
import { upgradeCluster } from './upgrade-cluster.ts'
import type { CopyDatabase } from './upgrade-cluster.ts'
import { isDatabaseUnavailable } from '../pool.ts'
import type { Client } from '../pool.ts'
import { connectToCluster } from './connect-to-cluster.ts'

/**
 * Options of `startEmbedded`. `log` receives one line at a time; `settings` are PostgreSQL settings that
 * override ours.
 */
export type EmbeddedOptions = {
  dataDir: string
  /** Defaults to the last used port if it is free, otherwise any free port. */
  port?: number | undefined
  log: (line: string) => void
  settings?: Record<string, string>
  /** For short commands: the next start waits for this one instead of failing. */
  transient?: boolean
  /** Whether PostgreSQL is restarted if it ends unexpectedly. Defaults to true. */
  restart?: boolean
  /** Copies a database, to upgrade a cluster of an older version. Without it, such a cluster is refused. */
  copy?: CopyDatabase
  /** Called when PostgreSQL has been launched, before it accepts connections. */
  onLaunched?: (() => void) | undefined
  /** For tests: the older version of PostgreSQL to run, such as `17`. */
  major?: string
  /** For tests: the folder of the programs to run, instead of those of the archive or of npm's package. */
  programs?: string
}

/**
 * The embedded database while this process owns it. `url` is for the product, whose role is no superuser; `adminUrl` for
 * the superuser. `url` and `port` stay the same through restarts, `pid` does
 * not. `exited` resolves when it has ended for good: after `stop`, or after a crash with `restart: false`.
 */
export type Embedded = {
  url: string
  adminUrl: string
  port: number
  readonly pid: number
  stop: () => Promise<void>
  exited: Promise<void>
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`. Creates the cluster and the database `parley` if they are missing,
 * and repairs what a killed owner left behind. Only one process can own it. Throws `EmbeddedError`, whose
 * message can be printed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    makeDataDir(options.dataDir)
    const dataDir = realpathSync(options.dataDir)
    const ownership = await takeOwnership(dataDir, options.transient ?? false)
    try {
      return await startOwned({ ...options, dataDir }, ownership)
    } catch (err) {
      ownership.release()
      throw err
    }
  } catch (err) {
    throw explainFileError(err, options.dataDir)
  }
}

/**
 * Returns the database that a running server keeps in `dataDir`, for commands beside it, or undefined if there
 * is none. Waits while it starts. Throws `permission` if the user cannot read its password.
 */
export async function findRunning(
  dataDir: string,
): Promise<{ url: string; ownerPid: number } | undefined> {
  try {
    while (existsSync(dataDir) && isOwned(dataDir)) {
      const { password, appPassword, owner } = readFacts(dataDir)
      if (owner?.transient) return undefined
      if (owner?.port && (appPassword ?? password)) {
        const place = { port: owner.port, socketDir: owner.socketDir }
        // A server of an older release has only the superuser.
        const url = appPassword
          ? urlOf(place, APP_ROLE, appPassword)
          : urlOf(place, role, password!)
        return { url, ownerPid: owner.pid }
      }
      await sleep(50)
    }
  } catch (err) {
    throw explainFileError(err, dataDir)
  }
  return undefined
}

async function startOwned(options: EmbeddedOptions, ownership: Ownership): Promise<Embedded> {
  const { dataDir, log, settings = {} } = options
  const clusterDir = join(dataDir, 'postgres')
  const program = await findProgram(dataDir, clusterDir, options.major, options.programs)
  const known = readFacts(dataDir)
  const password = known.password ?? createPassword()
  const cluster = { dataDir, clusterDir, program, password, durable: settings.fsync !== 'off' }
  // Store the password first: a cluster whose password is lost is useless.
  if (!known.password && !existsSync(clusterDir)) updateFacts(dataDir, { password })
  if (options.copy)
    await upgradeCluster({ ...cluster, settings, log, copy: options.copy, prepare: ensureDatabase })
  await ensureCluster(cluster, log)
  await stopOrphan(clusterDir, log)
  if (!readFacts(dataDir).password) {
    log('the database password was lost; setting a new one')
    await resetPassword(clusterDir, program, password)
    updateFacts(dataDir, { password })
  }

  const socketDir =
    (await canHoldSocket(clusterDir)) && settings['unix_socket_directories'] === undefined
      ? clusterDir
      : undefined
  const stopping = new AbortController()
  const base = {
    program,
    clusterDir,
    // Beside the data, where only its user can reach it. PostgreSQL works in this folder, so the path needs no quotes.
    settings: { ...(socketDir !== undefined && { unix_socket_directories: '.' }), ...settings },
    log,
    logPath: join(dataDir, 'postgres.log'),
    signal: stopping.signal,
    onLaunched: options.onLaunched,
  }
  const { postmaster, port } = await startOnPort(base, options.port, known.port)
  const appPassword = known.appPassword ?? createPassword()
  const place = { port, socketDir }
  const url = urlOf(place, APP_ROLE, appPassword)
  const adminUrl = urlOf(place, role, password)
  let current = postmaster
  try {
    const isDamaged = () => current.findDamage() !== undefined
    await ensureDatabase(adminUrl, dataDir, appPassword, isDamaged)
    updateFacts(dataDir, { appPassword, port, owner: { ...ownership.owner, ...place } })
  } catch (err) {
    const damage = isDamage(err)
      ? damagedError((err as Error).message, clusterDir, err)
      : current.findDamage()
    await current.stop(damage && DAMAGED_STOP_MS)
    throw damage ?? err
  }

  const keepRunning = async () => {
    for (;;) {
      const how = await current.exited
      if (stopping.signal.aborted) return
      log(`the database stopped unexpectedly (${how})`)
      if (options.restart === false) return
      current = await restart({ ...base, port })
      if (stopping.signal.aborted) await current.stop()
      else log('the database is running again')
    }
  }
  if (!options.transient && cluster.durable)
    addLogFilesLater({ url: adminUrl, clusterDir, log, signal: stopping.signal })
  // A process that ends without `stop` stops its database. Only after kill -9 is this left to the next start.
  const endToo = () => current.interrupt()
  process.once('exit', endToo)
  const exited = keepRunning()
    .catch((err: unknown) => {
      if (!stopping.signal.aborted) throw err
    })
    .finally(() => {
      process.removeListener('exit', endToo)
      ownership.release()
    })
  const stop = async () => {
    stopping.abort()
    await current.stop()
    await exited
  }
  return {
    url,
    adminUrl,
    port,
    get pid() {
      return current.pid
    },
    stop,
    exited,
  }
}

/** The time after the start when the log gets its files: a short run does not need them. */
const LOG_AFTER_MS = 60_000
/** The time between two files, in which others write. */
const LOG_PAUSE_MS = 500

/** Adds the files of the log that a new database has not yet, once this one has been running for a while. */
function addLogFilesLater(options: {
  url: string
  clusterDir: string
  log: (line: string) => void
  signal: AbortSignal
}): void {
  const add = async () => {
    await sleep(LOG_AFTER_MS, undefined, { signal: options.signal, ref: false })
    await addLogFiles({ ...options, files: LOG_FILES, pauseMs: LOG_PAUSE_MS })
  }
  add().catch((err: unknown) => {
    if (!options.signal.aborted)
      options.log(`could not add files to the database's log: ${(err as Error).message}`)
  })
}

/** How long a damaged database gets to stop in order, which it may not be able to. Nobody has written to it. */
const DAMAGED_STOP_MS = 5_000

/** A session that dies at this moment ends all others. The database is back soon afterwards, unless its files are damaged. */
const ENSURE_TRIES = 50

/** Creates the database if it is missing, and its role. */
async function ensureDatabase(
  url: string,
  dataDir: string,
  appPassword: string,
  isDamaged = () => false,
  tries = ENSURE_TRIES,
): Promise<void> {
  try {
    await connected(url, (client) => prepareAppRole(client, appPassword))
  } catch (err) {
    if (tries > 1 && isDatabaseUnavailable(err) && !isDamaged()) {
      await sleep(100)
      return ensureDatabase(url, dataDir, appPassword, isDamaged, tries - 1)
    }
    const { code } = err as { code?: string }
    if (code === '28P01')
      throw new EmbeddedError(
        'failed',
        `The password in ${join(dataDir, 'postgres.json')} is incorrect. Delete the file and start again: a new password is set.`,
        { cause: err },
      )
    if (code !== '3D000') throw err
    const maintenance = new URL(url)
    maintenance.pathname = '/postgres'
    await connected(maintenance.href, async (client) => {
      await client.query(`create database ${role}`)
    })
    await connected(url, (client) => prepareAppRole(client, appPassword))
  }
}

async function connected(url: string, run: (client: Client) => Promise<void>): Promise<void> {
  await using client = await connectToCluster(url, 'parley start')
  await run(client)
}

function createPassword(): string {
  return randomBytes(24).toString('base64url')
}
