import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { groupFiles, writeGroup } from './group-files.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-groups-'))
after(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'server'))

function write(name: string, source: string): string {
  writeFileSync(join(root, name), source)
  return name
}

test('short files share a process, and a file that starts programs or mocks time has its own', () => {
  const short = Array.from({ length: 13 }, (_, index) => write(`server/${index}.test.ts`, ''))
  const program = write('server/program.test.ts', '')
  const mocked = write('server/mocked.test.ts', 't.mock.timers.enable()')
  const graph = new Map([
    [program, new Set(['test/helper.ts'])],
    ['test/helper.ts', new Set(['test/processes.ts'])],
  ])
  const groups = groupFiles(root, [...short, program, mocked], graph)
  assert.deepEqual(groups, [[program], [mocked], short.slice(0, 12), short.slice(12)])
})

test('a group loads its files one after another, and runs every test with the hooks of its own file', async () => {
  const source = (name: string) => `
    import { after, before, beforeEach, test } from 'node:test'
    const log = (text) => process.stderr.write(text + ' ${name}\\n')
    log('load')
    await new Promise((resolve) => setTimeout(resolve, 50))
    log('loaded')
    before(() => log('before'))
    beforeEach(() => log('each'))
    after(() => log('after'))
    test('one', async () => { await new Promise((resolve) => setImmediate(resolve)); log('one') })
    test('two', () => log('two'))`
  const files = ['a', 'b'].map((name) => write(`server/${name}.test.mjs`, source(name)))
  const group = writeGroup(root, files, root)
  const child = spawn(process.execPath, ['--test', '--test-force-exit', group], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await text(child.stdout)
  const steps = ['load', 'loaded', 'before', 'each', 'one', 'each', 'two', 'after']
  const logged = (name: string) =>
    output
      .split('\n')
      .flatMap(
        (line) =>
          /^(?:# )?(load|loaded|before|each|one|two|after) ([ab])$/.exec(line)?.slice(1) ?? [],
      )
      .flatMap((word, index, words) => (words[index + 1] === name ? [word] : []))
  for (const name of ['a', 'b']) assert.deepEqual(logged(name), steps, output)
  const loading = [...output.matchAll(/(load(?:ed)? [ab])$/gm)].map(([, step]) => step)
  assert.deepEqual(loading, ['load a', 'loaded a', 'load b', 'loaded b'], 'one after another')
})
