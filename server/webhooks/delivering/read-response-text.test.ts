import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { RESPONSE_BYTES_KEPT } from '#shared/webhooks.ts'
import { readResponseText } from './read-response-text.ts'

const text = JSON.stringify({ error: 'The queue is full — später' })

test('a compressed response is logged as text', () => {
  const packed = { gzip: gzipSync(text), 'X-GZIP': gzipSync(text), deflate: deflateSync(text) }
  const others = {
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    identity: text,
    '': text,
  }
  for (const [encoding, body] of Object.entries({ ...packed, ...others }))
    assert.equal(readResponseText(Buffer.from(body), encoding), text, encoding)
})

test('a compressed response that was cut is logged as far as it goes', () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index * 7919}`).join('\n')
  const whole = gzipSync(lines)
  const read = readResponseText(whole.subarray(0, whole.length / 2), 'gzip')
  assert.ok(read.length > 100 && lines.startsWith(read))
  assert.ok(Buffer.byteLength(readResponseText(whole, 'gzip')) <= RESPONSE_BYTES_KEPT)
})

test('a response that cannot be read, or would become huge, is named', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  assert.equal(readResponseText(bomb, 'gzip'), `[gzip, ${bomb.length} bytes]`)
  assert.equal(
    readResponseText(Buffer.from(text), 'gzip'),
    `[gzip, ${Buffer.byteLength(text)} bytes]`,
  )
  assert.equal(readResponseText(Buffer.from('abc'), 'aes128gcm'), '[aes128gcm, 3 bytes]')
  assert.equal(readResponseText(Buffer.from('abc'), 'gzip, br'), '[gzip, br, 3 bytes]')
  assert.equal(readResponseText(Buffer.alloc(0), 'gzip'), '')
})
