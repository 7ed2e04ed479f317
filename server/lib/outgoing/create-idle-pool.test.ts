import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdlePool } from './create-idle-pool.ts'

function pool() {
  const dropped: string[] = []
  const drop = (item: string) => void dropped.push(item)
  return { dropped, pool: createIdlePool<string>({ perKeyMax: 2, max: 3, drop }) }
}

test('an item is handed out once, the most recent one first', () => {
  const { pool: idle } = pool()
  idle.keep('a', 'a1')
  idle.keep('a', 'a2')
  assert.deepEqual([idle.take('a'), idle.take('a'), idle.take('a')], ['a2', 'a1', undefined])
  assert.equal(idle.take('b'), undefined)
})

test('a full key drops the new item, a full pool the oldest one', () => {
  const { pool: idle, dropped } = pool()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) idle.keep(item.charAt(0), item)
  assert.deepEqual(dropped, ['a3', 'a1'])
  assert.deepEqual(idle.clear(), ['a2', 'b1', 'c1'])
  assert.equal(idle.take('a'), undefined)
})

test('a removed item is not handed out', () => {
  const { pool: idle, dropped } = pool()
  idle.keep('a', 'a1')
  assert.equal(idle.remove('a', 'a1'), true)
  assert.equal(idle.remove('a', 'a1'), false)
  assert.equal(idle.take('a'), undefined)
  for (const item of ['a', 'b', 'c']) idle.keep(item, item)
  assert.deepEqual(dropped, [])
})
