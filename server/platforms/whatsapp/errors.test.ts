import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviseError } from '../advise-error.ts'
import { errors } from './errors.ts'

test('a code is sorted by what can be done about it', () => {
  const classes = { 131000: 'retry', 131056: 'hold', 130429: 'throttle', 190: 'stop', 100: 'never' }
  for (const [code, expected] of Object.entries(classes))
    assert.equal(errors.classify(code), expected, code)
  assert.equal(errors.classify('131047'), 'template')
  assert.equal(errors.classify('250'), 'stop', 'a missing permission')
  assert.equal(errors.classify('timeout'), undefined, 'a code of ours')
})

test('an unknown code is final unless the platform says that it passes', () => {
  const classify = (httpStatus: number, isTransient: boolean) =>
    errors.classifyAnswer(999_999, { httpStatus, isTransient })
  assert.deepEqual(
    [classify(400, false), classify(400, true), classify(503, false)],
    ['never', 'retry', 'retry'],
  )
})

test('advice on a final error promises no repetition', () => {
  const codes = [
    '131000',
    '131056',
    '130429',
    '190',
    '131031',
    '131026',
    '100',
    'failed',
    'timeout',
  ]
  for (const code of [...codes, 'media_store_unavailable', 'unconfirmed'])
    for (const outcome of [undefined, 'retry', 'hold', 'throttle', 'stop', 'ambiguous', 'rejected'])
      assert.doesNotMatch(
        adviseError(errors, code, { outcome, isFinal: true }),
        /No action needed|is retried|continues|stay queued|the rest follows/,
        `${code} ${outcome}`,
      )
  assert.match(adviseError(errors, 'failed', { isFinal: true }), /Try again later/)
})

test('advice is that of the code, else of the outcome, else of its class', () => {
  assert.match(adviseError(errors, '190'), /new access token/)
  assert.match(adviseError(errors, 'nothing_received', { outcome: 'stop' }), /customer writes/)
  assert.match(adviseError(errors, '131000', { outcome: 'ambiguous' }), /unknown whether/)
  assert.match(adviseError(errors, '131056'), /six seconds/)
  assert.equal(adviseError(errors, 'timeout'), adviseError(errors, '131000'))
  assert.equal(adviseError(errors, 'refused', { outcome: 'rejected' }), adviseError(errors, '100'))
})
