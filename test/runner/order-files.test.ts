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
  const groups = ['/tmp/server-a.test.ts.mjs', '/tmp/test-web-c.test.ts.mjs']
  assert.deepEqual(orderFiles(files, groups), [
    'test/crash/crash.test.ts',
    '/tmp/test-web-c.test.ts.mjs',
    '/tmp/server-a.test.ts.mjs',
    'test/web/a.test.ts',
    'test/acceptance/stop.test.ts',
    'test/web/b.test.ts',
    'server/lib/phone.test.ts',
  ])
})
