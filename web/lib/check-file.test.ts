import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFile } from './check-file.ts'

const accepted = [
  { mime_types: ['image/png'], bytes_max: 5 },
  { mime_types: ['application/pdf'], bytes_max: 100 },
]

test('a file over the limit of its kind is refused before its upload, and an empty one', () => {
  assert.deepEqual(checkFile({ size: 6, type: 'image/png' }, accepted), {
    reason: 'size',
    bytesMax: 5,
  })
  assert.deepEqual(checkFile({ size: 0, type: 'image/png' }, accepted)?.reason, 'empty')
  assert.equal(checkFile({ size: 5, type: 'image/png' }, accepted), null)
  assert.equal(checkFile({ size: 100, type: 'application/pdf' }, accepted), null)
})

test('a file of an unknown kind may be as large as the largest, and any while no kind is known', () => {
  assert.equal(checkFile({ size: 100, type: '' }, accepted), null)
  assert.equal(checkFile({ size: 101, type: '' }, accepted)?.bytesMax, 100)
  assert.equal(checkFile({ size: 101, type: '' }, []), null)
})
