import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLaneTests } from '#test/lane-workers.ts'
import { newId } from '#lib/ids.ts'
import { claimLanes } from './claim-lanes.ts'
import { wakeLanes } from './lane-waker.ts'

const { context } = await openLaneTests()

/** Makes `count` lanes of a new workspace due, and returns its id. */
async function wake(count: number): Promise<string> {
  const workspaceId = newId()
  const lanes = Array.from({ length: count }, () => ({
    kind: 'send' as const,
    workspaceId,
    targetId: newId(),
  }))
  await wakeLanes(context, lanes)
  return workspaceId
}

test('one claim takes lanes of many workspaces, and of none more than its share of the slots', async () => {
  const large = await wake(40)
  const request = { kind: 'send' as const, leaseMs: 60_000, slots: 16, active: 0, count: 16 }
  const first = await claimLanes(context, [request])
  assert.deepEqual(
    first.lanes.map(({ workspaceId }) => workspaceId),
    Array.from({ length: 8 }, () => large),
  )
  assert.equal(first.isMore, true)

  const small = await Promise.all(Array.from({ length: 6 }, () => wake(1)))
  const rest = { ...request, active: 1, count: 8 }
  const second = await claimLanes(context, [{ ...rest, excludeWorkspaces: [large] }])
  assert.deepEqual(
    new Set(second.lanes.map(({ workspaceId }) => workspaceId)),
    new Set(small),
    'all of them at once',
  )
  assert.equal(second.isMore, false)

  const [a, b] = [await wake(5), await wake(5)]
  const third = await claimLanes(context, [
    { ...request, active: 7, count: 10, excludeWorkspaces: [large] },
  ])
  const countOf = (id: string) => third.lanes.filter((lane) => lane.workspaceId === id).length
  assert.deepEqual([countOf(a), countOf(b)], [2, 2], 'one part in ten of the slots')
  assert.equal(third.isMore, true)
})
