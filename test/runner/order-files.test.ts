import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderFiles } from './order-files.ts'

test('slow files start first, files with a browser are spread among them, and none is left out', () => {
  const files = [
    'server/lib/phone.test.ts',
    'test/acceptance/stop.test.ts',
    'test/crash/crash.test.ts',
    'test/web/a.test.ts',
    'test/web/b.test.ts',
  ]
  assert.deepEqual(orderFiles(files, ['group-1.mjs', 'group-2.mjs']), [
    'test/crash/crash.test.ts',
    'test/web/a.test.ts',
    'group-1.mjs',
    'group-2.mjs',
    'test/web/b.test.ts',
    'test/acceptance/stop.test.ts',
    'server/lib/phone.test.ts',
  ])
})
