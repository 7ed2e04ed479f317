import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from './create-store.ts'

test('listeners are called after a change, until they unsubscribe', () => {
  const store = createStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  store.update((before) => before + 1)
  stop()
  store.set(4)
  assert.deepEqual(seen, [2, 3])
  assert.equal(store.get(), 4)
})

test('an equal value notifies nobody', () => {
  const value = { name: 'a' }
  const store = createStore(value)
  let calls = 0
  store.subscribe(() => calls++)
  store.set(value)
  store.update((before) => before)
  assert.equal(calls, 0)
})
