import type { Context } from './context.ts'
import type { Db } from './pool.ts'
import { TABLES } from './tables.ts'
import type { TableName } from './tables.ts'

/** Returns the database of a table: the directory, or that of the context. */
export function databaseOf(context: Pick<Context, 'db' | 'directory'>, table: TableName): Db {
  return TABLES[table].home === 'directory' ? context.directory : context.db
}
