import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { openTestContext } from '#test/context.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createSharedBuckets } from './create-shared-buckets.ts'

const { context } = await openTestContext()
const LIMIT = { ratePerSecond: 1, burst: 10 }
const now = new Date('2026-03-01T10:00:00Z')

/** Creates the buckets of another process. Its time stands still, and it shares only when `flush` is called. */
function createProcess(name: string, isShared = true, db: Context['db'] = context.directory) {
  const database = { ...context.config.database, isShared }
  const clock = { now: () => now }
  return createSharedBuckets(
    { ...context, directory: db, clock, config: { ...context.config, database } },
    name,
    60_000,
  )
}

/** Takes `count` tokens and returns how many were allowed. */
function take(buckets: ReturnType<typeof createProcess>, count: number, key = 'a'): number {
  return Array.from({ length: count }, () => buckets.take(key, LIMIT)).filter(
    (each) => each.allowed,
  ).length
}

test('a limit holds for all processes together', async () => {
  const [first, second] = [createProcess('together'), createProcess('together')]
  assert.equal(take(first, 6), 6)
  assert.equal(take(second, 1), 1)
  await first.flush()
  await second.flush()
  assert.equal(take(second, 9), 3)
  await second.flush()
  await first.flush()
  assert.equal(take(first, 1), 1, 'a process that takes no tokens does not learn of the sum')
  await first.flush()
  assert.equal(take(first, 1), 0)
})

test('keys and kinds of limits are apart', async () => {
  const [first, second] = [createProcess('apart'), createProcess('another kind')]
  assert.equal(take(first, 11), 10)
  await first.flush()
  assert.equal(take(first, 1, 'b'), 1)
  assert.equal(take(second, 1), 1)
  await second.flush()
  assert.equal(take(second, 9), 9)
})

test('tokens that are taken while the sum is read count too', async () => {
  const [first, second] = [createProcess('meanwhile'), createProcess('meanwhile')]
  take(first, 4)
  await first.flush()
  take(second, 1)
  const telling = second.flush()
  assert.equal(take(second, 2), 2)
  await telling
  assert.equal(take(second, 9), 3)
})

test('while the database is away, a process counts alone', async () => {
  const db = watchQueries(context.directory, () => {
    throw new Error('The database is away.')
  })
  const buckets = createProcess('away', true, db)
  assert.equal(take(buckets, 11), 10)
  await buckets.flush()
  assert.equal(take(buckets, 1), 0)
})

test('a flood of keys is limited without sharing all of them', async () => {
  const buckets = createProcess('flood')
  const keys = Array.from({ length: 1_500 }, (_, key) => String(key))
  for (const key of keys) take(buckets, 1, key)
  await buckets.flush()
  // Processes of other tests may still store theirs.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from attempt_counts
    where id = any (${keys.map((key) => hashSecret(`flood ${key}`))}::bytea[])`.execute(
    context.directory,
  )
  assert.equal(rows[0]!.count, 1_000)
})

test('the one process of the embedded database stores nothing', async () => {
  const buckets = createProcess('embedded', false)
  const before = await countRows()
  assert.equal(take(buckets, 11), 10)
  await buckets.flush()
  assert.equal(await countRows(), before)
})

async function countRows(): Promise<number> {
  const { count } = await context.directory
    .selectFrom('attempt_counts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
