import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from '#http/serialize.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import type { Scope } from './context.ts'
import { gatherReads } from './gather-reads.ts'
import { transaction } from './transaction.ts'

const { context } = await openTestContext()

/** Creates a read that waits for `release` at its first call, and keeps what it was asked for. */
function createSlowRead() {
  const asked: string[][] = []
  const first = Promise.withResolvers<void>()
  const read = gatherReads(async (_: Scope, ids: string[]) => {
    asked.push(ids)
    if (asked.length === 1) await first.promise
    return ids.map((id) => (id === 'unknown' ? undefined : { id, at: new Date(0) }))
  })
  return { asked, read, release: () => first.resolve() }
}

test('pages that are read while the database answers share a query, in which each row is once', async () => {
  const { scope } = await createTestWorkspace(context)
  const { asked, read, release } = createSlowRead()
  const early = read(scope, ['a'])
  // The first read begins once the event loop has delivered its calls.
  await new Promise(setImmediate)
  const late = Promise.all([read(scope, ['a', 'b']), read(scope, ['b', 'unknown', 'c'])])
  release()
  assert.deepEqual(await early, [{ id: 'a', at: new Date(0) }])
  const [one, two] = await late
  assert.deepEqual(asked, [['a'], ['a', 'b', 'unknown', 'c']])
  assert.deepEqual(
    [one, two].map((page) => page.map((each) => each?.id)),
    [
      ['a', 'b'],
      ['b', undefined, 'c'],
    ],
  )
  assert.equal(one[1], two[0])
  for (const data of [one, two])
    for (let time = 0; time < 2; time++)
      assert.equal(
        serialize({ data, next_cursor: null }),
        JSON.stringify({ data, next_cursor: null }),
      )
})

test('reads of two workspaces, and those of a transaction, share nothing', async () => {
  const { scope } = await createTestWorkspace(context)
  const { scope: other } = await createTestWorkspace(context)
  const { asked, read, release } = createSlowRead()
  const early = read(scope, ['a'])
  await new Promise(setImmediate)
  await transaction(scope, (tx) => read(tx, ['b']))
  await read(other, ['c'])
  release()
  await early
  assert.deepEqual(asked, [['a'], ['b'], ['c']])
})
