import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#lib/errors.ts'
import { isStorable, parseJson } from './parse-json.ts'

test('every JSON value is parsed unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(
        isStorable(JSON.parse(`"${text.replaceAll(/["\\]/g, '')}"`)) && !text.includes('__proto__'),
      )
      assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text))
    }),
  )
})

test('any bytes are a value or a caller’s error, never an internal error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        try {
          parseJson(Buffer.from(bytes))
        } catch (err) {
          assert.ok(err instanceof AppError)
          assert.ok(['malformed_json', 'validation_failed'].includes(err.code))
        }
      },
    ),
  )
})

test('a value that PostgreSQL cannot store is rejected at any position', () => {
  for (const text of ['"\\u0000"', '["\\ud800"]', '{"a":{"b":["x\\udfff"]}}', '{"\\u0000":1}'])
    assert.throws(() => parseJson(Buffer.from(text)), { code: 'validation_failed' })
})

test('an empty body is undefined', () => {
  assert.equal(parseJson(Buffer.alloc(0)), undefined)
})

test('a body with too many values or too deep nesting is rejected before it is parsed', () => {
  const refused = { code: 'validation_failed' }
  const fields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1])))
  assert.throws(() => parseJson(Buffer.from(fields(110_000))), refused)
  assert.throws(() => parseJson(Buffer.from(`[${'1,'.repeat(5_000)}1]`)), refused)
  assert.throws(() => parseJson(Buffer.from('[{"a":'.repeat(40))), refused)
  assert.throws(() => parseJson(Buffer.from('['.repeat(1_000_000))), refused)
  assert.equal(Object.keys(parseJson(Buffer.from(fields(4_000))) as object).length, 4_000)
})

test('what a text contains does not count as values', () => {
  const text = '[{",'.repeat(20_000)
  for (const value of [text, { [text]: text }, `\\${text}\\`, ['\\', text]])
    assert.deepEqual(parseJson(Buffer.from(JSON.stringify(value))), value)
})
