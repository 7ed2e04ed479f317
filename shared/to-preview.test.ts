import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPreview } from './to-preview.ts'

test('a text has no marks in a preview, unless its platform shows them as characters', () => {
  for (const type of ['whatsapp', 'web_chat']) assert.equal(toPreview('*Sale*', type), 'Sale')
  for (const type of ['messenger', 'instagram', 'unknown'])
    assert.equal(toPreview('*Sale*', type), '*Sale*')
})
