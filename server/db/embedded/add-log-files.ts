import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { firstOf } from '#lib/first-of.ts'
import { connectToCluster } from './connect-to-cluster.ts'

/** The number of log files of a new database, of 16 MB each: enough for 80,000 sends in a row. */
export const LOG_FILES = 16

/** No files are added when the disk has less room than this for other things, in bytes. */
const FREE_BYTES_MIN = 2_000_000_000

/**
 * Options of `addLogFiles`. `url` is for the superuser. `files` is how many there shall be, at most 64, which PostgreSQL keeps;
 * `pauseMs` the time between two of them, in which others write.
 */
type LogOptions = {
  url: string
  clusterDir: string
  files: number
  pauseMs: number
  signal: AbortSignal
}

/**
 * Adds files to PostgreSQL's log until it has at least `files`. A commit to a file that the disk has
 * already allocated takes a fraction of the time, because the file system need not record new blocks (decision 117).
 * PostgreSQL renames files that it no longer needs and writes to them again, so this is needed once.
 *
 * Adds none when the disk is nearly full.
 */
export async function addLogFiles(options: LogOptions): Promise<void> {
  const { url, clusterDir, files, pauseMs, signal } = options
  await using client = await connectToCluster(url, 'parley log')
  const first = await countFiles(client)
  let count = first
  while (count < files) {
    const { bavail, bsize } = await statfs(clusterDir)
    if (bavail * bsize < FREE_BYTES_MIN) break
    // Completes the current file with zeros and begins the next one. Without a record in it, a file is not left.
    await client.query(`select pg_logical_emit_message(false, 'parley', '')`)
    await client.query('select pg_switch_wal()')
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal })
    count = await countFiles(client)
  }
  // Makes the files that were left the next ones.
  if (count > first) await client.query('checkpoint')
}

async function countFiles(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`,
  )
  return firstOf(rows).count
}
