import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTls, toTlsValues } from './read-tls.ts'

const stored = {
  certificate: 'A\n',
  ca: null,
  subject: 'CN=a',
  issuer: 'CN=b',
  fingerprint: '00',
  expires_at: '2027-01-01T00:00:00.000Z',
}

test('unchanged TLS settings change nothing, and ones that are not used are removed', () => {
  const values = toTlsValues(stored)
  assert.equal(readTls(values, stored), undefined)
  assert.equal(readTls({ ...values, certificate: 'A\r\n' }, stored), undefined)
  assert.equal(readTls({ ...values, isUsed: false }, stored), null)
  assert.equal(readTls(toTlsValues(null), null), undefined)
})

test('a change sends the private key only if there is a new one', () => {
  const values = toTlsValues(stored)
  assert.deepEqual(readTls({ ...values, ca: ' C ' }, stored), { certificate: 'A', ca: 'C' })
  assert.deepEqual(readTls({ ...values, certificate: '', ca: 'C' }, stored), {
    certificate: null,
    ca: 'C',
  })
  assert.deepEqual(readTls({ ...values, key: 'K' }, stored), {
    certificate: 'A',
    ca: null,
    private_key: 'K',
  })
})
