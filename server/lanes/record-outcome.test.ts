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

test('a record may take any number of statements of a database that answers slowly', async () => {
  await recordOutcome(async () => {
    const budget = findTimeBudget()!
    const before = budget.leftMs
    budget.beginWait()
    await new Promise((done) => setTimeout(done, 20))
    assert.equal(budget.leftMs, before)
    budget.endWait()
  })
})
