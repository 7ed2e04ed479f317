import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { rowsToRead } from '#db/list-page.ts'
import { scanAfter } from '#db/scan-newest.ts'
import { firstOf } from '#lib/first-of.ts'
import type { PageInput } from '#lib/page.ts'
import {
  containsAll,
  containsGrams,
  containsPlain,
  isBeyondAscii,
} from '#db/searching/contains-all.ts'
import { limitStatements, STATEMENT_MS } from './limit-statements.ts'
import type { SearchText } from './read-query.ts'

/** The number of newest rows that are scanned, which finds common words, and how many of them at first. */
const LOOKED_AT = 5_000
const FIRST = 1_000
/** Maximum number of rows from an index: words in more rows are found among the newest. */
const FOUND_MAX = 20_000
/** The indexes contain sequences of three characters. */
const INDEXED_CHARACTERS = 3
/** Rows that one statement scans for a text that no index can find. */
const SCANNED = 50_000

/**
 * A text of each row of a table.
 *
 * condition: the rows that have it, as in the condition of its index.
 * hasTrigrams: whether it has a trigram index of all texts, and one by `search_grams` of those beyond ASCII. Otherwise
 * the latter contains all texts.
 */
type TextColumn = {
  text: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  hasTrigrams: boolean
}

/**
 * A table with texts, whose ids contain the time.
 *
 * condition: the rows that are searched.
 * indexed: the rows that its indexes contain, as in their conditions. There are few others.
 */
export type TextTable = {
  table: 'messages' | 'notes'
  condition: RawBuilder<boolean>
  indexed: RawBuilder<boolean>
  columns: TextColumn[]
}

/** Ids that were found. `isComplete`: whether everything was searched. */
type Ids = { ids: string[]; isComplete: boolean }

/**
 * Finds the ids of a page of rows with a text that contains all terms of `search`, newest first. Returns one id more than the
 * page shows if there is a next page.
 *
 * Common words are found among the newest rows, rare ones by the indexes, so neither reads more than it finds: words of which the very
 * newest rows have none are rare. One or two characters of ASCII are searched only among the newest. Signs, which no index can find, are searched in all rows,
 * newest first, until the deadline.
 *
 * @throws {AppError} invalid_cursor
 */
export async function findTexts(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  page: PageInput,
): Promise<Ids> {
  const limit = rowsToRead(page)
  const before = scanAfter(page)
  const newest = await limitStatements(scope, (tx) =>
    findAmongNewest(tx, texts, search, { limit, before }),
  )
  if (!newest) return { ids: [], isComplete: false }
  if (newest.ids.length === limit || newest.isComplete) return { ...newest, isComplete: true }
  const branches = indexBranches(texts, search)
  if (newest.ids.length > 0 || !branches) {
    const next = { limit: limit - newest.ids.length, before: newest.last }
    const more = await limitStatements(scope, (tx) => findAmongNext(tx, texts, search, next))
    newest.ids.push(...(more ?? []))
    if (newest.ids.length === limit) return { ...newest, isComplete: true }
  }
  if (branches) {
    const found = await limitStatements(scope, (tx) =>
      findByIndex(tx, texts, branches, { limit, before }),
    )
    return found ?? newest
  }
  const isShort = search.terms.every(({ folded }) => [...folded].length < INDEXED_CHARACTERS)
  return isShort ? newest : findByScan(scope, texts, search, { limit, before })
}

type Part = { limit: number; before: string | undefined }

function rowsBefore(scope: Scope, { condition }: TextTable, { before }: Part): RawBuilder<unknown> {
  const rest = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  return sql`workspace_id = ${scope.workspaceId} and ${condition} ${rest}`
}

/** Searches the very newest rows, of which `last` is the last. `isComplete`: there are no others. */
async function findAmongNewest(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  part: Part,
): Promise<Ids & { last: string | undefined }> {
  const { rows } = await sql<{ ids: string[]; last: string | null }>`
    with newest as materialized (${selectNewest(scope, texts, part, FIRST)})
    select array(
      select id from newest where ${isFound(texts, search)} order by id desc limit ${part.limit}
    ) as ids, (select id from newest order by id desc offset ${FIRST - 1} limit 1) as last`.execute(
    scope.db,
  )
  const { ids, last } = firstOf(rows)
  return { ids, last: last ?? undefined, isComplete: last === null }
}

/** Searches the next of the newest rows, and stops when it has found enough. */
async function findAmongNext(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  part: Part,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${selectNewest(scope, texts, part, LOOKED_AT - FIRST)}) as newest
    where ${isFound(texts, search)} order by id desc limit ${part.limit}`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** Selects the newest rows with their texts, newest first. */
function selectNewest(
  scope: Scope,
  texts: TextTable,
  part: Part,
  count: number,
): RawBuilder<unknown> {
  const named = texts.columns.map(
    ({ text, condition }, index) =>
      sql`case when ${condition} then ${text} end as ${nameOf(index)}`,
  )
  return sql`
    select id, ${sql.join(named)} from ${sql.table(texts.table)}
    where ${rowsBefore(scope, texts, part)} order by id desc limit ${count}`
}

function isFound({ columns }: TextTable, search: SearchText): RawBuilder<boolean> {
  return or(columns.map((_, index) => containsAll(nameOf(index), search)))
}

/** Returns the conditions that indexes serve, which together find all rows; undefined if no index can. */
function indexBranches(
  { columns, indexed }: TextTable,
  search: SearchText,
): RawBuilder<boolean>[] | undefined {
  const branches = columns.map((column) => branchesOf(column, search))
  if (!branches.every((each) => each !== undefined)) return undefined
  return [
    ...branches.flat().map((branch) => sql<boolean>`${indexed} and ${branch}`),
    sql<boolean>`not (${indexed}) and ${containsInAny(columns, search)}`,
  ]
}

function branchesOf(
  { text, condition, hasTrigrams }: TextColumn,
  search: SearchText,
): RawBuilder<boolean>[] | undefined {
  const grams = containsGrams(text, search)
  if (!hasTrigrams) return grams && [sql`${condition} and ${grams}`]
  const beyond = grams && [sql<boolean>`${isBeyondAscii(text)} and ${grams}`]
  const plain = containsPlain(text, search)
  if (plain) return [sql`${condition} and ${plain}`, ...(beyond ?? [])]
  // A text that contains such a term is beyond ASCII itself.
  const needsBeyond = search.terms.some(({ folded }) => /[^\0-\x7f]/u.test(folded))
  return needsBeyond ? beyond : undefined
}

async function findByIndex(
  scope: Scope,
  texts: TextTable,
  branches: RawBuilder<boolean>[],
  part: Part,
): Promise<Ids> {
  const parts = branches.map(
    (branch) => sql`(
      select id from ${sql.table(texts.table)}
      where ${rowsBefore(scope, texts, part)} and ${branch}
      limit ${FOUND_MAX})`,
  )
  const { rows } = await sql<{ ids: string[]; count: number }>`
    with found as materialized (${sql.join(parts, sql` union `)})
    select array(select id from found order by id desc limit ${part.limit}) as ids,
      (select count(*)::integer from found) as count`.execute(scope.db)
  const { ids, count } = firstOf(rows)
  return { ids, isComplete: count < FOUND_MAX }
}

async function findByScan(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  { limit, before }: Part,
): Promise<Ids> {
  const ids: string[] = []
  const until = performance.now() + STATEMENT_MS
  for (let from = before; ids.length < limit;) {
    const left = until - performance.now()
    const scanned =
      left > 0
        ? await limitStatements(
            scope,
            (tx) => scanPart(tx, texts, search, { limit: limit - ids.length, before: from }),
            left,
          )
        : undefined
    if (!scanned) return { ids, isComplete: false }
    ids.push(...scanned.ids)
    if (scanned.last === undefined) break
    from = scanned.last
  }
  return { ids, isComplete: true }
}

/** Searches the next rows. `last`: the last of them, if there are more. */
async function scanPart(
  scope: Scope,
  texts: TextTable,
  search: SearchText,
  part: Part,
): Promise<{ ids: string[]; last: string | undefined }> {
  const rows = rowsBefore(scope, texts, part)
  const table = sql.table(texts.table)
  const { rows: ends } = await sql<{ id: string }>`
    select id from ${table} where ${rows}
    order by id desc offset ${SCANNED - 1} limit 1`.execute(scope.db)
  const last = ends[0]?.id
  const { rows: found } = await sql<{ id: string }>`
    select id from ${table}
    where ${rows} ${last === undefined ? sql`` : sql`and id >= ${last}::uuid`}
      and ${containsInAny(texts.columns, search)}
    order by id desc limit ${part.limit}`.execute(scope.db)
  return { ids: found.map(({ id }) => id), last }
}

function containsInAny(columns: TextColumn[], search: SearchText): RawBuilder<boolean> {
  return or(
    columns.map(({ text, condition }) => sql`${condition} and ${containsAll(text, search)}`),
  )
}

function nameOf(index: number): RawBuilder<unknown> {
  return sql.ref(`text_${index}`)
}

function or(conditions: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
