import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { cpuMsOf } from '#test/cpu-time.ts'
import { isHubSignatureValid } from './is-hub-signature-valid.ts'

const secret = 'test_app_secret'
const sign = (body: Buffer | string, key = secret) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

const plain = '{"object":"whatsapp_business_account","entry":[]}'
const metaEscaped =
  '{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":' +
  '{"text":"\\u00e4\\u00f6\\u00e5 \\ud83c\\udf55 a\\/b c\\u0040d 50\\u0025 \\u003Cb>"}}]}]}'
const plainSignature = 'sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756'
const metaSignature = 'sha256=2a66aa120bff1d862776b09512a07c23d9afb68d9fa5a4baaf306e784802d2b7'

test('the raw bytes verify, in plain ASCII and in the escapes Meta writes', () => {
  assert.ok(isHubSignatureValid(plainSignature, Buffer.from(plain), [secret]))
  assert.ok(isHubSignatureValid(metaSignature, Buffer.from(metaEscaped), [secret]))
})

test('the same object serialised again does not verify', () => {
  const again = JSON.stringify(JSON.parse(metaEscaped))
  assert.equal(isHubSignatureValid(metaSignature, Buffer.from(again), [secret]), false)
  assert.ok(isHubSignatureValid(sign(again), Buffer.from(again), [secret]))
})

test('non-ASCII text that a proxy decoded verifies against its escaped form', () => {
  const escaped = '{"text":"caf\\u00e9 \\ud83c\\udf55 \\u0928"}'
  const decoded = Buffer.from('{"text":"café 🍕 न"}')
  assert.ok(isHubSignatureValid(sign(escaped), decoded, [secret]))
  assert.equal(isHubSignatureValid(sign(escaped, 'other'), decoded, [secret]), false)
})

test('either of two secrets verifies, an empty one verifies nothing', () => {
  const body = Buffer.from(plain)
  assert.ok(isHubSignatureValid(plainSignature, body, ['newer', secret]))
  assert.equal(isHubSignatureValid(plainSignature, body, ['newer']), false)
  assert.equal(isHubSignatureValid(plainSignature, body, []), false)
  assert.equal(isHubSignatureValid(sign(body, ''), body, ['']), false)
})

test('a missing or malformed header is refused', () => {
  const hex = plainSignature.slice(7)
  const wrong = [
    undefined,
    null,
    '',
    hex,
    `sha1=${hex}`,
    `sha256=${hex}0`,
    `sha256=${hex.slice(1)}`,
  ]
  for (const header of [...wrong, `sha256= ${hex}`, `${plainSignature}\n`, [plainSignature]]) {
    assert.equal(isHubSignatureValid(header, Buffer.from(plain), [secret]), false, String(header))
  }
})

test('one changed byte is refused', () => {
  for (let i = 0; i < plain.length; i++) {
    const changed = Buffer.from(plain)
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
    assert.equal(isHubSignatureValid(plainSignature, changed, [secret]), false, `byte ${i}`)
  }
})

test('foreign headers and bytes never throw and never verify', () => {
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.anything(),
    fc.stringMatching(/^sha256=[0-9a-f]{64}$/),
  )
  fc.assert(
    fc.property(header, fc.uint8Array({ maxLength: 300 }), (text, bytes) => {
      assert.equal(isHubSignatureValid(text, Buffer.from(bytes), [secret]), false)
      assert.ok(isHubSignatureValid(sign(Buffer.from(bytes)), Buffer.from(bytes), [secret]))
    }),
    { numRuns: 1000 },
  )
})

test('escaping 4 MiB of text costs no more CPU time than a few passes over its characters', async () => {
  const text = 'é'.repeat(2 * 1024 * 1024)
  const body = Buffer.from(text)
  const [passes, check] = [[], []] as [number[], number[]]
  // The least of several runs: compiling and collecting garbage, which take turns of their own, can double a single one.
  for (let run = 0; run < 5; run++) {
    passes.push(await cpuMsOf(() => JSON.parse(JSON.stringify([...text]))))
    check.push(
      await cpuMsOf(() => assert.equal(isHubSignatureValid(plainSignature, body, [secret]), false)),
    )
  }
  // A replace with a callback costs four times as much as the passes.
  assert.ok(
    Math.min(...check) < 2 * Math.min(...passes),
    `${check.join()} ms, but ${passes.join()} ms for the passes`,
  )
})
