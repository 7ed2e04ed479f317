import type { Client } from '#db/pool.ts'
import { copyOut } from '#db/copy-out.ts'
import { copyOutOf } from './read-backup-tables.ts'
import type { BackupTable } from './read-backup-tables.ts'
import { RowSummer } from './row-sum.ts'
import type { RowSum } from './row-sum.ts'

/** Counts and sums the rows of a table as a backup does. */
export async function sumTable(client: Client, table: BackupTable): Promise<RowSum> {
  const summer = new RowSummer()
  for await (const rows of copyOut(client, copyOutOf(table))) summer.add(rows)
  return summer.get()
}
