import { hasTable } from '#db/connecting/has-table.ts'
import type { Client } from '#db/pool.ts'
import { MIGRATIONS, readMigrations } from '#db/migrating/read-migrations.ts'
import { itemAt } from '#lib/item-at.ts'
import { BackupError } from './backup-error.ts'
import type { BackupAddress, BackupServer, Manifest } from './entry.ts'
import { openBackupClient } from './open-backup-client.ts'
import { findFilled, readBackupTables } from './read-backup-tables.ts'
import type { BackupTable } from './read-backup-tables.ts'

/**
 * Checks that a backup fits the servers: the same shards, only migrations that this release knows, and no rows. Changes
 * nothing.
 *
 * @throws {BackupError}
 */
export async function checkTarget(
  { servers: saved }: Manifest,
  servers: BackupAddress[],
): Promise<void> {
  const names = (of: { shard: string }[]) => of.map(({ shard }) => shard).join(', ')
  if (names(saved) !== names(servers))
    throw new BackupError(
      `The backup has the shards ${names(saved)}, and the settings name ${names(servers)}. Name the same ones, in the same order, in DATABASE_SHARD_URLS.`,
    )
  const known = new Map((await readMigrations(MIGRATIONS)).map((each) => [each.name, each.sha256]))
  for (const { migrations } of saved)
    for (const { name, sha256 } of migrations) {
      if (!known.has(name))
        throw new BackupError(
          `The backup has the migration ${name}, which this release does not know. Restore it with a newer release.`,
        )
      if (known.get(name) !== sha256)
        throw new BackupError(
          `The migration ${name} of the backup differs from that of this release.`,
        )
    }
  for (const [place, { shard, url }] of servers.entries()) {
    await using client = await openBackupClient(url)
    await refuseRows(client, shard)
    await refuseOtherSchema(client, itemAt(saved, place))
  }
}

/** Returns the tables of a database. @throws {BackupError} if one has rows */
export async function refuseRows(client: Client, shard: string): Promise<BackupTable[]> {
  const tables = await readBackupTables(client)
  const filled = await findFilled(client, tables)
  if (filled.length > 0)
    throw new BackupError(
      `The database of the shard "${shard}" is not empty: ${filled.slice(0, 3).join(', ')}${filled.length > 3 ? ' and others have' : filled.length > 1 ? ' have' : ' has'} rows. Restore into a new database.`,
    )
  return tables
}

async function refuseOtherSchema(client: Client, { shard, migrations }: BackupServer) {
  if (!(await hasTable(client, 'migrations'))) return
  const applied = await client.query<{ name: string }>('select name from migrations order by name')
  const extra = applied.rows.find(({ name }) => !migrations.some((each) => each.name === name))
  if (extra)
    throw new BackupError(
      `The database of the shard "${shard}" has the migration ${extra.name}, which the backup does not have. Restore into a new database; it is migrated afterwards.`,
    )
}
