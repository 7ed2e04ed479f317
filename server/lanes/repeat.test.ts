import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeat } from './repeat.ts'

const HOUR_MS = 3_600_000

test('a failed run is repeated earlier, and a stop ends the wait for the next one', async () => {
  const stopping = new AbortController()
  const repeated = Promise.withResolvers<void>()
  const failures: unknown[] = []
  let runs = 0
  const ended = repeat(
    async () => {
      if (++runs < 3) throw new Error('lost')
      repeated.resolve()
    },
    { ms: HOUR_MS, againMs: 1, until: stopping.signal, onFailure: (err) => failures.push(err) },
  )
  await repeated.promise
  assert.equal(failures.length, 2)
  stopping.abort()
  await ended
  assert.equal(runs, 3, 'none follows a success within its time')
})
