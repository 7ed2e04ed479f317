import type pg from 'pg'
import { firstOf } from '#lib/first-of.ts'

/** Returns whether the database has a table with this name. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return firstOf(rows).found
}
