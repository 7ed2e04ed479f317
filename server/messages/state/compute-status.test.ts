import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeStatus } from './compute-status.ts'
import type { MessageState, ReportedStatus } from './compute-status.ts'

const fresh: MessageState = {
  created_at: new Date(1_790_000_000_000),
  status: 'queued',
  sent_at: null,
  delivered_at: null,
  read_at: null,
  error_code: null,
  error_message: null,
}
const report = (status: string, seconds: number): ReportedStatus => ({
  status,
  occurred_at: new Date(1_790_000_000_000 + seconds * 1000),
  error_code: status === 'failed' ? '131026' : null,
  error_message: status === 'failed' ? 'Undeliverable' : null,
})
const all = ['sent', 'delivered', 'read', 'failed'].map(report)

function permutations<T>(items: T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

/** Returns the states after each status, one by one. */
function arrive(order: ReportedStatus[], from = fresh): MessageState[] {
  return order
    .map((_, index) => order.slice(0, index + 1))
    .reduce<MessageState[]>((states, known) => {
      const before = states.at(-1) ?? from
      return [...states, { created_at: before.created_at, ...computeStatus(before, known) }]
    }, [])
}

test('statuses end in the same state in all 24 orders', () => {
  for (const order of permutations(all)) {
    const end = arrive(order).at(-1)!
    assert.deepEqual(end, {
      created_at: fresh.created_at,
      status: 'read',
      sent_at: all[0]!.occurred_at,
      delivered_at: all[1]!.occurred_at,
      read_at: all[2]!.occurred_at,
      // It was read in the end, so the failure does not apply any more.
      error_code: null,
      error_message: null,
    })
  }
})

test('a late sent does not clear a failure', () => {
  const end = arrive([report('failed', 0), report('sent', 1)]).at(-1)!
  assert.deepEqual([end.status, end.error_code], ['failed', '131026'])
})

test('a failure before or after delivery leaves it delivered, without an error', () => {
  for (const order of permutations([report('delivered', 0), report('failed', 1)])) {
    const end = arrive(order).at(-1)!
    assert.deepEqual([end.status, end.error_code], ['delivered', null])
  }
})

test('a queued message keeps the error of its last attempt', () => {
  const held: MessageState = { ...fresh, error_code: '131056', error_message: 'Pair rate' }
  assert.equal(computeStatus(held, []).error_code, '131056')
})

test('a status replaces a failure of our own', () => {
  const failed: MessageState = {
    ...fresh,
    status: 'failed',
    error_code: 'timeout',
    error_message: 'No answer',
  }
  assert.equal(computeStatus(failed, []).status, 'failed')
  const end = computeStatus(failed, [report('sent', 0)])
  assert.deepEqual([end.status, end.error_code], ['sent', null])
})

test('a status never moves backwards, in any order of reports', () => {
  const ranks = ['queued', 'sent', 'failed', 'delivered', 'read']
  const statuses = fc.constantFrom('sent', 'delivered', 'read', 'played', 'failed', 'novel')
  fc.assert(
    fc.property(fc.uniqueArray(statuses), (names) => {
      const states = arrive(names.map(report)).map((state) => ranks.indexOf(state.status))
      assert.deepEqual(
        states,
        states.toSorted((a, b) => a - b),
      )
    }),
  )
})

test('no time is before the one that it follows, in any order of arrival', () => {
  const created_at = new Date(1_790_000_000_700)
  // Whole seconds of the platform: all within the second in which the message was created.
  const reports = ['sent', 'delivered', 'read'].map((status) => report(status, 0))
  const late = [report('sent', 3), report('delivered', 2), report('read', 1)]
  for (const order of permutations(reports)) {
    const end = arrive(order, { ...fresh, created_at }).at(-1)!
    assert.deepEqual([end.sent_at, end.delivered_at, end.read_at], Array(3).fill(created_at))
  }
  for (const order of permutations(late)) {
    const end = arrive(order, { ...fresh, created_at }).at(-1)!
    const sentAt = late[0]!.occurred_at
    assert.deepEqual([end.sent_at, end.delivered_at, end.read_at], Array(3).fill(sentAt))
  }
})
