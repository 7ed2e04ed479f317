import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTokenBuckets } from './create-token-buckets.ts'

const limit = { ratePerSecond: 10, burst: 3 }

function bucketsAt(keysMax?: number) {
  const clock = { ms: 1_000_000 }
  const buckets = createTokenBuckets({ now: () => clock.ms, ...(keysMax && { keysMax }) })
  return { clock, buckets }
}

test('a burst passes, the next call waits for a token', () => {
  const { clock, buckets } = bucketsAt()
  assert.deepEqual(
    [1, 2, 3].map(() => buckets.take('a', limit).remaining),
    [2, 1, 0],
  )
  assert.deepEqual(buckets.take('a', limit), {
    allowed: false,
    remaining: 0,
    resetSeconds: 1,
    retryAfterSeconds: 1,
  })
  clock.ms += 99
  assert.equal(buckets.take('a', limit).allowed, false)
  clock.ms += 1
  assert.equal(buckets.take('a', limit).allowed, true)
  assert.equal(buckets.take('a', limit).allowed, false)
})

test('waiting times are returned in whole seconds', () => {
  const { buckets } = bucketsAt()
  const slow = { ratePerSecond: 0.1, burst: 2 }
  buckets.take('a', slow)
  assert.equal(buckets.take('a', slow).resetSeconds, 20)
  assert.equal(buckets.take('a', slow).retryAfterSeconds, 10)
})

test('keys do not share a bucket', () => {
  const { buckets } = bucketsAt()
  for (let i = 0; i < 4; i++) buckets.take('a', limit)
  assert.equal(buckets.take('b', limit).allowed, true)
})

test('a clock that is set back does not block a key', () => {
  const { clock, buckets } = bucketsAt()
  for (let i = 0; i < 3; i++) buckets.take('a', limit)
  clock.ms -= 3_600_000
  assert.equal(buckets.take('a', limit).retryAfterSeconds, 1)
  clock.ms += 100
  assert.equal(buckets.take('a', limit).allowed, true)
})

test('no more than burst + rate pass in any period', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 200 }), (pauses) => {
      const { clock, buckets } = bucketsAt()
      const start = clock.ms
      let passed = 0
      for (const pause of pauses) {
        clock.ms += pause
        if (buckets.take('a', limit).allowed) passed++
        const seconds = (clock.ms - start) / 1000
        assert.ok(passed <= limit.burst + seconds * limit.ratePerSecond + 1e-3)
      }
    }),
  )
})

test('a caller at exactly its rate is never rejected', () => {
  const { clock, buckets } = bucketsAt()
  const third = { ratePerSecond: 3, burst: 1 }
  for (let i = 0; i < 10_000; i++) {
    assert.equal(buckets.take('a', third).allowed, true, `call ${i}`)
    clock.ms += 1000 / 3
  }
})

test('memory is limited, and full buckets are removed first', () => {
  const { clock, buckets } = bucketsAt(100)
  for (let i = 0; i < 99; i++) buckets.take(`old ${i}`, limit)
  clock.ms += 10_000
  for (let i = 0; i < 3; i++) buckets.take('busy', limit)
  buckets.take('new', limit)
  assert.equal(buckets.size(), 2)
  assert.equal(buckets.take('busy', limit).allowed, false)
  for (let i = 0; i < 10_000; i++) {
    buckets.take(`flood ${i}`, limit)
    assert.ok(buckets.size() <= 100)
  }
})
