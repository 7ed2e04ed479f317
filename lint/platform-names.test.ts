import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CHANNEL_TYPES } from '../shared/channel-types.ts'
import { isTestFile, ROOT } from './paths.ts'

const NAME = new RegExp(`['"\`](${CHANNEL_TYPES.join('|')})['"\`]`)

/** Returns the files that name a platform in a literal. */
function findNaming(files: Record<string, string>): string[] {
  return Object.keys(files).filter((path) => NAME.test(files[path]!))
}

test('only platforms/ names a platform in the server', () => {
  const paths = globSync('server/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const outside = paths.filter((path) => !path.startsWith('server/platforms/') && !isTestFile(path))
  assert.ok(outside.length > 300, 'the files are found')
  const files = outside.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])
  assert.deepEqual(findNaming(Object.fromEntries(files)), [])
})

test('a name in any kind of quotes is found', () => {
  const quotes = ["'", '"', '`']
  const files = quotes.map((quote, index) => [`${index}.ts`, `a = ${quote}whatsapp${quote}`])
  assert.equal(findNaming(Object.fromEntries(files)).length, quotes.length)
  assert.deepEqual(findNaming({ 'a.ts': 'config.whatsapp.appSecret' }), [])
})
