import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportReject, ListedContact } from '#client/generated/models.ts'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { changeRole } from '#members/change-role.ts'
import { removeMember } from '#members/remove-member.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { countsOf, openImports } from '#test/imports.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const open = () => openImports(context, call)

test('an import is started after a check alone, and moves only where it makes sense', async () => {
  const { ask, upload, check, start, work, get } = await open()
  const { id } = (await upload('Name\nA\nB\n')).body
  const refuse = async (move: string, code: string) =>
    assert.equal((await ask(`POST /api/v1/imports/${id}/${move}`, {}, 409)).code, code)
  await refuse('start', 'import_not_ready')
  await ask(`POST /api/v1/imports/${id}/check`, {})
  await refuse('start', 'import_busy')
  await refuse('check', 'import_busy')
  await work(id)
  await check(id)
  await start(id)
  await refuse('start', 'import_busy')
  await work(id)
  for (const move of ['check', 'start', 'cancel']) await refuse(move, 'import_ended')
  const other = (await upload('Name\nC\n')).body
  for (const _ of [1, 2]) {
    const cancelled = await ask(`POST /api/v1/imports/${other.id}/cancel`, {})
    assert.equal(cancelled.status, 'cancelled')
  }
  await work(other.id)
  assert.equal((await get(other.id)).status, 'cancelled')
  assert.equal(
    (await ask(`GET /api/v1/imports/${newId()}`, undefined, 404)).code,
    'import_not_found',
  )
})

const many = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, index) => `P${index},p${index}@example.com`).join('\n')}\n`

/**
 * Holds back the third batch of `many(1_000)` and those after it, so that an import cannot end before a test interrupts it.
 * Returns how to let it continue.
 */
async function holdThirdBatch(): Promise<() => Promise<void>> {
  await sql`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(500); return new; end'`.execute(context.db)
  await sql`create trigger hold before insert on people for each row when (new.name = 'P500')
    execute function hold()`.execute(context.db)
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = context.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(500)`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}

/** Counts the connections to the file's database that wait for a lock. */
async function countLockWaits(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
  return rows[0]!.count
}

/** Ends what `holdThirdBatch` added to the database. */
const stopHolding = () => sql`drop function hold cascade`.execute(context.db)

test('an import that is cancelled keeps what was read in, and reads no more', async () => {
  const { ask, upload, check, start, work, get, count } = await open()
  const { id } = (await upload(many(1_000))).body
  await check(id)
  await start(id)
  const release = await holdThirdBatch()
  const working = work(id)
  await waitFor(async () => (await countLockWaits()) === 1)
  const cancelling = ask(`POST /api/v1/imports/${id}/cancel`, {})
  await waitFor(async () => (await countLockWaits()) === 2)
  await release()
  await Promise.all([cancelling, working])
  await stopHolding()
  const cancelled = await get(id)
  assert.ok(cancelled.done_count > 0 && cancelled.done_count < 1_000, String(cancelled.done_count))
  assert.equal(await count('people'), cancelled.done_count)
  assert.equal(cancelled.created_count, cancelled.done_count)
})

test('an import of which several workers work at once, or that is interrupted, does no row twice', async () => {
  const { upload, check, start, work, get, count } = await open()
  const { id } = (await upload(many(1_000))).body
  await check(id)
  await start(id)
  const release = await holdThirdBatch()
  const stopping = new AbortController()
  const first = work(id, stopping.signal)
  while ((await get(id)).done_count === 0) await new Promise(setImmediate)
  stopping.abort()
  await release()
  assert.ok(await first, 'it says when to go on')
  await stopHolding()
  assert.ok((await get(id)).done_count < 1_000)
  await Promise.all([work(id), work(id), work(id)])
  const shown = await get(id)
  if (shown.status === 'running') await work(id)
  const done = await get(id)
  assert.deepEqual([done.status, countsOf(done)], ['completed', [1_000, 0, 0, 0]])
  assert.equal(await count('people'), 1_000)
  assert.equal(await count('timeline_entries'), 1_000)
})

test('an import rejects a row that the database will not take, and reads the others in', async () => {
  const { load, ask, count } = await open()
  await sql`alter table people add constraint no_poison check (name <> 'P77') not valid`.execute(
    context.db,
  )
  try {
    const done = await load(many(300))
    assert.deepEqual([done.status, countsOf(done)], ['completed', [299, 0, 1, 0]])
    const rejects = await ask(`GET /api/v1/imports/${done.id}/rejects`)
    assert.deepEqual(
      rejects.data.map((each: ImportReject) => [each.row_number, each.code, each.cells]),
      [[79, 'failed', ['P77', 'p77@example.com']]],
    )
    assert.equal(await count('people'), 299)
  } finally {
    await sql`alter table people drop constraint no_poison`.execute(context.db)
  }
})

test('an import is found by the sweeper while it is at work, and only then', async () => {
  const { ask, upload, check, work, scope, lane } = await open()
  const { id } = (await upload('Name\nA\n')).body
  const isDue = async () =>
    (await lane.findDue()).some(
      ({ workspaceId, targetId }) => workspaceId === scope.workspaceId && targetId === id,
    )
  assert.equal(await isDue(), false)
  await ask(`POST /api/v1/imports/${id}/check`, {})
  assert.equal(await isDue(), true)
  await work(id)
  assert.equal(await isDue(), false)
  await check(id)
})

/** Uploads, checks and starts an import of 1,000 rows as a member, and interrupts it after a batch. */
async function startAsMember(role: 'admin' | 'agent') {
  const opened = await open()
  const { scope, work, get } = opened
  const member = await signInTestMember(call, scope, role)
  const send = async (request: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await call(request, { body, headers: { ...member.headers, ...headers } })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const { body, headers } = csvUpload(many(1_000))
  const { id } = await send('POST /api/v1/imports', body, headers)
  await send(`POST /api/v1/imports/${id}/check`, {})
  await work(id)
  await send(`POST /api/v1/imports/${id}/start`, {})
  const stopping = new AbortController()
  const working = work(id, stopping.signal)
  while ((await get(id)).done_count === 0) await new Promise(setImmediate)
  stopping.abort()
  await working
  assert.equal((await get(id)).status, 'running')
  return { ...opened, id, membershipId: member.membershipId }
}

test('an import stops when the member who started it is removed, and keeps what it has imported', async () => {
  const { scope, id, membershipId, work, get, count } = await startAsMember('agent')
  await removeMember(scope, membershipId)
  const { done_count: done } = await get(id)
  await work(id)
  const stopped = await get(id)
  assert.deepEqual(
    [stopped.status, stopped.cancel_reason, stopped.done_count],
    ['cancelled', 'member_removed', done],
  )
  assert.ok(stopped.completed_at)
  assert.equal(await count('people'), done)
  const { rows } = await sql`
    select actor_type, data->>'reason' as reason from audit_entries
    where workspace_id = ${scope.workspaceId} and target_id = ${id}
      and action = 'import.cancelled'`.execute(context.db)
  assert.deepEqual(rows, [{ actor_type: 'system', reason: 'member_removed' }])
})

test('an import continues when the admin who started it becomes an agent, because agents can import', async () => {
  const { scope, id, membershipId, work, get } = await startAsMember('admin')
  await signInTestMember(call, scope, 'admin')
  await changeRole(scope, membershipId, 'agent')
  await work(id)
  const done = await get(id)
  assert.deepEqual([done.status, countsOf(done)], ['completed', [1_000, 0, 0, 0]])
})

test('a check or an import stops when its key is revoked', async () => {
  const { scope, ask, upload, check, start, work } = await open()
  const checking = (await upload(many(10))).body.id
  await ask(`POST /api/v1/imports/${checking}/check`, {})
  const running = (await upload(many(10))).body.id
  await check(running)
  await start(running)
  await sql`update api_keys set revoked_at = now() where workspace_id = ${scope.workspaceId}`.execute(
    context.directory,
  )
  for (const id of [checking, running]) {
    await work(id)
    const { rows } = await sql`
      select status, cancel_reason from imports
      where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(context.db)
    assert.deepEqual(rows, [{ status: 'cancelled', cancel_reason: 'key_revoked' }])
  }
})

test('rows above the names of the columns are counted like a spreadsheet does', async () => {
  const { ask, load, people } = await open()
  const run = await load('Customers of 2026,,\n\nName,Phone,City\nA,12,Pune\nB,9812345670,Pune\n')
  assert.deepEqual(countsOf(run), [1, 0, 1, 0])
  const rejects = await ask(`GET /api/v1/imports/${run.id}/rejects`)
  assert.deepEqual(
    rejects.data.map((each: ImportReject) => [each.row_number, each.code]),
    [[4, 'invalid_phone']],
  )
  assert.deepEqual(
    (await people()).map((each: ListedContact) => each.name),
    ['B'],
  )
})

test('cells of defined custom fields are checked, by the label or key of their column', async () => {
  const { ask, upload, check, load, people } = await open()
  for (const field of [
    { key: 'age', label: 'Age in years', type: 'number' },
    { key: 'plan', label: 'Plan', type: 'choice', choices: ['Gold', 'Silver'] },
    { key: 'vip', label: 'VIP', type: 'boolean' },
  ])
    await ask('POST /api/v1/custom-fields', field, 201)
  const file = 'Name,age IN years,plan,VIP,Other\nA,040,gold,yes,x\nB,many,Gold,no,y\nC,,,,\n'
  const { body } = await upload(file)
  assert.deepEqual(body.mapping, {
    Name: 'name',
    'age IN years': 'fields.age',
    plan: 'fields.plan',
    VIP: 'fields.vip',
    Other: 'fields.Other',
  })
  assert.deepEqual(countsOf(await check(body.id)), [2, 0, 1, 0])
  const run = await load(file)
  assert.deepEqual(countsOf(run), [2, 0, 1, 0])
  const rejects = await ask(`GET /api/v1/imports/${run.id}/rejects`)
  assert.deepEqual(
    rejects.data.map((each: ImportReject) => [each.row_number, each.code]),
    [[3, 'invalid_field']],
  )
  assert.match(rejects.data[0].message, /^age IN years must be a number/)
  assert.deepEqual(
    (await people()).map((each: ListedContact) => each.fields),
    [{ age: '40', vip: 'true', plan: 'Gold', Other: 'x' }, {}],
  )
  const found = await ask('GET /api/v1/contacts?fields=age:40;vip:true')
  assert.deepEqual(
    found.data.map((each: ListedContact) => each.name),
    ['A'],
  )
})
