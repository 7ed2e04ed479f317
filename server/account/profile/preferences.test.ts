import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '#db/context.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { raceWith } from '#test/race-with.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function openMember() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  return {
    scope,
    read: async () =>
      (await call('GET /api/session', { headers })).body.membership.preferences as object,
    save: (body: object) => call('PATCH /api/session/preferences', { headers, body }),
  }
}

const DEFAULTS = { after_done: 'next', hold_seconds: 0, character_shortcuts: true, shortcuts: {} }

test("a member's settings of the app have defaults, and only what is sent changes", async () => {
  const { read, save } = await openMember()
  assert.deepEqual(await read(), DEFAULTS)
  const saved = await save({ after_done: 'list' })
  assert.equal(saved.status, 200)
  assert.equal(saved.body.membership.preferences.after_done, 'list')
  await save({ character_shortcuts: false, shortcuts: { inbox_close: 'x', undo: null } })
  assert.deepEqual(await read(), {
    ...DEFAULTS,
    after_done: 'list',
    character_shortcuts: false,
    shortcuts: { inbox_close: 'x', undo: null },
  })
  await save({ shortcuts: {} })
  assert.deepEqual(await read(), { ...DEFAULTS, after_done: 'list', character_shortcuts: false })
})

test('the settings of one member are not those of another', async () => {
  const { scope, save } = await openMember()
  const { headers } = await signInTestMember(call, scope)
  await save({ after_done: 'previous' })
  const other = await call('GET /api/session', { headers })
  assert.deepEqual(other.body.membership.preferences, DEFAULTS)
})

test('keys in conflict, unknown shortcuts and keys that cannot be pressed are refused', async () => {
  const { read, save } = await openMember()
  for (const [body, field] of [
    [{ shortcuts: { inbox_close: 's' } }, 'shortcuts.inbox_close'],
    [{ shortcuts: { inbox_snooze: 'e' } }, 'shortcuts.inbox_snooze'],
    [{ shortcuts: { inbox_close: 'mod+w' } }, 'shortcuts.inbox_close'],
    [{ shortcuts: { teleport: 'x' } }, 'shortcuts.teleport'],
    [{ after_done: 'first' }, 'after_done'],
  ] as const) {
    const { status, body: error } = await save(body)
    assert.equal(status, 422, JSON.stringify(error))
    assert.equal(error.errors[0].field, field)
  }
  assert.deepEqual(await read(), DEFAULTS)
})

test('shortcuts that only another release has are left out', async () => {
  const { scope, read } = await openMember()
  await context.directory
    .updateTable('memberships')
    .set({ preferences: JSON.stringify({ shortcuts: { later: 'x', undo: 'y' } }) })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(await read(), { ...DEFAULTS, shortcuts: { undo: 'y' } })
})

test('a request of a member who is removed meanwhile reads and changes nothing', async () => {
  const { scope } = await createTestWorkspace(context)
  const { headers, membershipId, userId } = await signInTestMember(call, scope)
  const read = async () => (await call('GET /api/session', { headers })).body
  const before = await read()
  const remove = (tx: Context, removed_at: Date | null) =>
    tx.directory
      .updateTable('memberships')
      .set({ removed_at })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', membershipId)
      .execute()
  const use = (tx: Context, minutes: number) =>
    tx.directory
      .updateTable('sessions')
      .set({ last_used_at: new Date(Date.now() - minutes * 60_000) })
      .where('user_id', '=', userId)
      .execute()
  for (const [request, body] of [
    ['GET /api/session', undefined],
    ['PATCH /api/session/profile', { name: 'Gone' }],
    ['PATCH /api/session/preferences', { after_done: 'list' }],
  ] as const) {
    // A request records the use of a session that was not used for minutes, between finding its member and acting.
    await use(context, 10)
    const answer = await raceWith(
      context,
      (tx) => use(tx, 10),
      (tx) => remove(tx, new Date()),
      () => call(request, { headers, ...(body && { body }) }),
    )
    assert.deepEqual([answer.status, answer.body.code], [404, 'membership_not_found'], request)
    await remove(context, null)
  }
  assert.deepEqual(await read(), before)
})
