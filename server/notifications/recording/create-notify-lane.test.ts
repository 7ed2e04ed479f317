import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openNotifications } from '#test/notifications.ts'
import { dueNotifyLanes } from './due-notify-lanes.ts'
import { createNotifyLane } from './create-notify-lane.ts'

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

test('the sweeper finds a late wake-up after it removed the mark of a workspace that was up to date', async () => {
  const { scope, receive } = await open()
  await record(scope)
  const isMarked = async () => {
    const { is_notifying: marked } = await scope.db
      .selectFrom('workspace_counters')
      .select('is_notifying')
      .where('workspace_id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow()
    return marked
  }
  await receive('Hello')
  assert.deepEqual([await isDue(scope), await isMarked()], [true, true])
  await record(scope)
  assert.deepEqual([await isDue(scope), await isMarked()], [false, false])
  await receive('Are you there?')
  await transaction(scope, async (tx) => {
    await recordEvents(tx, [{ type: 'message.sent', data: { id: 'x' } }])
    assert.equal(await isDue(scope), true, 'while the counter is locked')
  })
  assert.equal(await isMarked(), true)
})

test('the sweeper reads no table of all workspaces', async () => {
  await sql`
    insert into workspace_counters (workspace_id, event_position, notifying_position)
    select gen_random_uuid(), 7, 7 from generate_series(1, 20000)`.execute(context.db)
  await sql`analyze workspace_counters, notification_cursors, notifications, tickets`.execute(
    context.db,
  )
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain ${dueNotifyLanes(context.clock.now())}`.execute(context.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /workspace_counters_notifying/)
  assert.doesNotMatch(plan, /Seq Scan on workspace_counters/)
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
