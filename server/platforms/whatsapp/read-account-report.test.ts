import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAccountReport } from './read-account-report.ts'

const displayPhone = undefined

test('a restriction names its reasons, and a reconnection clears them', () => {
  const value = { restriction_info: [{ restriction_type: 'A' }, { restriction_type: 'B' }] }
  assert.deepEqual(readAccountReport('account_update', 'ACCOUNT_RESTRICTION', value), {
    standing: { status: 'restricted', reason: 'A, B' },
    displayPhone,
  })
  assert.deepEqual(readAccountReport('account_update', 'ACCOUNT_RECONNECTED', {}), {
    standing: { status: 'active', reason: null },
    displayPhone,
  })
})

test('a violation has a reason and no status', () => {
  const value = { violation_info: { violation_type: 'SPAM' } }
  assert.deepEqual(readAccountReport('account_update', 'ACCOUNT_VIOLATION', value), {
    standing: { reason: 'SPAM' },
    displayPhone,
  })
})

test('a limit and a quality belong to the named number', () => {
  const value = { display_phone_number: '15550100', current_limit: 'TIER_1K' }
  assert.deepEqual(readAccountReport('phone_number_quality_update', 'FLAGGED', value), {
    messagingLimit: 'TIER_1K',
    quality: 'flagged',
    displayPhone: '15550100',
  })
})

test('an event about anything else is no report', () => {
  assert.equal(readAccountReport('account_update', 'constructor', {}), undefined)
  assert.equal(readAccountReport('messages', undefined, {}), undefined)
})
