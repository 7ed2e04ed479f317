import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './database.ts'

/** Counts the rows of a query. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, unknown>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
