import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Order } from '#db/list-page.ts'

/** Returns the order of ranked results: best first, then last changed first. `at` reads the time of a row. */
export function ranked<R extends { id: string; rank: number }>(
  time: string,
  id: string,
  rank: RawBuilder<number>,
  at: (row: R) => Date,
): Order<R> {
  return {
    direction: 'desc',
    columns: [
      { by: rank, kind: 'int', of: (row) => row.rank },
      { by: sql.ref(time), kind: 'time', of: at },
      { by: sql.ref(id), kind: 'uuid', of: (row) => row.id },
    ],
  }
}
