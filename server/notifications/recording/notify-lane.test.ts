import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openNotifications } from '#test/notifications.ts'
import { createNotifyLane } from './notify-lane.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open, record } = await openNotifications(context, call)
const lane = createNotifyLane(context)

const isDue = async ({ workspaceId }: Scope) =>
  (await lane.findDue()).some((due) => due.workspaceId === workspaceId)

test('the sweeper finds a workspace only while an event that can notify members is not reached', async () => {
  const { scope, receive } = await open()
  await record(scope)
  const recordQuiet = () =>
    transaction(scope, (tx) => recordEvents(tx, [{ type: 'message.sent', data: { id: 'x' } }]))
  await recordQuiet()
  assert.equal(await isDue(scope), false)
  await receive('Hello')
  await recordQuiet()
  assert.equal(await isDue(scope), true)
  await record(scope)
  assert.equal(await isDue(scope), false)
})

test('members are notified of an event after a long stretch of events that notify nobody', async () => {
  const { scope, ada, receive } = await open()
  await scope.db
    .updateTable('workspace_counters')
    .set(({ eb }) => ({ event_position: eb('event_position', '+', 25_000) }))
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await receive('Hello')
  await record(scope)
  const { body } = await call('GET /api/app/notifications/unread', { headers: ada.headers })
  assert.equal(body.unread_count, 1)
  assert.equal(await isDue(scope), false)
})

test('a turn pauses its lane for a moment, so that a busy workspace gathers events', async () => {
  const { scope, receive } = await open()
  await receive('Hello')
  const before = context.clock.now().getTime()
  const { notBefore } = await record(scope)
  const ms = notBefore.getTime() - before
  assert.ok(ms >= 100 && notBefore.getTime() <= context.clock.now().getTime() + 100, `${ms} ms`)
})
