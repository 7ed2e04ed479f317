import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { prepared } from './prepared.ts'

test('a prepared statement is planned once per connection, any other at each call', async () => {
  const { context } = await openTestContext()
  await context.db.connection().execute(async (db) => {
    for (const value of [1, 2, 3]) {
      await prepared`select ${value}::int as planned_once`.execute(db)
      await sql`select ${value}::int as planned_each_time`.execute(db)
    }
    const { rows } = await sql<{ statement: string; calls: number }>`
      select statement, generic_plans + custom_plans as calls from pg_prepared_statements
      where statement like '%planned%' and statement not like '%pg_prepared_statements%'`.execute(
      db,
    )
    assert.deepEqual(rows, [
      { statement: '/* prepared */select $1::int as planned_once', calls: 3 },
    ])
  })
})
