import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonLines } from './json-lines.ts'

/** Writes lines as text, two blanks for each level. */
const write = (text: string) =>
  toJsonLines(text)
    ?.map(({ depth, parts }) => '  '.repeat(depth) + parts.map((part) => part.text).join(''))
    .join('\n')

test('lines are those of formatted JSON', () => {
  for (const value of [
    { a: 1, b: [true, null, 'x'], c: {}, d: [], e: { f: [[1], {}] } },
    [],
    {},
    'text',
    -1.5,
    null,
    [{ a: [] }, 'a "quoted" \\ text', 'नमस्ते'],
  ])
    assert.equal(write(JSON.stringify(value)), JSON.stringify(value, null, 2))
})

test('numbers stay as they are written, and escaped letters are written out', () => {
  assert.equal(
    write('{"id":12345678901234567890,"n":1e3}'),
    '{\n  "id": 12345678901234567890,\n  "n": 1e3\n}',
  )
  assert.equal(write(String.raw`["\u0928"]`), '[\n  "न"\n]')
})

test('what begins an object or array knows its end and its entries', () => {
  const lines = toJsonLines('{"a":[1,2,3],"b":{"c":{}}}')!
  const found = lines.flatMap(({ end, count }, index) =>
    end === undefined ? [] : [[index, end, count]],
  )
  assert.deepEqual(found, [
    [0, 9, 2],
    [1, 5, 3],
    [6, 8, 1],
  ])
  assert.deepEqual(
    lines[1]!.parts.map(({ kind }) => kind),
    ['name', 'mark', 'mark'],
  )
})

test('what is no JSON has no lines', () => {
  for (const text of ['', '{', '{"a":1,}', 'plain text', '<p>'])
    assert.equal(toJsonLines(text), undefined)
})
