import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { runFiles } from './run-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-files-'))
after(() => rmSync(folder, { recursive: true }))

test('reports each test of a process that has more to report than a pipe holds', async () => {
  const { isPassed, passed } = await run(`
    for (let index = 0; index < 2_000; index++) test(index + 'x'.repeat(2_000), () => undefined)`)
  assert.equal(isPassed, true)
  assert.equal(passed, 2_000)
})

test('fails when a process ends before its tests have reported', async () => {
  const { isPassed } = await run(`
    test('first', () => undefined)
    test('second', () => process.reallyExit(0))`)
  assert.equal(isPassed, false)
})

test('names a failed test with the suites around it, and no suite that failed only by its tests', async (t) => {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  const lines: string[] = []
  t.after(() => (stdout.write = write))
  // This process reports its own tests there, too.
  stdout.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    const text = typeof chunk === 'string' ? stripVTControlCharacters(chunk) : ''
    if (!text.startsWith('✖ ')) return write(chunk, ...rest)
    lines.push(text.trimEnd())
    return true
  }
  await run(`
    import { describe } from 'node:test'
    describe('a page', () => {
      test('loads', () => undefined)
      describe('of a member', () => {
        test('saves', () => { throw new Error('no') })
      })
    })
    test('is alone', () => { throw new Error('no') })`)
  assert.deepEqual(lines, [
    '✖ some.test.mjs › a page › of a member › saves',
    '✖ some.test.mjs › is alone',
  ])
})

test('fails with CI=true when a test lacks a program, and not without', async () => {
  const lines = `test('pools', { skip: 'missing: pgbouncer' }, () => undefined)`
  const onDemand = `test('x', { skip: 'on demand: FLAG' }, () => undefined)`
  await withVariable('CI', 'true', async () => {
    assert.equal((await run(lines)).isPassed, false)
    assert.equal((await run(onDemand)).isPassed, true)
  })
  await withVariable('CI', undefined, async () => {
    assert.equal((await run(lines)).isPassed, true)
  })
})

test('fails in a release check when any test is skipped', async () => {
  const lines = `test('x', { skip: 'on demand: install helm' }, () => undefined)`
  await withVariable('RELEASE_CHECK', 'kubernetes-fields', async () => {
    assert.equal((await run(lines)).isPassed, false)
  })
  assert.equal((await run(lines)).isPassed, true)
})

/** Runs `during` with a variable of the environment set, or without it, and restores it. */
async function withVariable(
  name: string,
  value: string | undefined,
  during: () => Promise<void>,
): Promise<void> {
  const before = process.env[name]
  const set = (to: string | undefined) => {
    if (to === undefined) delete process.env[name]
    else process.env[name] = to
  }
  set(value)
  try {
    await during()
  } finally {
    set(before)
  }
}

/** Runs a test file of `lines`. Returns whether it passed and how many of its tests were reported to have passed. */
async function run(lines: string): Promise<{ isPassed: boolean; passed: number }> {
  const file = 'some.test.mjs'
  writeFileSync(join(folder, file), `import { test } from 'node:test'\n${lines}\n`)
  // With it, Node runs no test files.
  const context = process.env['NODE_TEST_CONTEXT']
  delete process.env['NODE_TEST_CONTEXT']
  const isPassed = await runFiles([file], {
    root: folder,
    concurrency: 1,
    reporters: [{ name: 'tap', destination: 'output' }],
    databaseUrl: '',
    nodeOptions: [],
    programOptions: [],
    signal: new AbortController().signal,
  })
  process.env['NODE_TEST_CONTEXT'] = context
  const output = readFileSync(join(folder, 'output'), 'utf8')
  return { isPassed, passed: Number(/^# pass (\d+)$/m.exec(output)?.[1]) }
}
