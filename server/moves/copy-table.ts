import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { present } from '#lib/present.ts'
import type { MoveClient } from './move-client.ts'
import { quote } from './read-tables.ts'
import type { MovedTable } from './read-tables.ts'

/** The number of rows, and a sum of hashes of their contents that does not depend on their order. */
type Sum = { count: number; hash: string }

/** The key of a row without the workspace, as text. */
export type Key = string[]

/** A batch has about this many characters: fewer rows where they are large. */
const BATCH_CHARACTERS = 2_000_000
const BATCH_ROWS_MAX = 5_000
const KEYS_BATCH = 1_000

/** Copies the rows of a workspace to a table that has none of them, checks the result and returns the number of rows. */
export async function copyTable(
  from: MoveClient,
  to: MoveClient,
  table: MovedTable,
  workspaceId: string,
): Promise<number> {
  const columns = textColumns(table)
  // A statement that declares takes no parameters.
  await from.rows(
    `declare moving no scroll cursor for select ${columns} from ${quote(table.name)} as t
    where t.workspace_id = '${workspaceId.replaceAll("'", '')}'`,
  )
  for (let size = 100; ;) {
    const rows = (await from.rows(`fetch ${size} from moving`)) as (string | null)[][]
    if (rows.length === 0) break
    await insertRows(to, table, rows)
    const characters = rows.flat().reduce((sum, value) => sum + (value?.length ?? 0), 0)
    const fitting = Math.ceil((rows.length * BATCH_CHARACTERS) / Math.max(1, characters))
    size = Math.min(BATCH_ROWS_MAX, size * 4, Math.max(1, fitting))
  }
  await from.rows('close moving')
  const sums = await Promise.all([from, to].map((client) => sumTable(client, table, workspaceId)))
  return checkSums(table, firstOf(sums), itemAt(sums, 1))
}

/** Writes rows that were read with `textColumns`. */
async function insertRows(
  to: MoveClient,
  { name, columns }: MovedTable,
  rows: (string | null)[][],
): Promise<void> {
  const given = columns.map((_, place) => `c${place}`)
  const values = columns.map(({ type }, place) => `c${place}::${type}`)
  await to.rows(
    `insert into ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')})
    select ${values.join(', ')}
    from unnest(${columns.map((_, place) => `$${place + 1}::text[]`).join(', ')}) as given (${given.join(', ')})`,
    columns.map((_, place) => rows.map((row) => row[place])),
  )
}

/**
 * Makes the rows of `keys` at `to` those that `from` has, in the transactions of both, and checks them. Rows that the
 * database removes together with others are written anew. `tables` must be in the order of `readTables`.
 */
export async function copyKeys(
  from: MoveClient,
  to: MoveClient,
  tables: MovedTable[],
  keys: Map<string, Key[]>,
  workspaceId: string,
): Promise<void> {
  const all = new Map<string, Key[]>()
  for (const table of tables) {
    const own = [...(keys.get(table.name) ?? [])]
    for (const link of table.removedWith) {
      const parent = present(tables.find(({ name }) => name === link.parent))
      for (const batch of inBatches(all.get(parent.name) ?? []))
        own.push(...(await findRemoved(to, { table, parent, link }, batch, workspaceId)))
    }
    if (own.length > 0)
      all.set(table.name, [...new Map(own.map((key) => [JSON.stringify(key), key])).values()])
  }
  const changed = tables.filter(({ name }) => all.has(name))
  for (const table of changed.toReversed())
    for (const batch of inBatches(entryOf(all, table.name)))
      await to.rows(
        `delete from ${quote(table.name)} as t using ${givenKeys(table)}
        where t.workspace_id = $1 and ${isGiven(table)}`,
        keyValues(table, batch, workspaceId),
      )
  for (const table of changed)
    for (const batch of inBatches(entryOf(all, table.name))) {
      const rows = await readKeys(from, table, batch, workspaceId)
      if (rows.length > 0) await insertRows(to, table, rows)
      const sums = await Promise.all(
        [from, to].map((client) => sumKeys(client, table, batch, workspaceId)),
      )
      checkSums(table, firstOf(sums), itemAt(sums, 1))
    }
}

/** Returns the keys of the rows of a table that are removed together with those of `keys` in another one. */
async function findRemoved(
  client: MoveClient,
  of: { table: MovedTable; parent: MovedTable; link: MovedTable['removedWith'][number] },
  keys: Key[],
  workspaceId: string,
): Promise<Key[]> {
  const { table, parent, link } = of
  const rows = await client.rows(
    `select ${table.key
      .slice(1)
      .map(({ name }) => `child.${quote(name)}::text`)
      .join(', ')}
    from ${quote(table.name)} as child
    join ${quote(parent.name)} as t on ${link.columns
      .map(
        (column, place) => `child.${quote(column)} = t.${quote(itemAt(link.parentColumns, place))}`,
      )
      .join(' and ')}
    join ${givenKeys(parent)} on ${isGiven(parent)}
    where child.workspace_id = $1 and t.workspace_id = $1`,
    keyValues(parent, keys, workspaceId),
  )
  return rows as Key[]
}

async function readKeys(
  client: MoveClient,
  table: MovedTable,
  keys: Key[],
  workspaceId: string,
): Promise<(string | null)[][]> {
  const rows = await client.rows(
    `select ${textColumns(table)} from ${quote(table.name)} as t join ${givenKeys(table)} on ${isGiven(table)}
    where t.workspace_id = $1`,
    keyValues(table, keys, workspaceId),
  )
  return rows as (string | null)[][]
}

async function sumTable(client: MoveClient, table: MovedTable, workspaceId: string): Promise<Sum> {
  const rows = await client.rows(
    `select ${sumOf(table)} from ${quote(table.name)} as t where t.workspace_id = $1`,
    [workspaceId],
  )
  return toSum(rows)
}

async function sumKeys(
  client: MoveClient,
  table: MovedTable,
  keys: Key[],
  workspaceId: string,
): Promise<Sum> {
  const rows = await client.rows(
    `select ${sumOf(table)} from ${quote(table.name)} as t join ${givenKeys(table)} on ${isGiven(table)}
    where t.workspace_id = $1`,
    keyValues(table, keys, workspaceId),
  )
  return toSum(rows)
}

function sumOf({ columns }: MovedTable): string {
  const row = columns.map(({ name }) => `t.${quote(name)}`).join(', ')
  return `count(*), coalesce(sum(hashtextextended(row(${row})::text, 0)), 0)::text`
}

function toSum([row]: unknown[][]): Sum {
  const [count, hash] = row as [number, string]
  return { count, hash }
}

function checkSums({ name }: MovedTable, source: Sum, target: Sum): number {
  if (source.count !== target.count || source.hash !== target.hash)
    throw new Error(
      `The copy of the table ${name} differs: ${source.count} rows (${source.hash}) became ${target.count} (${target.hash}).`,
    )
  return source.count
}

function textColumns({ columns }: MovedTable): string {
  return columns.map(({ name }) => `t.${quote(name)}::text`).join(', ')
}

/** Returns the source `given` of keys, whose columns are the parameters after the workspace. */
function givenKeys({ key }: MovedTable): string {
  const columns = key.slice(1).map((_, place) => `$${place + 2}::text[]`)
  const names = key.slice(1).map((_, place) => `k${place}`)
  return columns.length === 0
    ? '(select) as given'
    : `unnest(${columns.join(', ')}) as given (${names.join(', ')})`
}

function isGiven({ key }: MovedTable): string {
  const conditions = key
    .slice(1)
    .map(({ name, type }, place) => `t.${quote(name)} = given.k${place}::${type}`)
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

function keyValues({ key }: MovedTable, keys: Key[], workspaceId: string): unknown[] {
  return [workspaceId, ...key.slice(1).map((_, place) => keys.map((each) => each[place]))]
}

function* inBatches(keys: Key[]): Generator<Key[]> {
  for (let from = 0; from < keys.length; from += KEYS_BATCH)
    yield keys.slice(from, from + KEYS_BATCH)
}
