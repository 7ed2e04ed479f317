import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import {
  accountLabel,
  businessAccountLabel,
  NO_ACCOUNT_LABEL,
  readAccountLabel,
} from './account-label.ts'

test('a label leads back to its account', () => {
  for (const type of CHANNEL_TYPES)
    for (const account of ['1', '310000000000001', 'shop@example.com', 'urn:a:b']) {
      assert.deepEqual(readAccountLabel(accountLabel(type, account)), {
        type,
        account,
        isBusiness: false,
      })
      assert.deepEqual(readAccountLabel(businessAccountLabel(type, account)), {
        type,
        account,
        isBusiness: true,
      })
    }
})

test('labels about anything else name no account', () => {
  for (const label of ['result:failed', 'kind:message', 'form:1', NO_ACCOUNT_LABEL, 'account:x:1'])
    assert.equal(readAccountLabel(label), undefined, label)
})
