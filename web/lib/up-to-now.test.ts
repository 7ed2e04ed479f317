import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upToNow } from './up-to-now.ts'

test('what happened after the last tick of the shown clock is now, and other times stay', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  assert.deepEqual(upToNow(after(3), now), now)
  assert.deepEqual(upToNow(after(29), now), now)
  for (const seconds of [-3, 0, 61, 3600])
    assert.deepEqual(upToNow(after(seconds), now), after(seconds))
})
