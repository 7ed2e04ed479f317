import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWamid } from './wamid.ts'

test('a message id has the tags, the number and the random part of a real one', () => {
  for (const [direction, tag, length] of [
    ['sent', 0x11, 18],
    ['received', 0x12, 20],
  ] as const) {
    const wamid = createWamid('15550142277', direction)
    const bytes = Buffer.from(wamid.replace(/^wamid\./, ''), 'base64')
    assert.deepEqual([...bytes.subarray(0, 3)], [0x1c, 0x18, 11])
    assert.equal(bytes.subarray(3, 14).toString(), '15550142277')
    assert.deepEqual([...bytes.subarray(14, 20)], [0x15, 0x02, 0x00, tag, 0x18, length])
    assert.match(bytes.subarray(20, -1).toString(), new RegExp(`^[0-9A-F]{${length}}$`))
    assert.equal(bytes.at(-1), 0)
  }
  assert.notEqual(createWamid('15550142277', 'sent'), createWamid('15550142277', 'sent'))
})
