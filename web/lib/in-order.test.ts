import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './in-order.ts'

/** Returns a request that ends when `end` or `fail` is called, and records its start. */
function request(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('requests about one thing run one after the other, also after a failure', async () => {
  const started: string[] = []
  const [one, two, three] = ['one', 'two', 'three'].map((name) => request(name, started))
  const first = inOrder('ticket 1', one!.run)
  const second = inOrder('ticket 1', two!.run)
  const third = inOrder('ticket 1', three!.run)
  assert.deepEqual(started, ['one'])
  one!.fail()
  await assert.rejects(first, { message: 'one' })
  assert.deepEqual(started, ['one', 'two'])
  two!.end()
  assert.equal(await second, 'two')
  three!.end()
  assert.equal(await third, 'three')
  assert.deepEqual(started, ['one', 'two', 'three'])
})

test('requests about different things run side by side', async () => {
  const started: string[] = []
  const [one, other] = ['one', 'other'].map((name) => request(name, started))
  const both = [inOrder('ticket 1', one!.run), inOrder('ticket 2', other!.run)]
  assert.deepEqual(started, ['one', 'other'])
  one!.end()
  other!.end()
  assert.deepEqual(await Promise.all(both), ['one', 'other'])
})
