import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#db/pool.ts'
import { sqlState } from '#db/pool.ts'
import { BackupError } from './backup-error.ts'

/** How long the writers of the directory wait at most, and for how long their transactions are waited for. */
const LOCK_MS = 1_000
const LOCK_ATTEMPTS = 60
const LOCK_PAUSE_MS = 500

/**
 * Begins a transaction on every server, all with the rows of the same moment as far as the directory and the tenants depend
 * on each other: meanwhile no change of the directory commits that has effects on a tenant, and no workspace changes
 * its server. `clients` has the main server first. With a single server, nothing is locked.
 *
 * @throws {BackupError} if a workspace is being moved, or the directory is locked for too long
 */
export async function takeSnapshots(clients: Client[], lock: Client): Promise<void> {
  const [main] = clients
  if (clients.length === 1) return begin(main!)
  await lockDirectory(lock)
  try {
    for (const client of clients) await begin(client)
    const { rowCount } = await main!.query(
      'select from workspace_moves where ended_at is null limit 1',
    )
    if (rowCount)
      throw new BackupError(
        'A workspace is being moved to another shard. Back up when the move has ended; "parley shards status" shows it.',
      )
  } finally {
    await lock.query('rollback')
  }
}

/**
 * Begins a transaction that sees the rows of this moment. No partition is dropped while it runs, because rows that stay would be
 * in a place that it does not see.
 */
async function begin(client: Client): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(quote_ident(relname), ', ') as names from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'p' and not relispartition`,
  )
  await client.query('begin isolation level repeatable read, read only')
  if (rows[0]!.names) await client.query(`lock table ${rows[0]!.names} in access share mode`)
  // The first statement after the locks takes the snapshot.
  await client.query('select 1 from pg_class limit 1')
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
