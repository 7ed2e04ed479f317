import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { openGraph } from '../graph.ts'
import { runFuzz } from './run-fuzz.ts'

/** The command draws its seed. Here a run repeats the one before it, so that a failure is the change's. */
const SEED = 42

test('no random request to any route is answered with an internal error', async (t) => {
  const { graphUrl } = await openGraph()
  const { context } = await openTestContext({ graphUrl })
  const log = (line: string) => t.diagnostic(line)
  const report = await runFuzz(context, { requests: 400, seed: SEED, log })
  t.diagnostic(JSON.stringify({ ...report, problems: report.problems.length }))
  assert.deepEqual(report.problems, [])
  assert.ok(report.reached > 20, `only ${report.reached} routes answered 2xx`)
})
