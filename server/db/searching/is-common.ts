import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import type { Db } from '../pool.ts'

/** Rows that are looked at, and from how many of them on a text is common. */
const LOOKED_AT = 1_000
const COMMON = 50

/**
 * Returns whether many of the last changed rows contain a text. A list finds a page of a common text faster in its own
 * order, and all others by an index; PostgreSQL cannot estimate which. `newest` selects the rows in that order,
 * `condition` tells which contain the text.
 */
export async function isCommon(
  { db }: { db: Db },
  newest: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from (${newest} limit ${LOOKED_AT}) as newest where ${condition} limit ${COMMON}
    ) as found`.execute(db)
  return firstOf(rows).count >= COMMON
}
