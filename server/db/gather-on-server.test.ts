import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '#lib/create-log.ts'
import { findTimeBudget, withinMs } from '#lib/time-budget.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Scope } from './context.ts'
import { BESIDE_MIN, gatherOnServer } from './gather-on-server.ts'

type Call = { scope: Scope; text: string }

const log = createLog('silent')

/** A call of the workspace that its text begins with. Only these fields of the scope are used. */
function toCall(text: string): Call {
  return { text, scope: { workspaceId: text.slice(0, 1), log } as Scope }
}

/** An error as PostgreSQL reports it. */
const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

/** A gathering without a database: `fails` is the error of calls, and each batch waits for `gate`. */
function createProbe(fails: (texts: string[]) => Error | undefined) {
  const shared: { texts: string[]; limitMs: number }[] = []
  const apart: string[][] = []
  const leftMs = new Map<string, number>()
  const probe = {
    shared,
    apart,
    /** The time that a batch apart had, by its first text. */
    leftMs,
    gate: Promise.resolve(),
    call: (_text: string) => Promise.resolve(''),
  }
  const run = async (calls: Call[], batch: (texts: string[]) => void) => {
    const texts = calls.map(({ text }) => text)
    batch(texts)
    await probe.gate
    const err = fails(texts)
    if (err) throw err
    return texts.map((value) => ({ status: 'fulfilled' as const, value }))
  }
  const gather = gatherOnServer<Call, string>({
    name: 'test',
    maxBatch: 64,
    together: (calls, limitMs) => run(calls, (texts) => shared.push({ texts, limitMs })),
    apart: (calls) =>
      run(calls, (texts) => {
        apart.push(texts)
        leftMs.set(firstOf(texts), findTimeBudget()?.leftMs ?? Infinity)
      }),
  })
  probe.call = (text) => gather(toCall(text))
  return probe
}

const callAll = (probe: ReturnType<typeof createProbe>, texts: string[]) =>
  Promise.all(texts.map(probe.call))

/** Starts a call whose batch does not end before `gate`. */
async function startHeld(text: string) {
  const probe = createProbe(() => undefined)
  const gate = Promise.withResolvers<void>()
  probe.gate = gate.promise
  const calls = [probe.call(text)]
  while (probe.apart.length === 0) await nextTurn()
  return { probe, calls, gate }
}

test('few calls that arrive while a batch of their workspace runs wait for its end, and share the next one', async () => {
  const { probe, calls, gate } = await startHeld('a1')
  for (const text of ['a2', 'a3', 'a4']) {
    calls.push(probe.call(text))
    await nextTurn()
    await nextTurn()
  }
  gate.resolve()
  assert.deepEqual(await Promise.all(calls), ['a1', 'a2', 'a3', 'a4'])
  assert.deepEqual(probe.apart, [['a1'], ['a2', 'a3', 'a4']])
})

test('many calls that arrive while a batch of their workspace runs start beside it', async () => {
  const { probe, calls, gate } = await startHeld('a0')
  const texts = Array.from({ length: BESIDE_MIN }, (_, index) => `a${index + 1}`)
  calls.push(...texts.map(probe.call))
  while (probe.apart.length === 1) await nextTurn()
  assert.deepEqual(probe.apart, [['a0'], texts])
  gate.resolve()
  await Promise.all(calls)
})

test('a workspace that exceeds the limit runs apart, and returns once its calls have succeeded', async () => {
  let isSlow = true
  const probe = createProbe((texts) =>
    isSlow && new Set(texts.map((text) => text.slice(0, 1))).size > 1 && texts.includes('a1')
      ? failure('57014')
      : undefined,
  )
  await callAll(probe, ['a1', 'b1', 'c1'])
  assert.deepEqual(probe.apart, [['a1'], ['b1'], ['c1']])
  isSlow = false
  await callAll(probe, ['a2', 'b2'])
  assert.deepEqual(
    probe.shared.map(({ texts }) => texts),
    [
      ['a1', 'b1', 'c1'],
      ['a2', 'b2'],
    ],
  )
})

test('calls that run apart after a shared batch have the time of their own callers', async () => {
  const probe = createProbe((texts) => (texts.length > 1 ? failure('57014') : undefined))
  await Promise.all([
    withinMs(5_000, () => probe.call('a1')),
    withinMs(60_000, () => probe.call('b1')),
    probe.call('c1'),
  ])
  assert.ok(entryOf(probe.leftMs, 'a1') <= 5_000)
  assert.ok(entryOf(probe.leftMs, 'b1') <= 60_000)
  assert.equal(probe.leftMs.get('c1'), Infinity)
})

test('a call that fails makes no call of its workspace fail, and none of another one', async () => {
  const probe = createProbe((texts) => (texts.includes('a2') ? failure('23514') : undefined))
  const outcomes = await Promise.allSettled(['a1', 'a2', 'a3', 'b1'].map(probe.call))
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
})

test('an unavailable database fails all calls at once, without repeating them apart', async () => {
  const probe = createProbe(() => failure('57P01'))
  const outcomes = await Promise.allSettled(['a1', 'b1'].map(probe.call))
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'))
  assert.deepEqual(probe.apart, [])
})

test('on a server that is slow for all, the limit grows until batches succeed, and then shrinks again', async () => {
  let isSlow = true
  const probe = createProbe((texts) => (isSlow && texts.length > 1 ? failure('57014') : undefined))
  for (const round of [1, 2, 3]) await callAll(probe, [`a${round}`, `b${round}`])
  isSlow = false
  for (const round of [4, 5, 6]) await callAll(probe, [`a${round}`, `b${round}`])
  assert.deepEqual(
    probe.shared.map(({ limitMs }) => limitMs / firstOf(probe.shared).limitMs),
    [1, 2, 4, 8, 4, 2],
  )
})
