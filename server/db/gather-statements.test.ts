import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { beforeClose, openTestContext } from '#test/context.ts'
import { gatherStatements } from './gather-statements.ts'
import { createDb, createPool } from './pool.ts'
import { prepared } from './prepared.ts'

const { context, url } = await openTestContext()
const db = createDb(createPool({ url, max: 1, name: 'parley test', onError: () => undefined }))
beforeClose(context, () => db.destroy())
const gathered = gatherStatements(db)

test('statements of several requests share packets, each with its result, and change no setting of their connection', async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number)
  const read = (number: number) =>
    prepared<{ number: number; at: string; mode: string }>`
      select ${number}::integer as number, now()::text as at, current_setting('plan_cache_mode') as mode`.execute(
      gathered,
    )
  const results = await Promise.all(numbers.map(read))
  const rows = results.flatMap((result) => result.rows)
  assert.deepEqual(
    rows.map((row) => row.number),
    numbers,
  )
  // The statements of a packet are in one transaction.
  assert.equal(new Set(rows.map((row) => row.at)).size, 2)
  assert.deepEqual(new Set(rows.map((row) => row.mode)), new Set(['force_generic_plan']))
  const { rows: after } = await sql`select current_setting('plan_cache_mode') as mode`.execute(db)
  assert.deepEqual(after, [{ mode: 'auto' }])
})

test('a statement that fails fails no other of its packet', async () => {
  const divide = (by: number) =>
    prepared<{ result: number }>`select 12 / ${by}::integer as result`.execute(gathered)
  const outcomes = await Promise.allSettled([1, 2, 0, 3, 4].map(divide))
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'fulfilled' ? each.value.rows[0]?.result : 'failed')),
    [12, 6, 'failed', 4, 3],
  )
})

test('statements that are not prepared, and those of one request after the other, are executed as usual', async () => {
  const { rows } = await sql`select 1 as one`.execute(gathered)
  assert.deepEqual(rows, [{ one: 1 }])
  await assert.rejects(
    gathered.transaction().execute(() => Promise.resolve()),
    /share/,
  )
})
