import type { RawBuilder } from 'kysely'
import { createClient } from '#db/pool.ts'
import type { Db } from '#db/pool.ts'

/**
 * Runs statements that write many rows, one after the other, on a connection to `url` without the time limits of the
 * product: a busy machine takes longer for them than any request may. `db` only writes them as text.
 */
export async function plantRows(
  { db, url }: { db: Db; url: string },
  statements: RawBuilder<unknown>[],
): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    for (const statement of statements) {
      const { sql, parameters } = statement.compile(db)
      await client.query(sql, [...parameters])
    }
  } finally {
    await client.end()
  }
}
