import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FORM_CAPS, flattenFields, parseForm } from './form-body.ts'

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'

const pairs = (contentType: string, text: string | Buffer) =>
  parseForm(contentType, Buffer.from(text as string)).fields?.map(({ key, value }) => [key, value])
const problem = (contentType: string | undefined, text: string) =>
  parseForm(contentType, Buffer.from(text)).problem

test('URL-encoded fields are parsed as browsers write them', () => {
  assert.deepEqual(
    pairs(`${URLENCODED}; charset=UTF-8`, 'name=Asha+Rao&city=Pun%C3%A9&empty=&flag&a=1&a=2'),
    [
      ['name', 'Asha Rao'],
      ['city', 'Puné'],
      ['empty', ''],
      ['flag', ''],
      ['a', '1'],
      ['a', '2'],
    ],
  )
})

test('keys with brackets are not changed', () => {
  assert.deepEqual(pairs(URLENCODED, 'fields%5Bemail%5D%5Bvalue%5D=a%40b.example&meta[date]=x'), [
    ['fields[email][value]', 'a@b.example'],
    ['meta[date]', 'x'],
  ])
})

test('JSON is flattened by one level, deeper values stay JSON', () => {
  const body = {
    name: 'Asha',
    age: 30,
    consent: true,
    none: null,
    tags: ['a', 'b', 3],
    utm: { source: 'ad', deep: { x: [1] }, none: null },
    rows: [{ q: 1 }],
    empty: {},
  }
  assert.deepEqual(pairs(JSON_TYPE, JSON.stringify(body)), [
    ['name', 'Asha'],
    ['age', '30'],
    ['consent', 'true'],
    ['tags', 'a, b, 3'],
    ['utm.source', 'ad'],
    ['utm.deep', '{"x":[1]}'],
    ['rows', '[{"q":1}]'],
  ])
  assert.deepEqual(pairs('application/vnd.form+json;charset=utf-8', '\ufeff{"a":1}'), [['a', '1']])
})

test('other content types and charsets are rejected', () => {
  const types = [
    undefined,
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ]
  for (const type of [...types, `${JSON_TYPE}; charset=utf-16`]) {
    assert.equal(problem(type, '{}'), 'unsupported_media_type', String(type))
  }
})

test('a body that is not a JSON object is rejected', () => {
  for (const text of ['', '{', 'null', '[]', '[{"a":1}]', '"a"', '1', '{"a":1}x']) {
    assert.equal(problem(JSON_TYPE, text), 'malformed_body', text)
  }
})

test('the limits are enforced', () => {
  const { fieldsMax, keyCharactersMax, valueCharactersMax } = FORM_CAPS
  const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')
  assert.equal(pairs(URLENCODED, many(fieldsMax))?.length, fieldsMax)
  assert.equal(problem(URLENCODED, many(fieldsMax + 1)), 'too_many_fields')
  const wide = { a: Object.fromEntries(Array.from({ length: fieldsMax + 1 }, (_, i) => [i, 1])) }
  assert.equal(problem(JSON_TYPE, JSON.stringify(wide)), 'too_many_fields')
  assert.equal(problem(URLENCODED, `${'k'.repeat(keyCharactersMax + 1)}=1`), 'key_too_long')
  const long = 'k'.repeat(keyCharactersMax - 1)
  assert.equal(problem(JSON_TYPE, JSON.stringify({ [long]: { xy: 1 } })), 'key_too_long')
  assert.equal(problem(URLENCODED, `a=${'v'.repeat(valueCharactersMax)}`), undefined)
  assert.equal(problem(URLENCODED, `a=${'v'.repeat(valueCharactersMax + 1)}`), 'value_too_long')
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`
  assert.equal(problem(JSON_TYPE, nested(16)), undefined)
  assert.equal(problem(JSON_TYPE, nested(17)), 'too_deep')
  assert.equal(problem(JSON_TYPE, nested(400_000)), 'too_deep')
})

test('no key can reach a prototype', () => {
  const hostile = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":1}'
  assert.deepEqual(pairs(JSON_TYPE, hostile), [
    ['__proto__.admin', 'true'],
    ['constructor.prototype', '{"x":1}'],
    ['toString', '1'],
  ])
  assert.equal(pairs(URLENCODED, '__proto__[admin]=1&__proto__=2')?.length, 2)
  assert.equal(Reflect.get({}, 'admin'), undefined)
})

test('characters that PostgreSQL cannot store are removed', () => {
  assert.deepEqual(pairs(JSON_TYPE, '{"a\\u0000b":"x\\u0000y\\ud800"}'), [['ab', 'xy\ufffd']])
  assert.deepEqual(pairs(URLENCODED, Buffer.from([0x61, 0x3d, 0xff, 0x25, 0x30, 0x30])), [
    ['a', '\ufffd'],
  ])
})

test('parts of a multipart form are flattened with the same limits', () => {
  assert.deepEqual(
    flattenFields([
      ['a', '1'],
      ['a', '2'],
    ]).fields,
    [
      { key: 'a', value: '1' },
      { key: 'a', value: '2' },
    ],
  )
})

test('arbitrary bytes become fields within the limits or a problem, and never throw', () => {
  const type = fc.oneof(
    fc.constantFrom(JSON_TYPE, URLENCODED, undefined),
    fc.string({ unit: 'binary' }),
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    fc.json({ maxDepth: 30 }).map((text) => Buffer.from(text)),
    fc.dictionary(fc.string(), fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
  )
  fc.assert(
    fc.property(type, body, (contentType, raw) => {
      const { fields, problem: word } = parseForm(contentType, raw)
      if (!fields) return assert.match(word, /^[a-z_]+$/)
      assert.ok(fields.length <= FORM_CAPS.fieldsMax)
      for (const { key, value } of fields) {
        assert.ok(key.length <= FORM_CAPS.keyCharactersMax && key.isWellFormed())
        assert.ok(value.length <= FORM_CAPS.valueCharactersMax && value.isWellFormed())
        assert.ok(!key.includes('\0') && !value.includes('\0'))
      }
    }),
    { numRuns: 2000 },
  )
})
