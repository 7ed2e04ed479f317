import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#db/pool.ts'
import { sqlState } from '#db/pool.ts'
import { firstOf } from '#lib/first-of.ts'
import { BackupError } from './backup-error.ts'

/** The longest time that writers of the directory wait, and the longest wait for their transactions. */
const LOCK_MS = 1_000
const LOCK_ATTEMPTS = 60
const LOCK_PAUSE_MS = 500

/**
 * Begins a transaction on every server, all with the rows of the same moment as far as the directory and the tenants depend
 * on each other: until then no change of the directory commits that has effects on a tenant, and no workspace changes
 * its server. A workspace may be moving: its rows are as if the process of the move had been killed at that moment, and it is taken
 * back or completed after a restore. `clients` has the main server first. With a single server, nothing is locked. Returns the moment:
 * everything that was answered before is in the snapshots.
 *
 * @throws {BackupError} if the directory is locked for too long
 */
export async function takeSnapshots(clients: Client[], lock: Client): Promise<Date> {
  const main = firstOf(clients)
  if (clients.length > 1) await lockDirectory(lock)
  try {
    const { rows } = await main.query<{ at: Date }>('select clock_timestamp() as at')
    for (const client of clients) {
      await client.query('begin isolation level repeatable read')
      // The first statement takes the snapshot.
      await client.query('select 1 from pg_class limit 1')
    }
    return firstOf(rows).at
  } finally {
    if (clients.length > 1) await lock.query('rollback')
  }
}

async function lockDirectory(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${LOCK_MS}`)
      await client.query('lock table directory_outbox, workspace_moves in share mode')
      return
    } catch (err) {
      await client.query('rollback')
      if (!['55P03', '40P01'].includes(sqlState(err) ?? '')) throw err
      if (attempt === LOCK_ATTEMPTS)
        throw new BackupError('The directory was locked by other transactions for a minute.', {
          cause: err,
        })
      await delay(LOCK_PAUSE_MS)
    }
  }
}
