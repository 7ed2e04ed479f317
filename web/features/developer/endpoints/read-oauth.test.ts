import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOauth, toOauthValues } from './read-oauth.ts'

const stored = { token_url: 'https://login.example.com/token', client_id: 'a', scope: 'b' }

test('an unchanged OAuth client changes nothing, and one that is not used is removed', () => {
  const values = toOauthValues(stored)
  assert.equal(readOauth(values, stored), undefined)
  assert.equal(readOauth({ ...values, isUsed: false }, stored), null)
  assert.equal(readOauth(toOauthValues(null), null), undefined)
})

test('a change sends the secret only if there is a new one', () => {
  const values = toOauthValues(stored)
  assert.deepEqual(readOauth({ ...values, scope: ' ' }, stored), { ...stored, scope: null })
  assert.deepEqual(readOauth({ ...values, clientSecret: 'c' }, stored), {
    ...stored,
    client_secret: 'c',
  })
})
