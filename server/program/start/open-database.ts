import type { Config } from '#lib/settings/config.ts'
import { findRunning, startEmbedded } from '#db/embedded/start-embedded.ts'
import type { CopyDatabase } from '#db/embedded/upgrade-cluster.ts'
import { openClient } from '#db/pool.ts'
import { MAIN_SHARD } from '#db/shards.ts'
import { describeServers, toServers } from '#lib/settings/database-servers.ts'
import { firstOf } from '#lib/first-of.ts'
import { textBefore } from '#lib/text-before.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { errorFields } from '#lib/errors.ts'
import { StartError } from './start-error.ts'

/**
 * An open database. `directUrl` is for what keeps state in its session; it differs from `url` if that is a pooler.
 * `lost` rejects when an embedded database stopped and could not be restarted.
 */
type OpenDatabase = AsyncDisposable & {
  url: string
  directUrl: string
  close: () => Promise<void>
  lost: Promise<never>
}

/** The timeout of the first connection. */
const REACHABLE_MS = 8_000

/**
 * Opens the configured database: the server at DATABASE_URL, or the embedded one under DATA_DIR. `transient` is
 * for short commands: they use the embedded database of a running server, or run it only for themselves. `upgrades`: an
 * embedded database of an older version of PostgreSQL is upgraded. `onLaunched` is called while an embedded one starts.
 *
 * @throws {StartError | EmbeddedError} in one line, without the password
 */
export async function openDatabase(
  config: Config,
  options: {
    transient: boolean
    log: (line: string) => void
    upgrades?: boolean
    onLaunched?: () => void
  },
): Promise<OpenDatabase> {
  const { url, directUrl, embeddedPort } = config.database
  if (url !== undefined) {
    await checkAddresses('DATABASE_URL', { url, directUrl })
    for (const shard of config.database.shards) await checkAddresses('DATABASE_SHARD_URLS', shard)
    return toOpenDatabase(url, { directUrl: directUrl ?? url })
  }
  const running = options.transient ? await findRunning(config.dataDir) : undefined
  if (running) return toOpenDatabase(running.url)
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    port: embeddedPort,
    log: options.log,
    transient: options.transient,
    onLaunched: options.onLaunched,
    ...(options.upgrades && { copy: copyForUpgrade }),
  })
  return toOpenDatabase(embedded.url, {
    close: () => embedded.stop(),
    lost: embedded.exited.then(() => NEVER),
  })
}

const NEVER = new Promise<never>(() => undefined)

function toOpenDatabase(
  url: string,
  { directUrl = url, close = async () => undefined, lost = NEVER }: Partial<OpenDatabase> = {},
): OpenDatabase {
  return { url, directUrl, close, lost, [Symbol.asyncDispose]: close }
}

const copyForUpgrade: CopyDatabase = async ({ from, to, folder, onProgress }) => {
  const { copyDatabases } = await import('#backups/copy-databases.ts')
  const [source, target] = [from, to].map((url) => [{ shard: MAIN_SHARD, url }])
  const { skipped } = await copyDatabases({
    from: source!,
    to: target!,
    release: BUILD_VERSION,
    folder,
    onProgress,
  })
  for (const name of skipped) onProgress(`left out ${name}, which is no table of Parley`)
}

/** Connects to a server, and to the pooler in front of it if it has one. @throws {StartError} */
async function checkAddresses(
  setting: string,
  { url, directUrl }: { url: string; directUrl: string | undefined },
): Promise<void> {
  await checkReachable(setting, url, { limits: directUrl === undefined })
  if (directUrl !== undefined)
    await checkReachable('DATABASE_DIRECT_URL', directUrl, { limits: true })
}

/** Connects once. @throws {StartError} with host, port and reason */
async function checkReachable(
  setting: string,
  url: string,
  { limits }: { limits: boolean },
): Promise<void> {
  try {
    const client = await openClient(url, 'parley start', { timeoutMs: REACHABLE_MS, limits })
    client.end().catch(() => undefined)
  } catch (err) {
    const { pathname } = new URL(firstOf(toServers(url).urls))
    throw new StartError(
      `The database at ${describeServers(url)} (${setting}) cannot be used: ${reasonOf(err, pathname.slice(1))}.`,
      { cause: err },
    )
  }
}

/** Source: PostgreSQL error codes; Node's system errors. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'no server listens on this address',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'the server does not respond',
  EHOSTUNREACH: 'the server does not respond',
  ENETUNREACH: 'the server does not respond',
  '28P01': 'the server rejects this user or password',
  '28000': 'the server rejects this user or password',
  '25006': 'no server accepts writes; it is a replica or read-only',
  '53300': 'the server has no free connections',
}

function reasonOf(err: unknown, database: string): string {
  const { code = '', message = String(err) } = errorFields(err)
  if (code === '3D000') return `the server has no database "${database}"`
  if (/unsupported startup parameter/.test(message))
    return 'it is a pooler; set DATABASE_DIRECT_URL to the address of the server itself'
  if (message === 'timeout expired') return reasons['ETIMEDOUT']!
  return reasons[code] ?? textBefore(message, '\n').replace(/\.$/, '')
}
