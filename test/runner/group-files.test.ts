import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { listFiles } from './changed-files.ts'
import { FILES_PER_PROCESS, FILES_PER_PRODUCT, groupFiles, writeGroup } from './group-files.ts'
import { reachFrom, readImportGraph } from './import-graph.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-groups-'))
after(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'server'))

function write(name: string, source: string): string {
  writeFileSync(join(root, name), source)
  return name
}

test('short files share a process; one that starts programs or changes its whole process has its own', () => {
  const short = Array.from({ length: FILES_PER_PROCESS + 1 }, (_, index) =>
    write(`server/${index}.test.ts`, ''),
  )
  const program = write('server/program.test.ts', '')
  const changing = [
    't.mock.timers.enable()',
    'setIdTime(() => context.clock.now().getTime())',
    'globalThis.fetch = async () => answer',
    "process.env['CI'] = 'true'",
  ].map((line, index) => write(`server/changing-${index}.test.ts`, line))
  const graph = new Map([
    [program, new Set(['test/helper.ts'])],
    ['test/helper.ts', new Set(['test/processes.ts'])],
  ])
  const groups = groupFiles(root, [...short, program, ...changing], graph)
  assert.deepEqual(groups, [
    [program],
    ...changing.map((file) => [file]),
    short.slice(0, FILES_PER_PROCESS),
    short.slice(FILES_PER_PROCESS),
  ])
})

test('files that share a product run in processes of their own, as many in each as it has workspaces', () => {
  const short = write('server/short.test.ts', '')
  const sharing = Array.from({ length: FILES_PER_PRODUCT + 1 }, (_, index) =>
    write(`server/sharing-${index}.test.ts`, 'const product = await shareWebProduct()\n'),
  )
  const alone = write('server/alone.test.ts', 'const product = await startWebProduct()\n')
  const programs = new Set(['test/processes.ts'])
  const graph = new Map([...sharing, alone].map((file) => [file, programs] as const))
  assert.deepEqual(groupFiles(root, [...sharing, alone, short], graph), [
    [alone],
    sharing.slice(0, FILES_PER_PRODUCT),
    sharing.slice(FILES_PER_PRODUCT),
    [short],
  ])
})

test('every test file that starts programs runs alone, unless it shares a product', () => {
  const project = join(import.meta.dirname, '../..')
  const sources = listFiles(project)
  const files = sources.filter((file) => /^test\/(acceptance|web)\/.*\.test\.ts$/.test(file))
  const graph = readImportGraph(project, sources)
  const shared = groupFiles(project, files, graph).filter((group) => group.length > 1)
  const starting = shared.flat().filter((file) => reachFrom(file, graph).has('test/processes.ts'))
  assert.ok(starting.length > 10)
  for (const file of starting)
    assert.match(readFileSync(join(project, file), 'utf8'), /shareWebProduct/, file)
})

test('a group loads its files one after another, and runs every test with the hooks of its own file or after all', async () => {
  const source = (name: string) => `
    import { after, before, beforeEach, test } from 'node:test'
    import { outsideFiles } from ${JSON.stringify(join(import.meta.dirname, 'outside-files.ts'))}
    const log = (text) => process.stderr.write(text + ' ${name}\\n')
    log('load')
    await new Promise((resolve) => setTimeout(resolve, 50))
    log('loaded')
    before(() => log('before'))
    beforeEach(() => log('each'))
    after(() => log('after'))
    outsideFiles(() => after(() => log('end')))
    test('one', async () => { await new Promise((resolve) => setImmediate(resolve)); log('one') })
    test('two', () => log('two'))`
  const files = ['a', 'b'].map((name) => write(`server/${name}.test.mjs`, source(name)))
  const group = writeGroup(root, files, root)
  const child = spawn(process.execPath, ['--test', '--test-force-exit', group], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await text(child.stdout)
  const steps = ['load', 'loaded', 'before', 'each', 'one', 'each', 'two', 'after', 'end']
  const logged = (name: string) =>
    output
      .split('\n')
      .flatMap(
        (line) =>
          /^(?:# )?(load|loaded|before|each|one|two|after|end) ([ab])$/.exec(line)?.slice(1) ?? [],
      )
      .flatMap((word, index, words) => (words[index + 1] === name ? [word] : []))
  for (const name of ['a', 'b']) assert.deepEqual(logged(name), steps, output)
  const loading = [...output.matchAll(/(load(?:ed)? [ab])$/gm)].map(([, step]) => step)
  assert.deepEqual(loading, ['load a', 'loaded a', 'load b', 'loaded b'], 'one after another')
  const ending = [...output.matchAll(/((?:after|end) [ab])$/gm)].map(([, step]) => step)
  assert.deepEqual(ending, ['after a', 'after b', 'end a', 'end b'], 'after all files')
})

test('a group for other fonts says so in its name and to its files', async () => {
  const file = write(
    'server/fonts.test.mjs',
    `import { test } from 'node:test'
    test('uses ' + process.env.TEST_FONTS, () => undefined)`,
  )
  const group = writeGroup(root, [file], root, 'noto')
  assert.notEqual(group, writeGroup(root, [file], root))
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', group], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await text(child.stdout)
  assert.match(output, /server\/fonts\.test\.mjs with the fonts noto/)
  assert.match(output, /uses noto/)
})
