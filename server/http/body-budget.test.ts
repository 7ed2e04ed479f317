import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBodyBudget } from './body-budget.ts'
import type { HeldBytes } from './body-budget.ts'

const MIB = 1024 * 1024

function open() {
  let nowMs = 0
  const budget = createBodyBudget(() => nowMs)
  return {
    ...budget,
    pass: (ms: number) => void (nowMs += ms),
    /** Takes bytes until they are refused, and returns what was held and the reason. */
    fill: (network: string, bytes: number) => {
      const held: HeldBytes[] = []
      for (;;) {
        const taken = budget.take(network, bytes)
        if (typeof taken === 'string') return { held, reason: taken }
        held.push(taken)
      }
    },
  }
}

test('one network holds a share, and gets it again when its bytes are released', () => {
  const { fill, release } = open()
  for (const _ of [1, 2]) {
    const { held, reason } = fill('a', MIB)
    assert.deepEqual([held.length, reason], [6, 'network'])
    for (const each of held) release(each)
  }
})

test('small bodies of a new network are held however many networks send large ones', () => {
  const { fill, take } = open()
  let total = 0
  for (let count = 0; count < 1_000; count++)
    total += fill(`network ${count}`, 64 * 1024).held.length
  assert.ok(total * 64 * 1024 < 32 * MIB)
  assert.equal(typeof take('new', 16 * 1024), 'object')
  assert.equal(take('other', 4 * MIB), 'server')
})

test('a network whose signature was right has bytes that no flood takes, for an hour', () => {
  const { fill, prove, take, pass } = open()
  prove('platform')
  for (let count = 0; count < 1_000; count++) fill(`network ${count}`, MIB)
  assert.equal(take('new', 4 * MIB), 'server')
  const { held, reason } = fill('platform', 4 * MIB)
  assert.deepEqual([held.length, reason], [3, 'network'])
  pass(3_600_000)
  assert.notEqual(typeof take('platform', 4 * MIB), 'object')
})
