import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { coalesce } from './coalesce.ts'
import type { Outcome } from './coalesce.ts'

const fulfilled = <T>(value: T): Outcome<T> => ({ status: 'fulfilled', value })

/** Creates a batch runner whose batches end when the test says so. */
function heldRunner<I>() {
  const batches: { inputs: I[]; end: () => void; fail: (reason: Error) => void }[] = []
  const run = (inputs: I[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<I>[]>()
    batches.push({ inputs, end: () => resolve(inputs.map(fulfilled)), fail: reject })
    return promise
  }
  return { run, batches }
}

/** Waits for the end of this turn of the event loop, when the gathered calls start. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a call starts together with those of its turn of the event loop, and waits for no others', async () => {
  const { run, batches } = heldRunner<number>()
  const call = coalesce({ maxBatch: 10, run })
  const answers = [call(1), Promise.resolve().then(() => call(2))]
  await turn()
  const later = call(3)
  await turn()
  assert.deepEqual(
    batches.map(({ inputs }) => inputs),
    [[1, 2]],
  )
  batches[0]?.end()
  assert.deepEqual(await Promise.all(answers), [1, 2])
  batches[1]?.end()
  assert.equal(await later, 3)
})

test('calls that arrive during a batch share the next one, up to its limit, in order', async () => {
  const { run, batches } = heldRunner<number>()
  const call = coalesce({ maxBatch: 3, run })
  const first = call(1)
  await turn()
  const answers = [first, ...[2, 3, 4, 5].map(call)]
  await turn()
  assert.equal(batches.length, 1)
  batches[0]?.end()
  await answers[0]
  assert.deepEqual(batches[1]?.inputs, [2, 3, 4])
  batches[1]?.end()
  await answers[3]
  assert.deepEqual(batches[2]?.inputs, [5])
  batches[2]?.end()
  assert.deepEqual(await Promise.all(answers), [1, 2, 3, 4, 5])
})

test('each input gets its own result or its own error', async () => {
  const call = coalesce<number, number>({
    maxBatch: 10,
    run: async (inputs) =>
      inputs.map((n) =>
        n % 2 ? { status: 'rejected', reason: new Error(`odd ${n}`) } : fulfilled(n * 10),
      ),
  })
  const settled = await Promise.allSettled([2, 3, 4].map(call))
  assert.deepEqual(
    settled.map((s) => (s.status === 'fulfilled' ? s.value : s.reason.message)),
    [20, 'odd 3', 40],
  )
})

test('a batch that rejects, throws or returns too few results fails only its own inputs', async () => {
  let turn = 0
  const call = coalesce<string, string>({
    maxBatch: 10,
    run: (inputs) => {
      turn++
      if (turn === 1) throw new Error('threw')
      if (turn === 2) return Promise.reject(new Error('rejected'))
      if (turn === 3) return Promise.resolve([])
      return Promise.resolve(inputs.map(fulfilled))
    },
  })
  for (const message of [/threw/, /rejected/, /no outcome/]) {
    await assert.rejects(call('a'), message)
  }
  assert.equal(await call('b'), 'b')
})

test('inputs of different keys never share a batch, and no key waits for another', async () => {
  const { run, batches } = heldRunner<{ key: string; n: number }>()
  const call = coalesce({ maxBatch: 10, run, keyOf: (input) => input.key })
  const first = ['a', 'b'].map((key, n) => call({ key, n }))
  await turn()
  const answers = [...first, ...['a', 'b', 'a'].map((key, n) => call({ key, n: n + 2 }))]
  await turn()
  assert.equal(batches.length, 2)
  for (let i = 0; i < 4; i++) {
    batches[i]?.end()
    await turn()
  }
  await Promise.all(answers)
  assert.deepEqual(
    batches.map((batch) => batch.inputs.map((input) => `${input.key}${input.n}`)),
    [['a0'], ['b1'], ['a2', 'a4'], ['b3']],
  )
})

test('at most the allowed number of batches run at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(3), { maxLength: 40 }),
      async (concurrency, maxBatch, keys) => {
        const running = new Map<number, number>()
        const call = coalesce<{ key: number; n: number }, number>({
          maxBatch,
          concurrency,
          keyOf: (input) => input.key,
          run: async (inputs) => {
            const key = inputs[0]?.key ?? -1
            const count = (running.get(key) ?? 0) + 1
            running.set(key, count)
            assert.ok(count <= concurrency && inputs.length <= maxBatch)
            assert.ok(inputs.every((input) => input.key === key))
            await new Promise(setImmediate)
            running.set(key, (running.get(key) ?? 0) - 1)
            return inputs.map((input) => fulfilled(input.n))
          },
        })
        const answers = await Promise.all(keys.map((key, n) => call({ key, n })))
        assert.deepEqual(answers, [...keys.keys()])
      },
    ),
    { numRuns: 60 },
  )
})

test('an idle key is dropped from memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const call = coalesce<{ key: object }, boolean>({
    maxBatch: 10,
    keyOf: (input) => input.key,
    run: async (inputs) => inputs.map(() => fulfilled(true)),
  })
  const use = async () => {
    const key = {}
    await call({ key })
    return new WeakRef(key)
  }
  const seen = await use()
  await new Promise(setImmediate)
  collect()
  assert.equal(seen.deref(), undefined)
})

test('with time to gather, calls of several turns of the event loop share a batch', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { run, batches } = heldRunner<number>()
  const call = coalesce({ maxBatch: 10, gatherMs: 20, run })
  const answers = [call(1)]
  await turn()
  answers.push(call(2))
  assert.equal(batches.length, 0)
  t.mock.timers.tick(20)
  answers.push(call(3))
  batches[0]!.end()
  await answers[0]
  answers.push(call(4))
  assert.equal(batches.length, 1)
  t.mock.timers.tick(20)
  batches[1]!.end()
  assert.deepEqual(await Promise.all(answers), [1, 2, 3, 4])
  assert.deepEqual(
    batches.map(({ inputs }) => inputs),
    [
      [1, 2],
      [3, 4],
    ],
  )
})
