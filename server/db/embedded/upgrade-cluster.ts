import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { firstOf } from '#lib/first-of.ts'
import { connectToCluster } from './connect-to-cluster.ts'
import { ensureCluster, readVersions, resetPassword, role, urlOf } from './ensure-cluster.ts'
import type { ClusterOptions } from './ensure-cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { startOnPort } from './start-on-port.ts'
import { stopOrphan } from './stop-orphan.ts'
import { readFacts, updateFacts } from './take-ownership.ts'
import { findProgram } from './find-program.ts'
import type { Program } from './find-program.ts'
import { APP_ROLE } from './prepare-app-role.ts'

/**
 * Copies everything of Parley from the database at `from` to the empty one at `to`, and compares both. `folder` is for files
 * on the way, which the caller removes.
 */
export type CopyDatabase = (options: {
  from: string
  to: string
  folder: string
  onProgress: (line: string) => void
}) => Promise<void>

/** Options of `upgradeCluster`. `prepare` creates the database of a new cluster, and its role. */
type UpgradeOptions = ClusterOptions & {
  settings: Record<string, string>
  log: (line: string) => void
  copy: CopyDatabase
  prepare: (adminUrl: string, dataDir: string, appPassword: string) => Promise<void>
}

/** The cluster that an upgrade fills. It is deleted unless it is complete. */
const BUILDING = 'postgres.upgrading'
/** The complete new cluster, until it takes the place of the old one. */
const COMPLETE = 'postgres.upgraded'
/** Holds files on the way. `ensureCluster` deletes what begins with this name. */
const TRANSFER = 'postgres.unfinished-transfer-'

/** Progress is reported this often. */
const PROGRESS_MS = 5_000

/**
 * Upgrades a cluster of an older major version: starts the old one with its own programs, copies its database into a new
 * cluster beside it, and exchanges both folders. The old cluster is kept as `postgres-17`, and is not changed otherwise. If
 * the process is killed, the next start finds either the old cluster or the complete new one. Does nothing if there is no
 * cluster or one of this version.
 *
 * Throws `not_installed` (the old programs), `disk_full`, and errors of starting a cluster or of `copy`.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const { dataDir, clusterDir, program, log } = options
  await finishInterrupted(options)
  if (!existsSync(join(clusterDir, 'PG_VERSION'))) return
  const { theirs, ours } = await readVersions(clusterDir, program)
  if (!(Number(theirs) < Number(ours))) return
  const old = await findProgram(dataDir, clusterDir, theirs)
  log(`upgrading the database from PostgreSQL ${theirs} to ${ours}; this may take minutes`)
  await fillCluster(options, old)
  renameSync(join(dataDir, BUILDING), join(dataDir, COMPLETE))
  syncFolder(dataDir)
  const kept = chooseName(dataDir, theirs)
  renameSync(clusterDir, join(dataDir, kept))
  renameSync(join(dataDir, COMPLETE), clusterDir)
  syncFolder(dataDir)
  log(
    `the database was upgraded to PostgreSQL ${ours}; the old one is kept in ${join(dataDir, kept)}: remove it once everything works`,
  )
}

/** Ends what an upgrade began whose process was killed. */
async function finishInterrupted({ dataDir, clusterDir, log }: UpgradeOptions): Promise<void> {
  const complete = join(dataDir, COMPLETE)
  if (existsSync(complete) && !existsSync(clusterDir)) {
    renameSync(complete, clusterDir)
    syncFolder(dataDir)
    log('finished an upgrade of the database that was interrupted')
  }
  // An older release may have written to the old cluster since, so the copy is made again.
  rmSync(complete, { recursive: true, force: true })
  const building = join(dataDir, BUILDING)
  if (!existsSync(building)) return
  await stopOrphan(building, log)
  rmSync(building, { recursive: true, force: true })
}

/** Fills a new cluster with a copy of the old one. Both are stopped afterwards, so the new one is on the disk. */
async function fillCluster(options: UpgradeOptions, old: Program): Promise<void> {
  const { dataDir, clusterDir, program, password, settings, log } = options
  const stopping = new AbortController()
  const base = { settings, log, logPath: join(dataDir, 'postgres.log'), signal: stopping.signal }
  await stopOrphan(clusterDir, log)
  if (!readFacts(dataDir).password) {
    await resetPassword(clusterDir, old, password)
    updateFacts(dataDir, { password })
  }
  const building = join(dataDir, BUILDING)
  const from = await startOnPort({ ...base, program: old, clusterDir }, undefined, undefined)
  try {
    const fromUrl = urlOf({ port: from.port }, role, password)
    await checkSpace(fromUrl, dataDir)
    await ensureCluster({ ...options, clusterDir: building }, () => undefined)
    const to = await startOnPort({ ...base, program, clusterDir: building }, undefined, undefined)
    const folder = mkdtempSync(join(dataDir, TRANSFER))
    try {
      // The password of this role is set again at every start.
      const appPassword = password
      await options.prepare(urlOf({ port: to.port }, role, password), dataDir, appPassword)
      await options.copy({
        from: fromUrl,
        to: urlOf({ port: to.port }, APP_ROLE, appPassword),
        folder,
        onProgress: limitProgress(log),
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await to.postmaster.stop()
    }
  } finally {
    await from.postmaster.stop()
  }
}

/** Throws `disk_full` unless a second copy of the database fits, with a compressed third one on the way. */
async function checkSpace(url: string, dataDir: string): Promise<void> {
  await using client = await connectToCluster(url, 'parley start')
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  const needed = Number(firstOf(rows).bytes) * 1.5
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < needed)
    throw new EmbeddedError(
      'disk_full',
      `To upgrade the database, ${Math.ceil(needed / 1e6)} MB must be free on the disk of ${dataDir}, and ${Math.floor((bavail * bsize) / 1e6)} MB are.`,
    )
}

function chooseName(dataDir: string, major: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `postgres-${major}` : `postgres-${major}-${number}`
    if (!existsSync(join(dataDir, name))) return name
  }
}

function limitProgress(log: (line: string) => void): (line: string) => void {
  let reportedAt = performance.now()
  return (line) => {
    const now = performance.now()
    if (now - reportedAt < PROGRESS_MS) return
    reportedAt = now
    log(`upgrading the database: ${line}`)
  }
}

/** Makes renames durable, where the system can sync folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
