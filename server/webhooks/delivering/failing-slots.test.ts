import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFailingSlots } from './failing-slots.ts'

test('failing endpoints get half of the slots, and a released slot can be taken again', () => {
  const slots = createFailingSlots(4)
  assert.deepEqual([slots.take(), slots.take(), slots.take()], [true, true, false])
  slots.release()
  assert.deepEqual([slots.take(), slots.take()], [true, false])
})

test('a process with one slot still works on failing endpoints', () => {
  const slots = createFailingSlots(1)
  assert.deepEqual([slots.take(), slots.take()], [true, false])
})
