import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createPhoneFinder } from './read-phone.ts'

const { context } = await openTestContext()

/** The directory, and the number of queries that were sent to it. */
function countQueries() {
  let queries = 0
  const directory = watchQueries(context.directory, () => queries++)
  return { directory, queries: () => queries }
}

test('requests of the same moment share the query for the country, of each workspace', async () => {
  const { directory, queries } = countQueries()
  const scopes = await Promise.all(
    ['IN', 'US'].map(async (country) => {
      const { scope } = await createTestWorkspace(context)
      await context.directory
        .updateTable('workspaces')
        .set({ default_country: country })
        .where('id', '=', scope.workspaceId)
        .execute()
      return { ...scope, directory }
    }),
  )
  const found = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      createPhoneFinder(scopes[index % 2]!)(index % 2 === 0 ? '98200 12345' : '(415) 555-0137'),
    ),
  )
  assert.deepEqual(new Set(found), new Set(['+919820012345', '+14155550137']))
  assert.equal(queries(), 2)
})

test('a number with its country code needs no query, and a text that is no number is none', async () => {
  const { scope } = await createTestWorkspace(context)
  const { directory, queries } = countQueries()
  assert.equal(await createPhoneFinder({ ...scope, directory })('+1 415 555 0137'), '+14155550137')
  assert.equal(queries(), 0)
  assert.equal(await createPhoneFinder({ ...scope, directory })('call me'), undefined)
  assert.equal(queries(), 1)
})
