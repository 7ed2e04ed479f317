import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecorded, readTraceparent } from './read-traceparent.ts'

const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test('a valid traceparent is read, also of a later version, and its unknown flags are left out', () => {
  const valid = `00-${trace}-${span}-01`
  assert.equal(readTraceparent(valid), valid)
  assert.equal(readTraceparent(`00-${trace}-${span}-00`), `00-${trace}-${span}-00`)
  assert.equal(readTraceparent(`00-${trace}-${span}-03`), valid)
  assert.equal(readTraceparent(`cc-${trace}-${span}-01-what-the-future-adds`), valid)
  assert.deepEqual([valid, `00-${trace}-${span}-00`, undefined].map(isRecorded), [
    true,
    false,
    false,
  ])
})

test('an invalid traceparent is ignored', () => {
  for (const header of [
    undefined,
    '',
    [`00-${trace}-${span}-01`],
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01\nx: y`,
  ])
    assert.equal(readTraceparent(header), undefined, String(header))
})
