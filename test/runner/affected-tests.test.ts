import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAffectedTests } from './affected-tests.ts'

const graph = new Map(
  Object.entries({
    'server/a.ts': ['server/b.ts'],
    'server/b.ts': [],
    'server/a.test.ts': ['server/a.ts', 'test/context.ts'],
    'server/b.test.ts': ['server/b.ts'],
    'server/c.ts': ['server/d.ts'],
    'server/d.ts': ['server/c.ts'],
    'server/c.test.ts': ['server/c.ts'],
    'test/context.ts': [],
    'test/web/browser.ts': [],
    'test/web/page.test.ts': ['test/web/browser.ts'],
  }).map(([file, named]) => [file, new Set(named)]),
)

test('a change runs the tests that load the file, through others too, and no other test', () => {
  assert.deepEqual(findAffectedTests(graph, ['server/a.ts']), ['server/a.test.ts'])
  assert.deepEqual(findAffectedTests(graph, ['server/b.ts']), [
    'server/a.test.ts',
    'server/b.test.ts',
  ])
  assert.deepEqual(findAffectedTests(graph, ['server/d.ts']), ['server/c.test.ts'])
})

test('a changed test runs, and no change runs none', () => {
  assert.deepEqual(findAffectedTests(graph, ['server/b.test.ts']), ['server/b.test.ts'])
  assert.deepEqual(findAffectedTests(graph, []), [])
})

test('a migration runs what uses a database, a file of the web app what uses a browser', () => {
  const migration = 'server/db/migrations/0100-more.sql'
  assert.deepEqual(findAffectedTests(graph, [migration]), ['server/a.test.ts'])
  assert.deepEqual(findAffectedTests(graph, ['web/index.html']), ['test/web/page.test.ts'])
})

test('packages, the set-up of the tests and files of unknown effect run every test', () => {
  for (const file of ['package-lock.json', 'test/run.ts', 'server/unknown.csv'])
    assert.equal(findAffectedTests(graph, ['server/a.ts', file]), undefined, file)
})

test('what no test reads runs none', () => {
  assert.deepEqual(findAffectedTests(graph, ['LICENSE', 'bench/new.ts']), [])
})
