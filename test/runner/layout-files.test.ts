import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { listFiles } from './changed-files.ts'
import { findLayoutFiles, LAYOUT_FILES } from './layout-files.ts'

const files = listFiles(join(import.meta.dirname, '../..'))

test('the files that measure layout run again with the other fonts', () => {
  assert.deepEqual(findLayoutFiles(files, {}, 'linux'), [...LAYOUT_FILES], 'each exists')
  const two = ['test/web/auth.test.ts', 'test/web/web-chat-look.test.ts']
  assert.deepEqual(findLayoutFiles(two, {}, 'linux'), ['test/web/web-chat-look.test.ts'])
})

test('nothing runs again with chosen fonts, or where fonts cannot be chosen', () => {
  assert.deepEqual(findLayoutFiles(files, { TEST_FONTS: 'noto' }, 'linux'), [])
  assert.deepEqual(findLayoutFiles(files, {}, 'darwin'), [])
})
