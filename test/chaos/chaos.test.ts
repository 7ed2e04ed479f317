import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runChaos } from './run-chaos.ts'
import { summarize } from './summarize.ts'

test('both sides agree on every message and status, whatever goes wrong at the platform while ingest and a worker are killed', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const report = await runChaos({ messages: 300, seed, victims: ['ingest', 'worker'], log })
  t.diagnostic(summarize(report))
  assert.deepEqual(report.problems, [], `seed ${seed}\n${summarize(report)}`)
})
