import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { decrypt, encrypt } from './encryption.ts'

const key = randomBytes(32)

test('a decrypted text equals the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, aad) => {
      assert.equal(decrypt(key, encrypt(key, text, aad), aad), text)
    }),
  )
})

test('encrypting the same text twice gives different results', () => {
  assert.notDeepEqual(encrypt(key, 'secret', 'row'), encrypt(key, 'secret', 'row'))
})

test('one changed bit anywhere is rejected', () => {
  const encrypted = encrypt(key, 'a webhook secret', 'row')
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
    assert.throws(() => decrypt(key, changed, 'row'), /stored secret/, `byte ${i}`)
  }
})

test('a secret moved to another row, truncated, or read with another key is rejected', () => {
  const encrypted = encrypt(key, 'secret', 'webhook_secret:w1:e1')
  assert.throws(() => decrypt(key, encrypted, 'webhook_secret:w2:e1'), /cannot be decrypted/)
  assert.throws(() => decrypt(randomBytes(32), encrypted, 'webhook_secret:w1:e1'), /SECRET_KEY/)
  for (let length = 0; length < encrypted.length; length++) {
    const cut = encrypted.subarray(0, length)
    assert.throws(() => decrypt(key, cut, 'webhook_secret:w1:e1'), /stored secret/)
  }
})

test('a key of another length is rejected', () => {
  assert.throws(() => encrypt(randomBytes(16), 'secret', 'row'))
})
