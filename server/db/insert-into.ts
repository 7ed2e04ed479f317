import type { Insertable } from 'kysely'
import type { Db } from './pool.ts'
import type { Database } from './database.ts'

/** Inserts a row, or several, into a table of `db`. */
export async function insertInto<T extends keyof Database>(
  db: Db,
  table: T,
  values: Insertable<Database[T]> | Insertable<Database[T]>[],
): Promise<void> {
  await db.insertInto(table).values(values).execute()
}
