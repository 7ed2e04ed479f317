import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../crash/ledger.ts'
import { measureLateness } from './measure-lateness.ts'

const payload = (receivedAt: number, processedAt?: number) => ({
  workspaceId: 'w',
  receivedAt,
  processedAt,
  statuses: [],
})

const entry = (marker: string, promisedAt?: number): Entry => ({
  kind: 'inbound',
  marker,
  state: 'promised',
  at: 0,
  posts: 1,
  ...(promisedAt !== undefined && { promisedAt }),
})

test('the longest times to the worker, a browser and a receiver count, of what arrived within the interval', () => {
  const payloads = [
    payload(900, 1_900),
    payload(1_000, 1_200),
    payload(1_500, 13_500),
    payload(1_600),
  ]
  const entries = [entry('a', 1_010), entry('b', 1_510), entry('c', 900), entry('d')]
  const arrivals = {
    browser: new Map([
      ['a', 1_000],
      ['b', 14_000],
      ['c', 1_950],
    ]),
    receiver: new Map([['a', 1_310]]),
  }
  const measure = (since: number, until: number) =>
    measureLateness(payloads, entries, arrivals, { since, until })
  assert.deepEqual(measure(1_000, 2_000), { processedMs: 1_000, browserMs: 1_050, receiverMs: 300 })
  assert.deepEqual(measure(2_000, Infinity), {
    processedMs: 12_000,
    browserMs: 12_490,
    receiverMs: undefined,
  })
})

test('an interval in which nothing was stored has no lateness', () => {
  const arrivals = { browser: new Map<string, number>(), receiver: new Map<string, number>() }
  const none = measureLateness([payload(5, 6)], [], arrivals, { since: 1_000, until: 2_000 })
  assert.deepEqual(none, { processedMs: undefined, browserMs: undefined, receiverMs: undefined })
})
