import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './embedded-error.ts'

/** The process that holds a data directory. `port` is null until its database is ready. */
export type Owner = { pid: number; since: string; port: number | null; transient: boolean }

/** What is kept about a data directory's database: its password, its last port, its present owner. */
export type Facts = { password?: string; port?: number; owner?: Owner }

/** A data directory held by this process until `release` or the process's end. */
export type Ownership = { owner: Owner; release: () => void }

/** Long enough to outlast another process that only looks whether the directory is held. */
const busyForMs = 400
/** How long a command that runs its own database may keep the next start waiting. */
const transientForMs = 60_000

// Closing a forgotten handle would free the lock, so the handles are kept from the garbage collector.
const held = new Set<DatabaseSync>()

/**
 * Takes the data directory for this process, waiting only for a `transient` owner (a short command).
 * The lock is the kernel's own on the file `lock`, through SQLite, which is how Node reaches it: it ends with
 * its process however that ends, and no pid has to be believed. Throws `held`.
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

/** Whether any process, this one included, holds the data directory. */
export function isOwned(dataDir: string): boolean {
  if (!existsSync(lockPath(dataDir))) return false
  const lock = tryLock(dataDir)
  lock?.close()
  return lock === undefined
}

/** Gives a file that root made in another user's data directory to that user, who may start next time. */
export function leaveToOwner(dataDir: string, path: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(path, uid, gid)
}

/** The facts of the data directory; empty when there are none or they are damaged. */
export function readFacts(dataDir: string): Facts {
  try {
    return JSON.parse(readFileSync(factsPath(dataDir), 'utf8')) as Facts
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT' || err instanceof SyntaxError) return {}
    throw err
  }
}

/** Changes some facts, durably and at once; the file is for its owner's eyes only. */
export function updateFacts(dataDir: string, change: Partial<Record<keyof Facts, unknown>>): void {
  const path = factsPath(dataDir)
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify({ ...readFacts(dataDir), ...change }, null, 2)}\n`)
    fsyncSync(file)
    leaveToOwner(dataDir, `${path}.new`)
  } finally {
    closeSync(file)
  }
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
      // The lock is the truth; what the file says of an owner counts only while it is held.
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
    const { errcode } = err as { errcode?: number }
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
