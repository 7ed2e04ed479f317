import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../errors.ts'
import { createReadSlots } from './read-slots.ts'
import type { ReadKind } from './read-slots.ts'
import { TimeBudget, withTimeBudget } from '../time-budget.ts'

/** Starts reads that last until they are ended, and counts those that run. */
function startReads(connections: number) {
  const slots = createReadSlots(connections)
  const running: { workspaceId: string; end: () => void }[] = []
  const start = (workspaceId: string, kind: ReadKind = 'list', budgetMs = 60_000) =>
    withTimeBudget(new TimeBudget(budgetMs), () =>
      slots.run({ workspaceId, kind }, async () => {
        const ended = Promise.withResolvers<void>()
        const one = { workspaceId, end: ended.resolve }
        running.push(one)
        await ended.promise
        running.splice(running.indexOf(one), 1)
      }),
    )
  const countOf = (workspaceId: string) =>
    running.filter((each) => each.workspaceId === workspaceId).length
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { start, running, countOf, turn }
}

test('no workspace and no report takes the slots of others', async () => {
  const { start, running, countOf, turn } = startReads(10)
  const reads = Array.from({ length: 50 }, () => start('a', 'report'))
  await turn()
  assert.equal(countOf('a'), 2)
  reads.push(...Array.from({ length: 50 }, () => start('a')))
  await turn()
  assert.equal(countOf('a'), 4)
  reads.push(start('b', 'report'), start('b'))
  await turn()
  assert.equal(countOf('b'), 2)
  assert.equal(running.length, 6)
  while (running.length > 0) {
    running[0]!.end()
    await turn()
    assert.ok(running.length <= 6)
    assert.ok(countOf('a') <= 4)
  }
  assert.equal(
    (await Promise.allSettled(reads)).filter((each) => each.status === 'rejected').length,
    0,
  )
})

test('pages have slots apart from lists and reports, and no workspace takes those of others', async () => {
  const { start, running, countOf, turn } = startReads(10)
  const reads = Array.from({ length: 50 }, () => start('a', 'page'))
  await turn()
  assert.equal(countOf('a'), 32)
  reads.push(start('a'), start('b', 'page'), start('b', 'report'))
  await turn()
  assert.deepEqual([countOf('a'), countOf('b')], [33, 2])
  while (running.length > 0) {
    running[0]!.end()
    await turn()
  }
  await Promise.all(reads)
})

test('a read that gets no slot in the time of its request is refused as busy', async () => {
  const { start, running, turn } = startReads(2)
  const first = start('a')
  await assert.rejects(start('a', 'list', 300), (err) => {
    assert.ok(err instanceof AppError)
    assert.deepEqual([err.code, err.headers['retry-after']], ['busy', '1'])
    return true
  })
  running[0]!.end()
  await first
  const next = start('a')
  await turn()
  assert.equal(running.length, 1, 'the slot is free again')
  running[0]!.end()
  await next
})

test('a workspace cannot fill the queue of the others', async () => {
  const { start, running, turn } = startReads(2)
  const reads = Array.from({ length: 201 }, () => start('a'))
  await assert.rejects(start('a'), { code: 'busy' })
  reads.push(start('b'))
  await turn()
  while (running.length > 0) {
    running[0]!.end()
    await turn()
  }
  await Promise.all(reads)
})

test('a read that fails gives its slot back', async () => {
  const slots = createReadSlots(2)
  const read = { workspaceId: 'a', kind: 'report' } as const
  await assert.rejects(
    slots.run(read, async () => {
      throw new Error('no')
    }),
    /no/,
  )
  assert.equal(await slots.run(read, async () => 'yes'), 'yes')
})
