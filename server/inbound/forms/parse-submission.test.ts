import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#lib/errors.ts'
import { FORM_CAPS, parseUrlEncoded } from './form-caps.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart } from './submission.ts'

const JSON_TYPE = 'application/json'
const URLENCODED = 'application/x-www-form-urlencoded'
const { fieldsMax, keyCharactersMax, valueCharactersMax, depthMax } = FORM_CAPS

const read = (contentType: string, text: string | Buffer) =>
  readSubmission(parseSubmission(contentType, Buffer.from(text as string)))
const pairs = (contentType: string, text: string | Buffer) =>
  read(contentType, text).fields.map(({ key, value }) => [key, value])
const problem = (contentType: string | undefined, text: string) => {
  try {
    parseSubmission(contentType, Buffer.from(text))
    return undefined
  } catch (err) {
    assert.ok(err instanceof AppError)
    return err.fields[0]?.code ?? err.code
  }
}
const multipart = (stored: StoredMultipart) => read(MULTIPART, JSON.stringify(stored))

test('URL-encoded fields are parsed as browsers write them', () => {
  assert.deepEqual(
    pairs(`${URLENCODED}; charset=UTF-8`, 'name=Asha+Rao&city=Pun%C3%A9&empty=&flag&a=1&a=2'),
    [
      ['name', 'Asha Rao'],
      ['city', 'Puné'],
      ['a', '1'],
      ['a', '2'],
    ],
  )
  assert.deepEqual(
    parseUrlEncoded(Buffer.from('fields%5Bemail%5D%5Bvalue%5D=a%40b.example&empty=&flag')).fields,
    [
      { key: 'fields[email][value]', value: 'a@b.example' },
      { key: 'empty', value: '' },
      { key: 'flag', value: '' },
    ],
  )
})

test('JSON is read with a byte order mark, with every type of JSON, and in the text of a script', () => {
  for (const type of [JSON_TYPE, 'application/vnd.form+json;charset=utf-8', 'text/json', ''])
    assert.deepEqual(pairs(type, '{"a":1,"none":null}'), [['a', '1']], type)
  for (const type of ['text/plain', URLENCODED])
    assert.deepEqual(pairs(type, ' {"a":1}'), [['a', '1']], type)
  assert.deepEqual(pairs(JSON_TYPE, '\ufeff{"a":1}'), [['a', '1']])
})

test('other content types and charsets are rejected', () => {
  for (const type of [undefined, '', 'text/plain', 'application/jsonp', 'image/png'])
    assert.equal(problem(type, 'a=1'), 'unsupported_media_type', String(type))
  assert.equal(problem(`${URLENCODED}; charset=utf-16`, 'a=1'), 'unsupported_media_type')
  assert.equal(problem(`${URLENCODED}; charset="utf-8"`, 'a=1'), undefined)
})

test('a body that is not JSON is rejected as that, and JSON without fields as something else', () => {
  for (const text of ['{', '{"a":1}x', '[{"a":1}', 'a', '"a', 'a = 1'])
    assert.equal(problem(JSON_TYPE, text), 'malformed_json', text)
  for (const text of ['null', '"a"', '1', '[1]', '[{"a":1},null]'])
    assert.equal(problem(JSON_TYPE, text), 'validation_failed', text)
  for (const text of ['[]', '[{"a":1}]']) assert.equal(problem(JSON_TYPE, text), undefined, text)
})

test('JSON in the text of JSON, and fields under the type of JSON, are read', () => {
  const json = '{"name":"Ana Lima","city":"Évora"}'
  const fields = [
    ['name', 'Ana Lima'],
    ['city', 'Évora'],
  ]
  const [once, twice] = [JSON.stringify(json), JSON.stringify(JSON.stringify(json))]
  const encoded = 'name=Ana+Lima&city=%C3%89vora'
  for (const text of [json, once, twice, encoded, JSON.stringify(encoded), ` ${once}`])
    assert.deepEqual(pairs(JSON_TYPE, text), fields, text)
  assert.deepEqual(pairs(JSON_TYPE, `[${json}]`), fields)
  assert.deepEqual(pairs('text/plain', `[${json}]`), fields)
})

test('a form in another character encoding is read, whether it says so or not', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const fields = [
    ['nombre', 'Begoña Ibáñez'],
    ['ciudad', 'Cádiz'],
  ]
  const encoded = 'nombre=Bego%F1a+Ib%E1%F1ez&ciudad=C%E1diz'
  for (const type of [
    URLENCODED,
    `${URLENCODED}; charset=ISO-8859-1`,
    `${URLENCODED};charset="windows-1252"`,
  ])
    for (const body of [encoded, latin('nombre=Begoña Ibáñez&ciudad=Cádiz')])
      assert.deepEqual(pairs(type, body), fields, type)
  // The first field alone would be UTF-8.
  assert.deepEqual(pairs(URLENCODED, 'a=x&%E9=1'), [
    ['a', 'x'],
    ['é', '1'],
  ])
  const json = '{"nombre":"Begoña Ibáñez","ciudad":"Cádiz"}'
  assert.deepEqual(pairs(JSON_TYPE, latin(json)), fields)
  assert.deepEqual(pairs(`${JSON_TYPE}; charset=iso-8859-1`, latin(json)), fields)
  for (const wide of [Buffer.from(`\ufeff${json}`, 'utf16le')])
    assert.deepEqual(pairs(JSON_TYPE, wide), fields)
  const cyrillic = Buffer.from([0x69, 0x3d, 0xc8, 0xec, 0xff])
  assert.deepEqual(pairs(`${URLENCODED}; charset=windows-1251`, cyrillic), [['i', 'Имя']])
  const named = Buffer.concat([cyrillic, Buffer.from('&_charset_=windows-1251')])
  assert.deepEqual(pairs(URLENCODED, named)[0], ['i', 'Имя'])
  assert.deepEqual(pairs(URLENCODED, '_charset_=none&i=%D0%98')[1], ['i', 'И'])
  assert.equal(problem(`${URLENCODED}; charset=klingon`, 'a=1'), 'unsupported_media_type')
})

test('a form with too many fields keeps the first ones in every encoding', () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `f${i}`)
  const first = names.slice(0, fieldsMax)
  const some = names.slice(0, fieldsMax + 1)
  const encode = (each: string[]) => each.map((name) => `${name}=1`).join('&')
  const json = (each: string[]) => JSON.stringify(Object.fromEntries(each.map((n) => [n, 1])))
  const stored = (each: string[]): StoredMultipart => ({
    fields: each.map((name) => [name, '1']),
    files: [],
  })
  for (const many of [some, names])
    for (const submission of [
      read(URLENCODED, encode(many)),
      read(JSON_TYPE, json(many)),
      read(JSON_TYPE, JSON.stringify({ a: json(many) })),
      multipart(stored(many)),
    ]) {
      const keys = submission.fields.map(({ key }) => key.replace(/^a\./, ''))
      assert.deepEqual(keys, first)
    }
  for (const submission of [
    read(URLENCODED, encode(names)),
    read(JSON_TYPE, json(names)),
    multipart(stored(names)),
    multipart({ ...stored(first), isCut: true }),
  ])
    assert.equal(submission.isCut, true)
  for (const submission of [
    read(URLENCODED, encode(first)),
    read(JSON_TYPE, json(first)),
    multipart(stored(first)),
  ])
    assert.deepEqual([submission.isCut, submission.fields.length], [false, fieldsMax])
})

test('the excess of JSON is left out wherever it begins', () => {
  const many = Array.from({ length: FORM_CAPS.jsonValuesMax }, (_, i) => `"x${i}"`).join()
  for (const text of [
    `{"email":"a@b.example","more":[${many}],"z":1}`,
    `{"email":"a@b.example","more":[{"in":[[${many}]],"y":1}],"z":1}`,
  ]) {
    const { tree, isCut } = parseSubmission(JSON_TYPE, Buffer.from(text))
    assert.equal(isCut, true)
    assert.ok(tree instanceof Map)
    assert.deepEqual(
      [tree.get('email'), tree.has('more'), tree.has('z')],
      ['a@b.example', true, false],
    )
  }
})

test('keys and values that are too long are cut', () => {
  const [key, value] = ['k'.repeat(keyCharactersMax), 'v'.repeat(valueCharactersMax)]
  for (const [type, text] of [
    [URLENCODED, `${key}=${value}`],
    [JSON_TYPE, `{"${key}":"${value}"}`],
  ] as const)
    assert.deepEqual(pairs(type, text), [[key, value]], type)
  for (const [type, text] of [
    [URLENCODED, `${key}kk=${value}vv`],
    [JSON_TYPE, `{"${key}kk":"${value}vv"}`],
  ] as const)
    assert.deepEqual(pairs(type, text), [[key, value]], type)
  assert.equal(read(URLENCODED, `${key}k=1`).isCut, true)
})

test('JSON that is nested too deeply is rejected', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`
  assert.equal(problem(JSON_TYPE, nested(depthMax)), undefined)
  assert.equal(problem(JSON_TYPE, nested(depthMax + 1)), 'too_deep')
  assert.equal(problem(JSON_TYPE, nested(400_000)), 'too_deep')
  assert.equal(problem(JSON_TYPE, '{"a":'.repeat(150_000)), 'too_deep')
})

test('no key can reach a prototype', () => {
  const hostile = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":1}'
  assert.deepEqual(pairs(JSON_TYPE, hostile), [
    ['__proto__.admin', 'true'],
    ['constructor.prototype.x', '1'],
    ['toString', '1'],
  ])
  assert.equal(pairs(URLENCODED, '__proto__[admin]=1&__proto__=2').length, 2)
  assert.equal(Reflect.get({}, 'admin'), undefined)
})

test('characters that PostgreSQL cannot store are removed', () => {
  assert.deepEqual(pairs(JSON_TYPE, '{"a\\u0000b":"x\\u0000y\\ud800"}'), [['ab', 'xy\ufffd']])
  assert.deepEqual(pairs(URLENCODED, Buffer.from([0x61, 0x3d, 0xff, 0x25, 0x30, 0x30])), [
    ['a', 'ÿ'],
  ])
})

test('arbitrary bytes become fields within the limits or a problem', () => {
  const type = fc.oneof(
    fc.constantFrom(JSON_TYPE, URLENCODED, undefined),
    fc.string({ unit: 'binary' }).filter((text) => !text.startsWith(MULTIPART)),
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    fc.json({ maxDepth: 30 }).map((text) => Buffer.from(text)),
    fc.dictionary(fc.string(), fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
  )
  fc.assert(
    fc.property(type, body, (contentType, raw) => {
      if (problem(contentType, raw.toString('utf8'))) return
      const { fields } = readSubmission(
        parseSubmission(contentType, Buffer.from(raw.toString('utf8'))),
      )
      assert.ok(fields.length <= fieldsMax)
      for (const { key, value } of fields) {
        assert.ok(key.length <= keyCharactersMax && key.isWellFormed())
        assert.ok(value.length <= valueCharactersMax && value.isWellFormed())
        assert.ok(!key.includes('\0') && !value.includes('\0'))
      }
    }),
    { numRuns: 2000 },
  )
})
