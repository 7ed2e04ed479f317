import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStep, stepOf, toBase32, toCode, toOtpauthUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of vectors)
    assert.equal(toCode(secret, stepOf(new Date(seconds * 1000))), code)
})

test('a code is found in its own step and the ones beside it, and in no other', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepOf(now)
  for (const drift of [-1, 0, 1])
    assert.equal(findStep(secret, toCode(secret, step + drift), now), step + drift)
  for (const drift of [-2, 2])
    assert.equal(findStep(secret, toCode(secret, step + drift), now), undefined)
  for (const text of ['', '5924', '0059240', '００５９２４'])
    assert.equal(findStep(secret, text, now), undefined)
})

test('base32 is that of RFC 4648, without padding', () => {
  const vectors: [string, string][] = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ]
  for (const [text, encoded] of vectors) assert.equal(toBase32(Buffer.from(text)), encoded)
})

test('the address for apps escapes the account', () => {
  assert.equal(
    toOtpauthUri('a+b&secret=x@example.com', secret),
    'otpauth://totp/Parley:a%2Bb%26secret%3Dx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parley',
  )
})
