import type { Owner, Table } from './table.ts'
import { ALL_TABLES } from './tables.ts'
import type { TableName, TABLES } from './tables.ts'

/** The names of the tables whose column `By` says whose rows they are. */
export type OwnedBy<By extends Owner> = {
  [Name in TableName]: (typeof TABLES)[Name] extends { owner: By } ? Name : never
}[TableName]

/** Lists the tables whose column `owner` says whose rows they are. */
export function ownedTables(owner: Owner): (Table & { name: TableName })[] {
  return ALL_TABLES.filter((table) => table.owner === owner)
}
