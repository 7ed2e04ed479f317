import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runCrash } from './run-crash.ts'
import { summarize } from './summarize.ts'

test('what was answered is kept, once, and delivered, whatever is killed in between', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const report = await runCrash({ rounds: 5, seconds: 10, seed, log })
  t.diagnostic(summarize(report))
  assert.deepEqual(report.problems, [], `seed ${seed}\n${summarize(report)}`)
})
