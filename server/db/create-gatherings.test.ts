import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemAt } from '#lib/item-at.ts'
import type { Gathering, Scope } from './context.ts'
import { gathered } from './gathered.ts'
import { createGatherings } from './create-gatherings.ts'

type Row = { workspace_id: string; text: string }

/** A gathered function that needs no database, and the inputs of its executions. */
function createProbe(fails?: string) {
  const executions: string[][] = []
  const call = gathered<string, Row>(async (_tx, given) => {
    executions.push([...given.inputs])
    if (fails !== undefined && given.inputs.includes(fails)) throw new Error(`${fails} is refused`)
    // As the rows of a statement, in another order than the inputs.
    const rows = given.inputs.map((text) => ({ workspace_id: text.slice(0, 1), text }))
    return { rows: rows.toReversed() }
  })
  return { call, executions }
}

/** Runs `run` for workspaces a, b, … in one transaction, as `workTogether` does. */
function work<T>(count: number, run: (own: Own) => Promise<T>) {
  const gatherings = createGatherings(count)
  return Promise.allSettled(
    gatherings.map(async (gathering, index) => {
      try {
        return await run({ workspaceId: itemAt(['a', 'b', 'c', 'd'], index), gathering })
      } finally {
        gathering.end()
      }
    }),
  )
}

type Own = { workspaceId: string; gathering?: Gathering }

function toScope(own: Own): Scope {
  // Only these fields are used: the statements of the probe need no database.
  return own as Scope
}

const valuesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))

test('workspaces that call a statement at the same point share one execution, and each gets its own rows', async () => {
  const { call, executions } = createProbe()
  const results = await work(3, async (own) => {
    const first = await call(toScope(own), [`${own.workspaceId}1`, `${own.workspaceId}2`])
    return first.map(({ text }) => text)
  })
  assert.deepEqual(executions, [['a1', 'a2', 'b1', 'b2', 'c1', 'c2']])
  assert.deepEqual(valuesOf(results), [
    ['a2', 'a1'],
    ['b2', 'b1'],
    ['c2', 'c1'],
  ])
})

test('workspaces meet again after one of them had more to do, or had ended', async () => {
  const both = createProbe()
  const extra = createProbe()
  await work(4, async (own) => {
    const { workspaceId } = own
    if (workspaceId === 'd') return
    await both.call(toScope(own), [`${workspaceId}1`])
    if (workspaceId === 'b') await extra.call(toScope(own), ['b'])
    // Another statement, which is not gathered.
    if (workspaceId === 'c') await new Promise((resolve) => setImmediate(resolve))
    if (workspaceId !== 'b') await extra.call(toScope(own), [])
    await both.call(toScope(own), [`${workspaceId}2`])
  })
  assert.deepEqual(extra.executions, [['b']])
  assert.deepEqual(both.executions, [
    ['a1', 'b1', 'c1'],
    ['a2', 'b2', 'c2'],
  ])
})

test('workspaces at different statements are served one after the other', async () => {
  const one = createProbe()
  const other = createProbe()
  const results = await work(2, async (own) => {
    const { call } = own.workspaceId === 'a' ? one : other
    return (await call(toScope(own), [own.workspaceId])).length
  })
  assert.deepEqual([one.executions, other.executions], [[['a']], [['b']]])
  assert.deepEqual(valuesOf(results), [1, 1])
})

test('after a failure nothing more is executed for any workspace of the transaction', async () => {
  const { call, executions } = createProbe('b1')
  const results = await work(2, async (own) => {
    await call(toScope(own), [`${own.workspaceId}1`]).catch(() => undefined)
    await call(toScope(own), [`${own.workspaceId}2`])
  })
  assert.deepEqual(executions, [['a1', 'b1']])
  assert.deepEqual(valuesOf(results), ['Error: b1 is refused', 'Error: b1 is refused'])
})

test('a statement of one workspace alone is executed at once, and not at all without inputs', async () => {
  const { call, executions } = createProbe()
  assert.deepEqual(await call(toScope({ workspaceId: 'a' }), []), [])
  const rows = await call(toScope({ workspaceId: 'a' }), ['a1'])
  assert.deepEqual(rows, [{ workspace_id: 'a', text: 'a1' }])
  assert.deepEqual(executions, [['a1']])
})
