import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runDrill } from './run-drill.ts'

test('nothing is lost when connections are lost silently and the replica is promoted, and no process needs a restart', async (t) => {
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  const log = (line: string) => t.diagnostic(line)
  const { failures, problems } = await runDrill({
    failures: ['black hole', 'promotion'],
    seed,
    // Other tests run beside it.
    patience: 15,
    log,
  })
  assert.deepEqual(problems, [], `seed ${seed}`)
  assert.deepEqual(
    failures.map(({ failure }) => failure),
    ['black hole', 'promotion'],
  )
})
