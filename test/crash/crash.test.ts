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

test('what was answered is kept on a shard of its own, whatever is killed in between', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const report = await runCrash({ rounds: 6, seconds: 10, seed, isSharded: true, log })
  assert.deepEqual(report.problems, [], `seed ${seed}\n${summarize(report)}`)
  assert.ok(report.kills['shard']! > 0)
})

test('what workers deliver while they are killed comes again only where they could not know', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const options = { rounds: 2, seconds: 6, seed, isFaulty: true, victims: 'workers', log } as const
  const report = await runCrash(options)
  t.diagnostic(summarize(report))
  assert.deepEqual(report.problems, [], `seed ${seed}\n${summarize(report)}`)
  assert.ok(Object.keys(report.repeats.counts).length > 0, 'receivers failed nothing')
})

test('two processes that each run everything deliver again only where they could not know', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const report = await runCrash({ rounds: 2, seconds: 6, seed, victims: 'instances', log })
  t.diagnostic(summarize(report))
  assert.deepEqual(report.problems, [], `seed ${seed}\n${summarize(report)}`)
})
