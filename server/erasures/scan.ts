import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'

/** A table that is read once, in the order of its key: the names of the key's columns with their types. */
type Scanned = {
  table: string
  /** By default the id. */
  key?: Readonly<Record<string, string>>
  columns: RawBuilder<unknown>
  limit: number
  cursor: string | null
  /** The owner of the rows; by default the scope's workspace. */
  workspaceId?: string
}

/** Rows of a table, and the position behind them. */
type Scan<R> = { rows: R[]; next: { cursor: string } | 'done' }

/** Reads the rows behind `cursor`, at most `limit`. Rows have `columns` and the columns of the key. */
export async function scan<R>(
  tx: Scope,
  { table, key = { id: 'uuid' }, columns, limit, cursor, workspaceId = tx.workspaceId }: Scanned,
): Promise<Scan<R>> {
  const names = Object.keys(key)
  const after: string[] | undefined = cursor === null ? undefined : JSON.parse(cursor)
  const refs = sql.join(names.map((name) => sql.ref(name)))
  const { rows } = await sql<R & { scan_key: string[] }>`
    select ${columns}, ${refs}, array[${sql.join(names.map((name) => sql`${sql.ref(name)}::text`))}] as scan_key
    from ${sql.table(table)}
    where workspace_id = ${workspaceId}
      ${
        after
          ? sql`and (${refs}) > (${sql.join(
              names.map((name, index) => sql`${after[index]}::${sql.raw(key[name]!)}`),
            )})`
          : sql``
      }
    order by ${refs}
    limit ${limit}`.execute(tx.db)
  const last = rows.at(-1)
  return {
    rows,
    next: last && rows.length === limit ? { cursor: JSON.stringify(last.scan_key) } : 'done',
  }
}

/** Returns, as SQL, whether the bytes of an expression contain one of `texts` as UTF-8. */
export function containsAnyBytes(
  expression: RawBuilder<unknown>,
  texts: string[],
): RawBuilder<boolean> {
  return sql`exists (
    select from unnest(${texts}::text[]) as wanted
    where position(convert_to(wanted, 'UTF8') in ${expression}) > 0
  )`
}

/** Returns, as SQL, whether the text of an expression contains one of `texts`, which are in lower case. */
export function containsAny(expression: RawBuilder<unknown>, texts: string[]): RawBuilder<boolean> {
  return sql`exists (
    -- Lower case once, and not for each text.
    select from (select lower(${expression}) as text offset 0) as given, unnest(${texts}::text[]) as wanted
    where position(wanted in given.text) > 0
  )`
}
