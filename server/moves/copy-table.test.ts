import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { DROP_RULES, insertAnyRow } from '#test/any-row.ts'
import { createTestDatabase } from '#test/context.ts'
import { copyKeys, copyTable } from './copy-table.ts'
import type { Key } from './copy-table.ts'
import { inTransaction, openMoveClient } from './move-client.ts'
import { quote, readTables } from './read-tables.ts'
import type { MovedTable } from './read-tables.ts'
import { copyChanges } from './track-changes.ts'

const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
const [from, to] = await Promise.all(databases.map(({ url }) => openMoveClient(url)))
const tables = await readTables(from!)
after(async () => {
  await Promise.all([from, to].map((client) => client!.close()))
  await Promise.all(databases.map((database) => database.drop()))
})

/** Adds a row with a value in every column that no rule of the table forbids. A workspace has one default of its business hours. */
async function addRow(table: MovedTable, workspaceId: string): Promise<void> {
  await from!.rows(
    insertAnyRow(table, {
      workspace_id: `'${workspaceId}'`,
      is_default: 'false',
    }),
  )
}

async function dropRules(): Promise<void> {
  for (const client of [from!, to!]) await client.rows(DROP_RULES)
}

function read(client: typeof from, { name }: MovedTable): Promise<unknown[][]> {
  return client!.rows(`select t::text from ${quote(name)} as t order by 1`)
}

test('values of every type arrive as they are, of one workspace only', async () => {
  await dropRules()
  const [mine, other] = [newId(), newId()]
  for (const table of tables) {
    await addRow(table, mine)
    // Some keys are the workspace alone.
    if (table.key.length > 1) await addRow(table, mine)
    await addRow(table, other)
  }
  await inTransaction(
    from!,
    async () => {
      for (const table of tables)
        assert.equal(await copyTable(from!, to!, table, mine), table.key.length > 1 ? 2 : 1)
    },
    { snapshot: true },
  )
  for (const table of tables) {
    const rows = (await read(from, table)).filter(([row]) => String(row).includes(mine))
    assert.deepEqual(await read(to, table), rows, table.name)
  }

  // In each table, one row is deleted, one is changed and one is new.
  const keys = new Map<string, Key[]>()
  for (const table of tables) {
    const columns = table.key.slice(1).map(({ name }) => `${quote(name)}::text`)
    const of = `from ${quote(table.name)} where workspace_id = '${mine}'`
    const before = (await from!.rows(`select ${columns.join(', ')} ${of}`)) as Key[]
    await from!.rows(`delete from ${quote(table.name)} where ctid = (select min(ctid) ${of})`)
    await addRow(table, mine)
    const now = (await from!.rows(`select ${columns.join(', ')} ${of}`)) as Key[]
    keys.set(table.name, [...before, ...now])
  }
  await inTransaction(to!, () => copyKeys(from!, to!, tables, keys, mine))
  for (const table of tables) {
    const rows = (await read(from, table)).filter(([row]) => String(row).includes(mine))
    assert.deepEqual(await read(to, table), rows, table.name)
  }
})

test('a row that was written several times is copied once', async () => {
  const workspaceId = newId()
  const table = tables.find(({ name }) => name === 'tags')!
  await addRow(table, workspaceId)
  const [[id]] = (await from!.rows('select id::text from tags where workspace_id = $1', [
    workspaceId,
  ])) as [[string]]
  await from!.rows(
    `insert into moved_rows (table_name, key) select 'tags', array[$1] from generate_series(1, 50)`,
    [id],
  )
  assert.equal(await copyChanges(from!, to!, tables, workspaceId), 1)
  const of = 'select id::text from tags where workspace_id = $1'
  assert.deepEqual(await to!.rows(of, [workspaceId]), [[id]])
  assert.equal(await copyChanges(from!, to!, tables, workspaceId), 0)
})

test('a copy that differs is refused', async () => {
  const workspaceId = newId()
  const table = tables.find(({ name }) => name === 'tags')!
  await addRow(table, workspaceId)
  await addRow(table, workspaceId)
  await to!.rows(`create or replace function lose() returns trigger language plpgsql as
    'begin new.name := new.name || ''x''; return new; end'`)
  await to!.rows('create trigger lose before insert on tags for each row execute function lose()')
  await assert.rejects(
    inTransaction(from!, () => copyTable(from!, to!, table, workspaceId)),
    /The copy of the table tags differs: 2 rows/,
  )
})
