import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { likePattern } from '#db/like-pattern.ts'
import type { Messages } from '#db/tables/messages.ts'

/** The number of newest messages that are scanned, which finds common words. */
const LOOKED_AT = 5_000
/** Maximum number of rows from the trigram index: words in more rows are found among the newest messages. */
const FOUND_MAX = 20_000
/** The index contains sequences of three characters. */
const INDEXED_CHARACTERS = 3
/** Messages that one statement scans for a text that the index cannot find, and the time after which none follows. */
const SCANNED = 50_000
const SCAN_MS = 3_000

/**
 * Finds up to `limit` messages with `q` in their text, newest first.
 *
 * Common words are found among the newest messages, rare ones by the index, so neither reads more than it finds. Text
 * of one or two characters is searched only among the newest. Text that the index cannot find, such as signs, is
 * searched in all messages, newest first, for as long as `SCAN_MS`.
 */
export async function findMessages(
  scope: Scope,
  q: string,
  limit: number,
): Promise<Selectable<Messages>[]> {
  const found = await findIds(scope, q.trim(), limit)
  if (found.length === 0) return []
  return scope.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', found)
    .orderBy('id', 'desc')
    .execute()
}

async function findIds(scope: Scope, q: string, limit: number): Promise<string[]> {
  const pattern = likePattern(q)
  const { rows: newest } = await sql<{ id: string }>`
    select id from (
      select id, text from messages
      where workspace_id = ${scope.workspaceId} order by id desc limit ${LOOKED_AT}
    ) as newest
    where text ilike ${pattern}
    order by id desc limit ${limit}`.execute(scope.db)
  if (newest.length === limit || [...q].length < INDEXED_CHARACTERS)
    return newest.map(({ id }) => id)
  return (await isIndexed(scope, q))
    ? findByIndex(scope, pattern, limit)
    : findByScan(scope, pattern, limit)
}

/**
 * Returns whether the index can find `q`: whether it contains three letters or digits in a row. Which characters are
 * letters depends on the locale of the database. Without them, PostgreSQL would read the whole index.
 */
async function isIndexed({ db }: Scope, q: string): Promise<boolean> {
  const { rows } = await sql<{ is_indexed: boolean }>`
    select exists (
      select from unnest(show_trgm(${q})) as part where part not like '% %'
    ) as is_indexed`.execute(db)
  return rows[0]!.is_indexed
}

async function findByIndex(scope: Scope, pattern: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id from messages
      where workspace_id = ${scope.workspaceId} and text is not null and text ilike ${pattern}
      limit ${FOUND_MAX}
    )
    select id from found order by id desc limit ${limit}`.execute(scope.db)
  return rows.map(({ id }) => id)
}

async function findByScan(scope: Scope, pattern: string, limit: number): Promise<string[]> {
  const found: string[] = []
  const until = performance.now() + SCAN_MS
  for (let before: string | undefined; found.length < limit && performance.now() < until;) {
    const rest = before === undefined ? sql`` : sql`and id < ${before}::uuid`
    const { rows: ends } = await sql<{ id: string }>`
      select id from messages
      where workspace_id = ${scope.workspaceId} ${rest}
      order by id desc offset ${SCANNED - 1} limit 1`.execute(scope.db)
    const first = ends[0]?.id
    // The concatenation keeps PostgreSQL from reading the whole index of texts.
    const { rows } = await sql<{ id: string }>`
      select id from messages
      where workspace_id = ${scope.workspaceId} ${rest}
        ${first === undefined ? sql`` : sql`and id >= ${first}::uuid`}
        and text || '' ilike ${pattern}
      order by id desc limit ${limit - found.length}`.execute(scope.db)
    found.push(...rows.map(({ id }) => id))
    if (first === undefined) break
    before = first
  }
  return found
}
