import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '#account/audit/list-audit.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { systemScope } from '#db/context.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { listActivity } from '#tickets/activity/list-activity.ts'
import { listTickets } from '#tickets/list-tickets.ts'
import type { Db } from '#db/pool.ts'
import { sweepOutbox } from '#db/outbox/sweep-outbox.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { findDemo } from './find-demo.ts'
import { EFFECTS } from '../../worker.ts'
import { listChannels } from '#channels/list-channels.ts'
import { seedDemo } from './seed-demo.ts'

const { context } = await openTestContext({ passwordCost: 5 })

/** Returns a database that fails after a number of statements, as if the process were killed. */
function failAfter(db: Db, statements: number): Db {
  let count = 0
  return watchQueries(db, () => {
    if (++count > statements) throw new Error('killed')
  })
}

test('an aborted start leaves nothing behind, and the next one creates one demo', async () => {
  assert.deepEqual(await findDemo(context), { isThere: false, isEmpty: true })
  const named = await createWorkspace(context, { name: 'Demo' })
  assert.deepEqual(await findDemo(context), { isThere: false, isEmpty: false })
  await context.directory.deleteFrom('workspaces').where('id', '=', named.id).execute()
  await assert.rejects(
    seedDemo({ ...context, directory: failAfter(context.directory, 12) }),
    /killed/,
  )
  assert.equal((await context.directory.selectFrom('workspaces').select('id').execute()).length, 0)

  const seeded = await Promise.all([seedDemo(context), seedDemo(context), seedDemo(context)])
  const [demo, ...others] = seeded.filter((each) => each !== undefined)
  assert.equal(others.length, 0)
  assert.equal(await seedDemo(context), undefined)
  assert.deepEqual(await findDemo(context), { isThere: true, isEmpty: false })

  const scope = systemScope(context, demo!.workspaceId)
  const count = async (table: 'chats' | 'people' | 'tickets' | 'memberships' | 'forms') => {
    const rows = await context.db
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    return rows.length
  }
  assert.deepEqual(
    await Promise.all((['chats', 'people', 'tickets', 'memberships', 'forms'] as const).map(count)),
    [9, 9, 4, 3, 1],
  )
  const accounts = await context.directory.selectFrom('accounts').select('password').execute()
  assert.deepEqual(
    accounts.map(({ password }) => /ln=(\d+)/.exec(password ?? '')![1]).toSorted(),
    ['4', '4', '5'],
    'only the password that is shown has a slow hash',
  )
  const { data } = await listTickets(scope, { q: 'charged twice' })
  assert.deepEqual(
    [data[0]?.description !== null, data[0]?.tags.length, data[0]?.attachments.length],
    [true, 2, 1],
  )
  const { data: comments } = await listActivity(scope, data[0]!.id, { kind: 'comment' })
  assert.equal(comments.length, 1)
  const audit = await listAudit(scope, { limit: 100 })
  const times = audit.data.map((entry) => entry.occurred_at.getTime())
  assert.ok(audit.data.some((entry) => entry.action === 'tag.created'))
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
    'the audit log is in the order of its times',
  )
  const { data: channels } = await listChannels(scope, {})
  assert.deepEqual(
    channels.map(({ type, is_simulated }) => [type, is_simulated]),
    [
      ['whatsapp', true],
      ['web_chat', false],
    ],
  )
  const chats = await context.db
    .selectFrom('chats')
    .select(['holder_role', 'window_expires_at'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at')
    .execute()
  assert.ok(chats[0]!.window_expires_at! > context.clock.now(), 'a first try would be refused')
  assert.ok(chats.some((chat) => chat.holder_role === 'platform_agent'))
  assert.ok(chats.some((chat) => chat.window_expires_at! < context.clock.now()))
})

test('a start that is aborted after the workspace is created is completed by a worker', async () => {
  const { context: own } = await openTestContext()
  await assert.rejects(seedDemo({ ...own, db: failAfter(own.db, 60) }), /killed/)
  const count = async () => (await own.db.selectFrom('people').select('id').execute()).length
  assert.equal(await count(), 0)
  const later = { ...own, clock: { now: () => new Date(Date.now() + 60_000) } }
  await sweepOutbox(later, EFFECTS)
  assert.equal(await count(), 9)
})

test('a database with other workspaces is not a demo database, and a demo there uses no open form', async () => {
  const other = await openTestContext()
  const { scope } = await createTestWorkspace(other.context)
  await createForm(scope, { name: 'Open', is_open: true })
  assert.deepEqual(await findDemo(other.context), { isThere: false, isEmpty: false })
  const demo = await seedDemo(other.context)
  const forms = await other.context.directory
    .selectFrom('form_routes')
    .select('is_open')
    .where('workspace_id', '=', demo!.workspaceId)
    .execute()
  assert.deepEqual(forms, [{ is_open: false }])
})
