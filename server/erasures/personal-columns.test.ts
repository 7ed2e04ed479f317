import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { ALL_TABLES } from '#db/tables.ts'
import { personalColumns } from './personal-columns.ts'
import { STEPS } from './steps.ts'

const { context } = await openTestContext()

const COLUMNS = personalColumns()
const WITHOUT_CONTACTS = new Set<string>(
  ALL_TABLES.flatMap(({ name, withoutContacts }) => (withoutContacts === undefined ? [] : [name])),
)

test('every column that can hold personal data is erased, or listed as free of it', async () => {
  const { rows } = await sql<{ name: string; table: string }>`
    select table_name || '.' || column_name as name, table_name as table
    from information_schema.columns as one
    where table_schema = 'public'
      and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass)
      and udt_name in ('text', '_text', 'json', 'jsonb', 'bytea', 'varchar', 'tsvector', 'inet', 'xml')
      and exists (
        select from information_schema.columns as other
        where other.table_name = one.table_name and other.column_name = 'workspace_id'
      )
    order by name`.execute(context.db)
  const listed = new Set(Object.keys(COLUMNS))
  const names = rows.filter(({ table }) => !WITHOUT_CONTACTS.has(table)).map(({ name }) => name)
  const missing = names.filter((name) => !listed.has(name))
  assert.deepEqual(missing, [], 'decide about these in server/db/tables/')
  const gone = [...listed].filter((name) => !names.includes(name))
  assert.deepEqual(gone, [], 'these columns do not exist')
})

test('every column names a step of the erasure', () => {
  const steps = new Set(['request', ...STEPS.map(({ name }) => name)])
  for (const [column, handling] of Object.entries(COLUMNS))
    assert.ok(handling.startsWith('free: ') || steps.has(handling), `${column}: ${handling}`)
})
