import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodePayload, signBytes } from './encode.ts'

const SECRET = 'test_app_secret'
const WITH_SPECIALS = {
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field: 'messages', value: { text: 'äöå 🍕 a/b c@d 50% <b>' } }] }],
}

test('plain bytes are signed as the published vector says', () => {
  const bytes = encodePayload({ object: 'whatsapp_business_account', entry: [] })
  assert.equal(
    signBytes(bytes, SECRET),
    'sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756',
  )
})

test('escaped bytes are signed as the published vector says, and plain UTF-8 is not what is signed', () => {
  const bytes = encodePayload(WITH_SPECIALS)
  assert.ok(
    bytes
      .toString()
      .includes(String.raw`\u00e4\u00f6\u00e5 \ud83c\udf55 a\/b c\u0040d 50\u0025 \u003Cb>`),
  )
  assert.equal(
    signBytes(bytes, SECRET),
    'sha256=2a66aa120bff1d862776b09512a07c23d9afb68d9fa5a4baaf306e784802d2b7',
  )
  assert.equal(
    signBytes(Buffer.from(JSON.stringify(WITH_SPECIALS)), SECRET),
    'sha256=f3d2d1b661fa7dc8bdd24280816c1d59c6e2fe5f57f93c882b01b5ff9405b0bb',
  )
})

test('encoded bytes are ASCII and mean what went in', () => {
  const tricky = { 'a/b@c%<é': ['\\/', '"@"', '\u2028\u2029', '\ud800', '\n\t', '👩‍👩‍👧', 'नमस्ते'] }
  const bytes = encodePayload(tricky)
  assert.ok(bytes.every((byte) => byte < 0x80))
  assert.deepEqual(JSON.parse(bytes.toString()), tricky)
})
