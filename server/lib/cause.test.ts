import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findCause,
  findCauses,
  readCause,
  toLogFields,
  withCause,
  withCauses,
  writeCause,
} from './cause.ts'
import { coalesce } from './coalesce.ts'

const a = { requestId: 'request-a' }
const b = { requestId: 'request-b', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }

test('a cause is stored as text and read again', () => {
  for (const cause of [a, b, undefined])
    assert.deepEqual(readCause(writeCause(cause)), cause && { traceparent: undefined, ...cause })
})

test('a line of the log names the request, and each request of a batch once', () => {
  assert.deepEqual(toLogFields(), {})
  assert.deepEqual(withCause(a, toLogFields), { request_id: 'request-a' })
  assert.deepEqual(withCause(undefined, toLogFields), {})
  assert.deepEqual(withCauses([a, undefined, b, a], toLogFields), {
    request_ids: ['request-a', 'request-b'],
  })
  assert.deepEqual(withCauses([a, a], toLogFields), { request_id: 'request-a' })
  assert.deepEqual(withCause(b, toLogFields), {
    request_id: 'request-b',
    trace_id: '1'.repeat(32),
  })
})

test('a batch has the causes of its inputs, and of no earlier batch', async () => {
  const seen: unknown[] = []
  const run = coalesce<string, void>({
    maxBatch: 10,
    async run(inputs) {
      seen.push([inputs, findCauses().map((cause) => cause?.requestId), findCause()?.requestId])
      return inputs.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })
  const first = [withCause(a, () => run('1')), withCause(b, () => run('2')), run('3')]
  await Promise.all(first)
  await run('4')
  await withCause(b, () => run('5'))
  assert.deepEqual(seen, [
    [['1', '2', '3'], ['request-a', 'request-b', undefined], undefined],
    [['4'], [undefined], undefined],
    [['5'], ['request-b'], 'request-b'],
  ])
})
