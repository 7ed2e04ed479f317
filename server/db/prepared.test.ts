import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { bulkRows } from './bulk-rows.ts'
import { prepared } from './prepared.ts'
import { retryConflicts } from './retry-conflicts.ts'

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

test('a statement is planned for any number of values, also if it is always called with one', async () => {
  const { context } = await openTestContext()
  await sql`create table lengths as select id from generate_series(1, 10000) as id`.execute(
    context.db,
  )
  await sql`create unique index on lengths (id)`.execute(context.db)
  await sql`analyze lengths`.execute(context.db)
  await context.db.connection().execute(async (db) => {
    for (let call = 1; call <= 10; call++) {
      const given = bulkRows('given', [call], { id: ['integer', (id) => id] })
      const { rows } = await prepared<{ id: number }>`
        select lengths.id from ${given} join lengths on lengths.id = given.id
        where lengths.id = any (${[call]}::integer[]) and lengths.id <> all (${[0]}::integer[])`.execute(
        db,
      )
      assert.deepEqual(rows, [{ id: call }])
    }
    const { rows } = await sql<{ custom_plans: string }>`
      select custom_plans from pg_prepared_statements where statement like '%from lengths%' or statement like '%join lengths%'`.execute(
      db,
    )
    // PostgreSQL plans the first five calls of each statement.
    assert.deepEqual(
      rows.map(({ custom_plans }) => Number(custom_plans)),
      [5],
    )
  })
})

test('a template may contain fragments, literals and tables, and keeps a text for each', async () => {
  const { context } = await openTestContext()
  const find = async (ids: number[], condition: RawBuilder<unknown>, name: string) => {
    const given = bulkRows('given', ids, { id: ['integer', (id) => id] })
    const { rows } = await prepared<{ id: number; name: string; rest: number }>`
      with named as (select * from ${given})
      select id, ${name}::text as name, ${sql.lit(7)} as rest
      from ${sql.table('named')} where ${condition} order by id`.execute(context.db)
    return rows
  }
  for (let call = 0; call < 2; call++) {
    assert.deepEqual(await find([1, 2, 3], sql`id > ${1}`, 'a'), [
      { id: 2, name: 'a', rest: 7 },
      { id: 3, name: 'a', rest: 7 },
    ])
    assert.deepEqual(await find([4], sql`id >= ${4} and id < ${5}`, 'b'), [
      { id: 4, name: 'b', rest: 7 },
    ])
  }
})

test('a prepared statement that returns all columns works on after a migration adds one', async () => {
  const { context } = await openTestContext()
  const { db } = context
  await sql`create table widths (id integer); insert into widths values (1)`.execute(db)
  const read = (from: typeof db) => prepared<object>`select * from widths`.execute(from)
  const inTransaction = () =>
    retryConflicts(db, () => db.transaction().execute(async (tx) => (await read(tx)).rows))
  // Each of the pool's connections has a plan before the change.
  const all = await Promise.all(Array.from({ length: 4 }, inTransaction))
  assert.deepEqual(all[0], [{ id: 1 }])
  for (const column of ['a', 'b']) {
    await sql`alter table widths add column ${sql.ref(column)} integer`.execute(db)
    assert.ok(column in (await read(db)).rows[0]!)
    for (const rows of await Promise.all(Array.from({ length: 4 }, inTransaction)))
      assert.ok(column in rows[0]!)
  }
})
