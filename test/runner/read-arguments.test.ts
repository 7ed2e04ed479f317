import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArguments } from './read-arguments.ts'

test('files and the options of node --test are read', () => {
  const args = ['a.test.ts', '--test-name-pattern=key', '--test-reporter=dot', 'b.test.ts']
  assert.deepEqual(readArguments(args), {
    files: ['a.test.ts', 'b.test.ts'],
    changed: false,
    cpu: false,
    busy: 0,
    concurrency: 4,
    namePatterns: ['key'],
    reporters: [{ name: 'dot', destination: 'stdout' }],
  })
})

test('--changed works with and without a base', () => {
  const { changed, base } = readArguments(['--changed'])
  assert.deepEqual({ changed, base }, { changed: true, base: undefined })
  assert.equal(readArguments(['--changed=HEAD~2']).base, 'HEAD~2')
})

test('an unknown option is refused by its name', () => {
  assert.throws(() => readArguments(['--chnaged']), /--chnaged/)
})
