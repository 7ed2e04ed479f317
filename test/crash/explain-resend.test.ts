import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTCOME_KEPT_MS } from '#lanes/record-outcome.ts'
import { explainResend } from './explain-resend.ts'

test('only a worker that was killed around the send explains that a message was sent again', () => {
  const kill = (name: string, at: number) => explainResend(10_000, [{ name, at, pid: 7 }])
  assert.equal(kill('worker 1', 10_500), 'the worker 1 was killed')
  assert.equal(kill('worker 1', 8_000), undefined)
  assert.equal(kill('worker 1', 30_000), undefined)
  assert.equal(kill('api', 10_500), undefined)
})

test('an outage of the database explains it only if no worker could keep the outcome for so long', () => {
  const outage = (backAt: number) =>
    explainResend(10_000, [{ name: 'postgres', at: 9_000, backAt }])
  assert.equal(outage(30_000), undefined)
  assert.equal(outage(10_000 + OUTCOME_KEPT_MS), 'the postgres was killed')
})
