import { findFormerTable } from '#db/partitions.ts'
import type { Client } from '#db/pool.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { BackupAddress } from './entries.ts'
import type { BackupTable } from './read-catalogue.ts'
import { openBackupClient } from './open-backup-client.ts'
import { readBackup } from './read-backup.ts'
import { readBackupTables } from './read-catalogue.ts'
import { addSum, subtractSum } from './row-sum.ts'
import type { RowSum } from './row-sum.ts'
import { sumTable } from './sum-table.ts'

/** A table whose rows in the backup and in the database differ. A count is null where the table is missing. */
type Difference = {
  shard: string
  table: string
  rowsInBackup: number | null
  rowsInDatabase: number | null
}

/** Compares counts and checksums of all tables of a backup with the databases. Returns those that differ. */
export async function compareBackup(options: {
  file: BackupFile
  secret: BackupSecret | undefined
  servers: BackupAddress[]
  onProgress?: (line: string) => void
}): Promise<Difference[]> {
  const { file, secret, servers, onProgress = () => undefined } = options
  const clients = new Map<string, Client>()
  const missing = new Map<string, BackupTable[]>()
  const differences: Difference[] = []
  try {
    for (const { shard, url } of servers) {
      const client = await openBackupClient(url)
      clients.set(shard, client)
      await client.query('begin isolation level repeatable read, read only')
      missing.set(shard, await readBackupTables(client))
    }
    for (const { shard, table, sum: saved } of await readSums(file, secret)) {
      onProgress(`comparing ${shard}.${table.name}`)
      const isOfTable = ({ name }: BackupTable) =>
        name === table.name || findFormerTable(name) === table.name
      const tables = missing.get(shard) ?? []
      missing.set(
        shard,
        tables.filter((each) => !isOfTable(each)),
      )
      const found = tables.find(({ name }) => name === table.name)
      let sum = found && { rows: 0, sum: '0' }
      // With the rows of partitions that were detached, and not dropped yet.
      for (const each of tables.filter(isOfTable))
        sum &&= addSum(sum, await sumTable(clients.get(shard)!, each))
      const areSameColumns = found?.columns.join() === table.columns.join()
      if (sum?.rows !== saved.rows || sum.sum !== saved.sum || !areSameColumns)
        differences.push({
          shard,
          table: table.name,
          rowsInBackup: saved.rows,
          rowsInDatabase: sum?.rows ?? null,
        })
    }
    for (const [shard, tables] of missing)
      for (const each of tables) {
        const { rows } = await sumTable(clients.get(shard)!, each)
        if (rows > 0)
          differences.push({ shard, table: each.name, rowsInBackup: null, rowsInDatabase: rows })
      }
    return differences
  } finally {
    await Promise.all([...clients.values()].map((client) => client.end().catch(() => undefined)))
  }
}

/** Reads how many rows each table of a backup has in the end, and their checksum. Detached partitions count as their table. */
async function readSums(
  file: BackupFile,
  secret: BackupSecret | undefined,
): Promise<{ shard: string; table: BackupTable; sum: RowSum }[]> {
  const sums = new Map<string, { shard: string; table: BackupTable; sum: RowSum }>()
  let current: { shard: string; table: BackupTable; sum: RowSum } | undefined
  for await (const item of readBackup(file, secret)) {
    if (!('entry' in item)) continue
    const { entry } = item
    if (entry.type === 'table') {
      const former = sums.get(`${entry.shard}.${findFormerTable(entry.name)}`)
      current = former ?? { shard: entry.shard, table: entry, sum: { rows: 0, sum: '0' } }
      if (!former) sums.set(`${entry.shard}.${entry.name}`, current)
    } else if (entry.type === 'removal' || entry.type === 'addition')
      current = sums.get(`${entry.shard}.${entry.name}`)!
    else if (current && (entry.type === 'table_end' || entry.type === 'addition_end'))
      current.sum = addSum(current.sum, entry)
    else if (current && entry.type === 'removal_end')
      current.sum = subtractSum(current.sum, entry.removed)
  }
  return [...sums.values()]
}
