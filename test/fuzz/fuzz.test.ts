import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { openGraph } from '../graph.ts'
import { runFuzz } from './run-fuzz.ts'

test('no random request to any route is answered with an internal error', async (t) => {
  const { graphUrl } = await openGraph()
  const { context } = await openTestContext({ graphUrl })
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const report = await runFuzz(context, { requests: 1_500, seed, log })
  t.diagnostic(JSON.stringify({ ...report, problems: report.problems.length }))
  assert.deepEqual(report.problems, [], `seed ${seed}`)
  assert.ok(report.reached > report.routes / 2, `only ${report.reached} routes answered 2xx`)
})
