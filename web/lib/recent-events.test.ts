import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentEvents } from './recent-events.ts'

test('events since a time are returned in order, unless some of them may be missing', () => {
  let now = 1_000
  const recent = createRecentEvents<{ id: string }>(() => now)
  const since = (at: number) => recent.since(at)?.map(({ id }) => id)
  assert.equal(since(1_000), undefined, 'nothing was followed yet')
  recent.begin(1_000)
  assert.deepEqual(since(1_000), [])
  recent.add({ id: 'a' })
  now = 2_000
  recent.add({ id: 'b' })
  assert.deepEqual([since(1_000), since(1_500), since(999)], [['a', 'b'], ['b'], undefined])
  assert.deepEqual([recent.has('a'), recent.has('c'), recent.has(null)], [true, false, false])
  now = 41_500
  assert.deepEqual([since(1_000), since(1_500)], [undefined, ['b']], 'the first is too old')
  recent.begin(41_500)
  assert.deepEqual([since(41_499), since(41_500)], [undefined, []], 'after a gap it starts again')
})

test('a burst of events keeps the newest, and says that the others are missing', () => {
  let now = 0
  const recent = createRecentEvents<{ id: string }>(() => now)
  recent.begin(0)
  for (let i = 0; i < 501; i++) {
    now = i
    recent.add({ id: String(i) })
  }
  assert.equal(recent.since(0), undefined)
  assert.equal(recent.since(1)?.length, 500)
})
