import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { LAST_RUNS, listChecks, readLastRuns, recordRun } from './last-runs.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const RUN = { date: '2026-11-28', commit: 'abcdef0123456789', result: 'failed' } as const

test('a check is listed with its last run, and one without a run as never run', () => {
  const lines = listChecks({ chaos: RUN }).split('\n')
  const after = (word: string) =>
    lines.slice(lines.findIndex((line) => line.startsWith(`${word} `)))
  assert.match(after('chaos')[1]!, /^ +last run: 2026-11-28, abcdef01, failed$/)
  assert.match(after('container')[1]!, /^ +needs: to be run as root, Linux, buildah$/)
  assert.match(after('container')[2]!, /^ +last run: never$/)
})

test('a run replaces only the entry of its check, in the order of the words', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-runs-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, dirname(LAST_RUNS)), { recursive: true })
  writeFileSync(join(root, LAST_RUNS), JSON.stringify({ soak: RUN, fuzz: RUN }))
  recordRun(root, 'chaos', RUN)
  recordRun(root, 'fuzz', { ...RUN, result: 'passed' })
  assert.deepEqual(Object.entries(readLastRuns(root)), [
    ['chaos', RUN],
    ['fuzz', { ...RUN, result: 'passed' }],
    ['soak', RUN],
  ])
})

test('an unknown word runs nothing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'no-such', 'fuzz'], {
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.equal(stderr, 'No release check is named no-such: see --list.\n')
})
