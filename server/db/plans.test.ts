import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'

test('each table of tenants lets statements be planned for large workspaces', async () => {
  const { context } = await openTestContext()
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass::text as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attname = 'workspace_id' and not attisdropped and relkind = 'r' and relnamespace = 'public'::regnamespace
      and not coalesce(attoptions, '{}') @> '{n_distinct=1}'
    order by 1`.execute(context.db)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [],
    'a migration must say for these tables: alter column workspace_id set (n_distinct = 1)',
  )
})
