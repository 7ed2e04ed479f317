import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#db/pool.ts'
import { openTestContext } from './context.ts'
import { countDeadlocks } from './deadlocks.ts'

const { context } = await openTestContext()

test('two transactions that wait for each other are counted as one deadlock', async () => {
  const before = await countDeadlocks(context.db)
  let waiting = 0
  const bothHold = Promise.withResolvers<void>()
  const lockBoth = (first: number, second: number) =>
    context.db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '10ms'`.execute(tx)
      await lock(tx, first)
      waiting += 1
      if (waiting === 2) bothHold.resolve()
      await bothHold.promise
      await lock(tx, second)
    })
  const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(await countDeadlocks(context.db), before + 1)
})

async function lock(tx: Db, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
