import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields } from '#lib/errors.ts'
import { EmbeddedError } from './embedded-error.ts'

/** The process that holds a data directory. `port` is null until its database is ready; `socketDir` is missing without a socket. */
type Owner = {
  pid: number
  since: string
  port: number | null
  socketDir?: string
  transient: boolean
}

/**
 * Stored facts about the database of a data directory: the passwords of its superuser and of the product's role, its last
 * port and its current owner.
 */
type Facts = { password?: string; appPassword?: string; port?: number; owner?: Owner }

/** A data directory held by this process until `release` or the end of the process. */
export type Ownership = { owner: Owner; release: () => void }

/** Long enough to outlast another process that only checks whether the directory is held. */
const busyForMs = 400
/** The longest time that a start waits for a command that runs its own database. */
const transientForMs = 60_000

// The handles are kept from the garbage collector, because closing a handle would release its lock.
const held = new Set<DatabaseSync>()

/**
 * Acquires the data directory for this process. Waits only for a `transient` owner (a short command).
 * It locks the file `lock` in the kernel, through SQLite, because Node offers no other way. The lock ends with
 * its process in every case, so no stored pid has to be trusted. Throws `held`.
 */
export async function takeOwnership(dataDir: string, transient: boolean): Promise<Ownership> {
  const startedMs = performance.now()
  for (;;) {
    const lock = tryLock(dataDir)
    if (lock) return own(dataDir, lock, transient)
    const { owner } = readFacts(dataDir)
    const patienceMs = owner?.transient ? transientForMs : busyForMs
    if (performance.now() - startedMs > patienceMs) throw heldBy(dataDir, owner)
    await sleep(20)
  }
}

/** Returns whether any process, including this one, holds the data directory. */
export function isOwned(dataDir: string): boolean {
  if (!existsSync(lockPath(dataDir))) return false
  const lock = tryLock(dataDir)
  lock?.close()
  return lock === undefined
}

/**
 * Creates the data directory if it is missing. Only our own user may read it. The directory of root can be entered by
 * others, because PostgreSQL runs as another user then.
 */
export function makeDataDir(dataDir: string): void {
  const umask = process.umask(process.geteuid?.() === 0 ? 0o066 : 0o077)
  try {
    mkdirSync(dataDir, { recursive: true })
  } finally {
    process.umask(umask)
  }
}

/**
 * Changes the owner of a file that root created in another user's data directory, so that this user can start
 * next time.
 */
export function leaveToOwner(dataDir: string, path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(path, uid, gid)
}

/** Reads the facts of the data directory. Returns an empty object if they are missing or damaged. */
export function readFacts(dataDir: string): Facts {
  try {
    return JSON.parse(readFileSync(factsPath(dataDir), 'utf8'))
  } catch (err) {
    if (errorFields(err).code === 'ENOENT' || err instanceof SyntaxError) return {}
    throw err
  }
}

/** Updates the facts of a data directory atomically and durably. Only the owner can read the file. */
export function updateFacts(dataDir: string, change: Partial<Record<keyof Facts, unknown>>): void {
  const path = factsPath(dataDir)
  const text = `${JSON.stringify({ ...readFacts(dataDir), ...change }, null, 2)}\n`
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  leaveToOwner(dataDir, `${path}.new`)
  renameSync(`${path}.new`, path)
}

function own(dataDir: string, lock: DatabaseSync, transient: boolean): Ownership {
  held.add(lock)
  const owner: Owner = { pid: process.pid, since: new Date().toISOString(), port: null, transient }
  const release = () => {
    if (!held.delete(lock)) return
    try {
      updateFacts(dataDir, { owner: undefined })
    } catch {
      // Only the lock counts: the owner in the file is valid only while the lock is held.
    } finally {
      lock.close()
    }
  }
  try {
    leaveToOwner(dataDir, lockPath(dataDir))
    updateFacts(dataDir, { owner })
  } catch (err) {
    held.delete(lock)
    lock.close()
    throw err
  }
  return { owner, release }
}

function tryLock(dataDir: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(lockPath(dataDir), { timeout: 0 })
    // Nothing is ever written: the file stays empty and only carries the lock.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (err) {
    lock?.close()
    const { errcode } = errorFields(err)
    if (errcode === sqliteBusy) return undefined
    if (errcode === sqliteCantOpen || errcode === sqliteReadOnly)
      throw Object.assign(new Error('refused'), { code: 'EACCES', path: lockPath(dataDir) })
    throw err
  }
}

/** Source: https://www.sqlite.org/rescode.html */
const [sqliteBusy, sqliteReadOnly, sqliteCantOpen] = [5, 8, 14]

function heldBy(dataDir: string, owner: Owner | undefined): EmbeddedError {
  const who = owner
    ? `process ${owner.pid} since ${owner.since}, ${owner.port === null ? 'which is still starting' : `with its database on port ${owner.port}`}`
    : 'another process'
  return new EmbeddedError(
    'held',
    `The data directory ${dataDir} is in use by ${who}. Stop that process, or set DATA_DIR to another directory.`,
  )
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'lock')
}

function factsPath(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}
