import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJson } from './to-json.ts'

test('JSON is byte for byte that of JSON.stringify', () => {
  const times = [
    0,
    -1,
    951_782_399_999,
    253_402_300_799_999,
    253_402_300_800_000,
    -62_198_755_200_000,
    NaN,
  ]
  const days = Array.from({ length: 500 }, (_, index) => 1_790_000_000_000 + index * 12_345_678.9)
  const values: unknown[] = [
    ...[...times, ...days].map((time) => new Date(time)),
    { b: new Date(1), 2: 'x', a: [new Date(2), undefined, null, () => 1], none: undefined },
    JSON.parse('{"__proto__": {"at": 1}, "constructor": 2}'),
    { own: { toJSON: () => 'own' }, bytes: Buffer.from('ab'), text: 'ü"\\ \u2028 \ud800' },
    Object.create({ inherited: 1 }, { at: { value: new Date(3), enumerable: true } }),
    [1.5, -0, Infinity, true, 'text'],
    'text',
    null,
  ]
  for (const value of values) assert.equal(toJson(value), JSON.stringify(value))
  assert.equal(toJson({ values }), JSON.stringify({ values }))
})
