import type { Client } from '#db/pool.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { BackupAddress } from './create-backup.ts'
import type { BackupTable } from './read-catalogue.ts'
import { openBackupClient } from './open-backup-client.ts'
import { readBackup } from './read-backup.ts'
import { readBackupTables } from './read-catalogue.ts'
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
    let table: ({ shard: string } & BackupTable) | undefined
    for await (const item of readBackup(file, secret)) {
      if (!('entry' in item)) continue
      const { entry } = item
      if (entry.type === 'table') table = entry
      if (entry.type !== 'table_end' || !table) continue
      const { shard, name } = table
      onProgress(`comparing ${shard}.${name}`)
      const found = missing.get(shard)?.find((each) => each.name === name)
      missing.set(shard, missing.get(shard)?.filter((each) => each.name !== name) ?? [])
      const sum = found && (await sumTable(clients.get(shard)!, found))
      const areSameColumns = found?.columns.join() === table.columns.join()
      if (sum?.rows !== entry.rows || sum.sum !== entry.sum || !areSameColumns)
        differences.push({
          shard,
          table: name,
          rowsInBackup: entry.rows,
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
