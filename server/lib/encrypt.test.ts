import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { decrypt, encrypt, UnreadableSecretError } from './encrypt.ts'

const ring = newRing()

function newRing(...previous: Buffer[]) {
  return { current: randomBytes(32), previous }
}

/** Encrypts in the first format: with the secret key itself, without a key id. */
function encryptBefore(key: Buffer, text: string, aad: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), ciphertext])
}

test('a decrypted text equals the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, aad) => {
      assert.equal(decrypt(ring, encrypt(ring, text, aad), aad), text)
    }),
  )
})

test('encrypting the same text twice gives different results', () => {
  assert.notDeepEqual(encrypt(ring, 'secret', 'row'), encrypt(ring, 'secret', 'row'))
})

test('one changed bit anywhere is rejected', () => {
  for (const encrypted of [
    encrypt(ring, 'a webhook secret', 'row'),
    encryptBefore(ring.current, 'a webhook secret', 'row'),
  ])
    for (let i = 0; i < encrypted.length; i++) {
      const changed = Buffer.from(encrypted)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      assert.throws(() => decrypt(ring, changed, 'row'), /stored secret/, `byte ${i}`)
    }
})

test('a secret moved to another row, truncated, or read with another key is rejected', () => {
  const encrypted = encrypt(ring, 'secret', 'webhook_secret:w1:e1')
  assert.throws(() => decrypt(ring, encrypted, 'webhook_secret:w2:e1'), /cannot be decrypted/)
  assert.throws(() => decrypt(newRing(), encrypted, 'webhook_secret:w1:e1'), /SECRET_KEY/)
  for (let length = 0; length < encrypted.length; length++) {
    const cut = encrypted.subarray(0, length)
    assert.throws(() => decrypt(ring, cut, 'webhook_secret:w1:e1'), UnreadableSecretError)
  }
})

test('a secret of a previous key is readable, and new ones are encrypted with the current key', () => {
  const aad = 'webhook_secret:w1:e1'
  const rotated = newRing(randomBytes(32), ring.current)
  assert.equal(decrypt(rotated, encrypt(ring, 'secret', aad), aad), 'secret')
  const encrypted = encrypt(rotated, 'secret', aad)
  assert.equal(decrypt({ ...rotated, previous: [] }, encrypted, aad), 'secret')
  assert.throws(() => decrypt(ring, encrypted, aad), UnreadableSecretError)
})

test('a secret of the first format is readable with the current and with a previous key', () => {
  const encrypted = encryptBefore(ring.current, 'secret', 'mail:w1:m1')
  assert.equal(decrypt(ring, encrypted, 'mail:w1:m1'), 'secret')
  assert.equal(decrypt(newRing(randomBytes(32), ring.current), encrypted, 'mail:w1:m1'), 'secret')
  assert.throws(() => decrypt(newRing(), encrypted, 'mail:w1:m1'), UnreadableSecretError)
})

test('neither the secret key itself nor the key of another purpose decrypts', () => {
  const { current } = ring
  const aad = 'mail:w1:m1'
  const encrypted = encrypt(ring, 'secret', aad)
  const inFirstFormat = Buffer.concat([Buffer.of(1), encrypted.subarray(6)])
  assert.throws(() => decrypt({ current, previous: [] }, inFirstFormat, aad), UnreadableSecretError)
  assert.throws(() => decrypt(ring, encrypted, 'webhook_secret:w1:m1'), UnreadableSecretError)
})

test('a key of another length is rejected', () => {
  assert.throws(() => encrypt({ current: randomBytes(16), previous: [] }, 'secret', 'row'))
})
