import { beginCopyIn } from '#db/copy-out.ts'
import type { CopyTarget } from '#db/copy-out.ts'
import type { Client } from '#db/pool.ts'
import type { FollowedTable } from './change-log.ts'
import { quote } from './read-backup-tables.ts'

/** The temporary table with the keys of the rows of one table that were written between two snapshots. */
export const KEYS = 'pg_temp.changed_keys'

/** Creates the temporary table of keys in the transaction of a connection, and begins to write to it. The caller must drop it. */
export async function beginKeys(client: Client, { name, key }: FollowedTable): Promise<CopyTarget> {
  await client.query(
    `create temporary table changed_keys on commit drop as
    select ${key.map(quote).join(', ')} from ${quote(name)} with no data`,
  )
  return beginCopyIn(client, `copy ${KEYS} from stdin`)
}

/** Returns the condition that a row of a table `t` has one of the keys in `changed`. */
export function joinOnKey(key: string[]): string {
  return key.map((column) => `t.${quote(column)} = changed.${quote(column)}`).join(' and ')
}
