import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { areBundlesWorthIt, bundlePrograms } from './bundle-programs.ts'

const FILES = {
  'server/main.ts': `
    import { readFileSync } from 'node:fs'
    const { greeting } = await import('./greeting.ts')
    const file = readFileSync(new URL('name.txt', import.meta.url), 'utf8')
    console.log(greeting, file, import.meta.dirname, process.argv.slice(1).join(' '))`,
  'server/greeting.ts': `export const greeting: string = 'Namaste'`,
  'server/name.txt': 'Asha',
  'server/second-process.ts': `console.log('second')`,
  'simulator/main.ts': `console.log('simulated')`,
  'hook.mjs': `console.error('loaded')`,
}

test('a program runs as its bundle, which changes with its sources and finds the files beside them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'bundled-programs-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(FILES)) write(file, text)
  const bundle = () => bundlePrograms(root, Object.keys(FILES), join(root, 'hook.mjs'))
  const run = (hook: string, variables: Record<string, string> = {}) => {
    const main = join(root, 'server/main.ts')
    const args = ['--import', pathToFileURL(hook).href, main, 'start']
    const env = { ...process.env, ...variables }
    return execFileSync(process.execPath, args, { encoding: 'utf8', env }).trim()
  }
  const server = join(root, 'server')
  const first = await bundle()
  assert.equal(run(first), `Namaste Asha ${server} ${server}/main.ts start`)

  write('server/greeting.ts', `export const greeting = 'Hello'`)
  // What runs is the bundle, unless a program is to run its sources.
  assert.match(run(first), /^Namaste /)
  assert.match(run(first, { TEST_SOURCES: 'true' }), /^Hello /)
  const second = await bundle()
  assert.match(run(second), /^Hello /)
  assert.equal(await bundle(), second)

  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(dirname(first), twoDaysAgo, twoDaysAgo)
  await bundle()
  assert.deepEqual(readdirSync(join(root, 'node_modules/.cache')), [
    dirname(second).split('/').at(-1),
  ])
})

test('bundles are built for many files that start programs, not for few', () => {
  const files = Array.from({ length: 8 }, (_, index) => `test/${index}.test.ts`)
  const graph = new Map(files.map((file) => [file, new Set(['test/start.ts'])]))
  graph.set('test/start.ts', new Set(['test/processes.ts']))
  assert.equal(areBundlesWorthIt(files, graph), true)
  assert.equal(areBundlesWorthIt(files.slice(1), graph), false)
})
