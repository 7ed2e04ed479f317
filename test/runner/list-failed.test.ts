import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFailedList } from './list-failed.ts'

test('a test of a file that shares its process is named with its own file', () => {
  const failed = createFailedList('/repo')
  failed.start({ name: 'web/a.test.ts', nesting: 0 })
  failed.start({ name: 'a page', nesting: 1 })
  failed.start({ name: 'loads', nesting: 2 })
  failed.fail({ name: 'loads', nesting: 2, file: '/tmp/group.ts' }, 'testCodeFailure')
  failed.fail({ name: 'a page', nesting: 1 }, 'subtestsFailed')
  failed.start({ name: 'web/b.test.ts', nesting: 0 })
  failed.fail({ name: 'web/b.test.ts', nesting: 0, file: '/tmp/group.ts' }, 'uncaughtException')
  assert.deepEqual(failed.lines(), ['web/a.test.ts › a page › loads', 'web/b.test.ts'])
})
