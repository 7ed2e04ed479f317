import type { TableHome } from './table.ts'
import { ALL_TABLES } from './tables.ts'
import type { TableName } from './tables.ts'

/** The home of every table. */
export const TABLE_HOMES = Object.fromEntries(
  ALL_TABLES.map(({ name, home }) => [name, home]),
) as Readonly<Record<TableName, TableHome>>
