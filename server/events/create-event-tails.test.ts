import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { recordTestEvents } from '#test/event-streams.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createEventTails } from './create-event-tails.ts'
import type { WatchEvents } from './watch-events.ts'

const { context } = await openTestContext()

test('a stream that events were deleted before gets an error instead of a gap', async () => {
  const { scope } = await createTestWorkspace(context)
  await recordTestEvents(scope, 20)
  let watcher: Parameters<WatchEvents>[1] | undefined
  const tails = createEventTails((_, given) => {
    watcher = given
    return () => undefined
  })
  const heads: number[] = []
  tails.follow(scope.workspaceId, (head) => heads.push(head))
  watcher!.onNews({ head: 5, trimmed: 0, events: [] })
  // This process did not reach the database until events 6 to 10 were deleted.
  await scope.db
    .updateTable('workspace_counters')
    .set({ trimmed_position: 10 })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const body = '{}'
  watcher!.onNews({
    head: 20,
    trimmed: 10,
    events: [{ position: 11, type: 'message.sent', body, cause: null }],
  })
  assert.deepEqual(heads, [5, 20])
  const input = { limit: 100, types: undefined }
  await assert.rejects(tails.read(scope, { position: 5, ...input }), { code: 'cursor_expired' })
  const { events } = await tails.read(scope, { position: 18, ...input })
  assert.deepEqual(
    events.map(({ position }) => position),
    [19, 20],
  )
})
