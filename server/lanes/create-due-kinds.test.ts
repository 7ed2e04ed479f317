import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDueKinds } from './create-due-kinds.ts'

const KINDS = ['webhook', 'send', 'mail'] as const

function openKinds() {
  let now = 0
  const due = createDueKinds([...KINDS], () => now)
  return { due, pass: (ms: number) => (now += ms) }
}

test('a poll claims only the kinds that were woken, until all are due', () => {
  const { due, pass } = openKinds()
  assert.deepEqual(due.begin(), KINDS)
  due.expectAll(1_000)
  due.expect('send')
  due.expect('send')
  assert.deepEqual(due.begin(), ['send'])
  pass(400)
  assert.equal(due.allInMs(), 600)
  due.expect('mail')
  due.expectAll(100)
  pass(100)
  assert.deepEqual(due.begin(), KINDS)
})

test('what is expected during a poll is due after it', () => {
  const { due } = openKinds()
  due.begin()
  due.expect('mail')
  due.expectAll(0)
  due.expectAll(1_000)
  assert.equal(due.allInMs(), 0)
  assert.deepEqual(due.begin(), KINDS)
})

test('a poll for nothing in particular claims all kinds', () => {
  const { due } = openKinds()
  due.begin()
  due.expectAll(1_000)
  assert.deepEqual(due.begin(), KINDS)
})
