import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createApiKeySecret,
  createToken,
  createWebhookSecret,
  hashSecret,
  isApiKeySecret,
} from './api-key-format.ts'

test('a new key has the documented form and a valid checksum', () => {
  for (let i = 0; i < 200; i++) {
    for (const mode of ['live', 'test'] as const) {
      const secret = createApiKeySecret(mode)
      assert.match(secret, new RegExp(`^sk_${mode}_[0-9A-Za-z]{42}$`))
      assert.ok(isApiKeySecret(secret))
    }
  }
})

test('the checksum is the base62 CRC-32 of what precedes it, padded to six', () => {
  // The CRC-32 is computed bit by bit here, so that the test does not depend on the same library.
  const text = ['sk', 'live', '0'.repeat(36)].join('_')
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for (; digits.length < 6; rest = Math.floor(rest / 62)) digits = alphabet[rest % 62] + digits
  assert.ok(isApiKeySecret(text + digits))
})

test('a key with one changed character is rejected', () => {
  const secret = createApiKeySecret()
  for (let i = 0; i < secret.length; i++) {
    const other = secret[i] === 'a' ? 'b' : 'a'
    assert.equal(isApiKeySecret(secret.slice(0, i) + other + secret.slice(i + 1)), false, `at ${i}`)
  }
})

test('text without the form of a key is rejected', () => {
  const secret = createApiKeySecret()
  const wrong = [
    '',
    secret + '\n',
    ` ${secret}`,
    secret.slice(1),
    secret + '0',
    secret.toUpperCase(),
  ]
  for (const text of wrong) assert.equal(isApiKeySecret(text), false, text)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isApiKeySecret(text)))
})

test('random characters are uniform, and secrets never repeat', () => {
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  for (let i = 0; i < 5000; i++) {
    const secret = createWebhookSecret()
    seen.add(secret)
    for (const character of secret.slice(6)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  assert.equal(seen.size, 5000)
  assert.equal(counts.size, 62)
  const expected = (5000 * 48) / 62
  let chiSquare = 0
  for (const count of counts.values()) chiSquare += (count - expected) ** 2 / expected
  // 61 degrees of freedom: above 130 by chance less than once in a million runs.
  assert.ok(chiSquare < 130, `chi-square ${chiSquare}`)
})

test('a webhook secret is 36 bytes of standard base64 after its prefix', () => {
  const secret = createWebhookSecret()
  assert.match(secret, /^whsec_[0-9A-Za-z]{48}$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 36)
  assert.equal(Buffer.from(secret.slice(6), 'base64').toString('base64'), secret.slice(6))
})

test('a token is alphanumeric and as random as requested', () => {
  assert.match(createToken(), /^[0-9A-Za-z]{33}$/)
  assert.match(createToken(16), /^[0-9A-Za-z]{22}$/)
})

test('a secret is hashed with SHA-256', () => {
  assert.deepEqual(hashSecret('något'), createHash('sha256').update('något').digest())
})
