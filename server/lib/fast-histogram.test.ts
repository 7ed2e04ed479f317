import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { FastHistogram } from './fast-histogram.ts'

test('a histogram writes what that of prom-client writes, and checks labels only once', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const config = { name: 'seconds', help: 'Seconds.', buckets: [0.1, 1] }
  const labelNames = ['kind', 'result'] as const
  const labeled = { ...config, name: 'labeled', labelNames }
  const made = [
    [
      new FastHistogram({ ...config, registers: [ours] }),
      new FastHistogram({ ...labeled, registers: [ours] }),
    ],
    [
      new Histogram({ ...config, registers: [theirs] }),
      new Histogram({ ...labeled, registers: [theirs] }),
    ],
  ] as const
  assert.equal(await ours.metrics(), await theirs.metrics(), 'before the first observation')
  for (const [plain, histogram] of made) {
    for (const value of [0.05, 0.1, 0.5, 3]) {
      plain.observe(value)
      histogram.observe({ kind: 'a', result: 'done' }, value)
    }
    histogram.observe({ result: 'failed', kind: 'a' }, 1)
    histogram.observe({ result: 'done', kind: 'a' }, 1)
    histogram.observe({ kind: 'b' }, 1)
  }
  assert.equal(await ours.metrics(), await theirs.metrics())

  const labels = new Proxy(
    { kind: 'a', result: 'done' },
    { ownKeys: () => assert.fail('the labels are checked again') },
  )
  made[0][1].observe(labels, 1)
  assert.throws(() => made[1][1].observe(labels, 1), 'as prom-client does')
})
