import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { limitStatements } from './limit-statements.ts'

test('each statement of a search is canceled at its limit, also the one that is sent together with the limit', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const sleep = sql`select pg_sleep(60)`
  assert.equal(await limitStatements(scope, (tx) => sleep.execute(tx.db), 1), undefined)
  const preparedSleep = prepared`select pg_sleep(60)`
  assert.equal(await limitStatements(scope, (tx) => preparedSleep.execute(tx.db), 1), undefined)
  const second = limitStatements(
    scope,
    async (tx) => {
      await sql`select 1`.execute(tx.db)
      return sleep.execute(tx.db)
    },
    200,
  )
  assert.equal(await second, undefined)
  const quick = await limitStatements(scope, (tx) => sql`select 1 as one`.execute(tx.db))
  assert.deepEqual(quick?.rows, [{ one: 1 }])
})
