import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { PERSONAL_COLUMNS, TABLES_WITHOUT_CONTACTS } from './personal-columns.ts'
import { STEPS } from './steps.ts'

const { context } = await openTestContext()

/** Columns with a fixed set of words, which a check in the database holds to. */
const FIXED =
  /\.(kind|status|step|type|direction|author_type|actor_type|requested_by_type|code|error_code|outcome|origin|priority|subject|action|target_type|target_id|event_type|last_message_direction)$/

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
  const listed = new Set(Object.keys(PERSONAL_COLUMNS))
  const names = rows
    .filter(({ table }) => !(table in TABLES_WITHOUT_CONTACTS))
    .map(({ name }) => name)
  const missing = names.filter((name) => !listed.has(name) && !isFixed(name))
  assert.deepEqual(missing, [], 'add these to server/erasures/personal-columns.ts')
  const gone = [...listed].filter((name) => !names.includes(name))
  assert.deepEqual(gone, [], 'these columns do not exist')
})

test('every column names a step of the erasure', () => {
  const steps = new Set(['request', ...STEPS.map(({ name }) => name)])
  for (const [column, handling] of Object.entries(PERSONAL_COLUMNS))
    assert.ok(handling.startsWith('free: ') || steps.has(handling), `${column}: ${handling}`)
})

function isFixed(name: string): boolean {
  return FIXED.test(`.${name.split('.')[1]}`) && !(name in PERSONAL_COLUMNS)
}
