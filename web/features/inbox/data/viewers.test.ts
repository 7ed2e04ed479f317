import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterSignal, liveSignals } from './viewers.ts'
import type { Signal } from './viewers.ts'

function signal(membershipId: string, state: Signal['state']): Signal {
  return { membership_id: membershipId, conversation_id: 'chat', state } as Signal
}

test('a member is shown while signals come, and typing ends sooner', () => {
  const viewing = afterSignal([], signal('b', 'viewing'), 0)
  const typing = afterSignal(viewing, signal('a', 'typing'), 1000)
  assert.deepEqual(
    typing.map(({ membershipId, typingUntil }) => [membershipId, typingUntil > 0]),
    [
      ['a', true],
      ['b', false],
    ],
  )
  assert.equal(liveSignals(typing, 2000), typing)
  assert.deepEqual(
    liveSignals(typing, 10_000).map(({ typingUntil }) => typingUntil),
    [0, 0],
  )
  assert.deepEqual(liveSignals(typing, 60_000), [])
})

test('a member who leaves is removed at once', () => {
  const viewing = afterSignal([], signal('a', 'viewing'), 0)
  assert.deepEqual(afterSignal(viewing, signal('a', 'away'), 10), [])
})
