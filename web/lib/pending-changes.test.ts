import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdChange, withPendingChanges } from './pending-changes.ts'

test('an answer to an earlier change does not take back a later one', () => {
  const answer = { id: 'a', status: 'pending', title: 'Saved' }
  const endFirst = holdChange('a', { status: 'pending' })
  const endSecond = holdChange('a', { status: 'solved' })
  endFirst()
  assert.deepEqual(withPendingChanges(answer), { id: 'a', status: 'solved', title: 'Saved' })
  assert.equal(withPendingChanges({ ...answer, id: 'b' }).status, 'pending', 'of another item')
  endSecond()
  assert.equal(withPendingChanges(answer), answer)
})
