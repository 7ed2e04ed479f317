import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTimeBudget, OutOfTimeError } from '#lib/time-budget.ts'
import { OUTCOME_KEPT_MS, recordOutcome } from './record-outcome.ts'

test('an outcome is recorded again until the database is back, for two minutes', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let attempts = 0
  const record = (backAt: number) => async () => {
    attempts++
    if (now >= backAt) return
    now += OUTCOME_KEPT_MS / 4
    throw new OutOfTimeError()
  }
  await recordOutcome(record(OUTCOME_KEPT_MS))
  assert.equal(attempts, 5)
  now = 0
  await assert.rejects(recordOutcome(record(Infinity)), OutOfTimeError)
})

test('an outcome that the database refuses is not recorded again', async () => {
  let attempts = 0
  const refuse = async () => {
    attempts++
    throw new Error('invalid input syntax')
  }
  await assert.rejects(recordOutcome(refuse), /invalid input/)
  assert.equal(attempts, 1)
})

test('an outcome that a deadlock kept from being recorded is recorded again', async () => {
  const failures = ['40P01', '40001', '55P03']
  await recordOutcome(async () => {
    const code = failures.shift()
    if (code) throw Object.assign(new Error('in the way'), { code })
  })
  assert.deepEqual(failures, [])
})

test('a record that needs longer than its limit gets more time at each attempt', async () => {
  const limits: number[] = []
  await recordOutcome(async () => {
    limits.push(Math.round(findTimeBudget()!.leftMs / 1000))
    if (limits.length < 5) throw new OutOfTimeError()
  })
  assert.deepEqual(limits, [5, 10, 20, 40, 40])
})
