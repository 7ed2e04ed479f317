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

/**
 * Finds up to `limit` messages with `q` in their text, newest first.
 *
 * Common words are found among the newest messages, rare ones by the index, so neither reads more than it finds. Text
 * of one or two characters is searched only among the newest.
 */
export async function findMessages(
  scope: Scope,
  q: string,
  limit: number,
): Promise<Selectable<Messages>[]> {
  const pattern = likePattern(q)
  const { rows: newest } = await sql<{ id: string }>`
    select id from (
      select id, text from messages
      where workspace_id = ${scope.workspaceId} order by id desc limit ${LOOKED_AT}
    ) as newest
    where text ilike ${pattern}
    order by id desc limit ${limit}`.execute(scope.db)
  const isIndexed = [...q.trim()].length >= INDEXED_CHARACTERS
  const found =
    newest.length < limit && isIndexed ? await findByIndex(scope, pattern, limit) : newest
  if (found.length === 0) return []
  return scope.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where(
      'id',
      'in',
      found.map((row) => row.id),
    )
    .orderBy('id', 'desc')
    .execute()
}

async function findByIndex(
  scope: Scope,
  pattern: string,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id from messages
      where workspace_id = ${scope.workspaceId} and text is not null and text ilike ${pattern}
      limit ${FOUND_MAX}
    )
    select id from found order by id desc limit ${limit}`.execute(scope.db)
  return rows
}
