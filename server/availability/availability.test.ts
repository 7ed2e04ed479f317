import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream } from '#test/event-streams.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { testHours } from '#test/hours.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { createAvailabilityLane } from './create-availability-lane.ts'
import { readAvailability } from './read-availability.ts'
import { recordActivity } from './record-activity.ts'
import { recordDueAvailability } from './record-due-availability.ts'

const { context, url } = await openTestContext()
const { app, call } = await openTestApi(context)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
const MINUTE = 60_000

type SignedIn = Awaited<ReturnType<typeof signInTestMember>>

let scope: Scope
let key: string
let admin: SignedIn
let agent: SignedIn

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createTestKey(scope, ['*'])
  admin = await signInTestMember(call, scope)
  agent = await signInTestMember(call, scope, 'agent')
})

/** Returns the scope as it is `ms` later. */
function later(ms: number, own = scope): Scope {
  const at = Date.now() + ms
  return systemScope({ ...context, clock: { now: () => new Date(at) } }, own.workspaceId)
}

const setOwn = (by: SignedIn, body: object) =>
  call('PATCH /api/session/availability', { headers: by.headers, body })
const setOf = (id: string, body: object, by: object = { key }) =>
  call(`PATCH /api/v1/members/${id}`, { ...by, body })
const read = async (id: string) => (await call(`GET /api/v1/members/${id}`, { key })).body

/** Returns the data of the changes of a member, in their order. */
async function changesOf(id: string, own = scope) {
  const rows = await own.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', own.workspaceId)
    .where('type', '=', 'member.updated')
    .orderBy('position')
    .execute()
  return rows.map(({ body }) => JSON.parse(body).data).filter((data) => data.id === id)
}

const namesOf = (changes: { availability: string; availability_cause: string }[]) =>
  changes.map((each) => `${each.availability} ${each.availability_cause}`)

/** Records that a member had the app open on a device. */
async function see(member: SignedIn, at: Scope, deviceId = newId()): Promise<string> {
  const { workspaceId } = at
  const device = {
    workspaceId,
    membershipId: member.membershipId,
    deviceId,
    seenAt: at.clock.now(),
  }
  await recordActivity(at, [device])
  return deviceId
}

describe('an availability that is set by hand', () => {
  test('is shown with its end and who set it, and reported once', async () => {
    const until = new Date(Date.now() + 30 * MINUTE).toISOString()
    const set = { availability: 'away', availability_until: until }
    const answer = await setOwn(agent, set)
    assert.equal(answer.status, 200, answer.text)
    const shown = {
      availability: 'away',
      availability_cause: 'by_hand',
      availability_until: until,
      availability_set_by: { type: 'member', id: agent.membershipId },
    }
    for (const member of [answer.body, await read(agent.membershipId)])
      assert.deepEqual(
        Object.fromEntries(Object.keys(shown).map((name) => [name, member[name]])),
        shown,
      )
    await setOwn(agent, set)
    const changes = await changesOf(agent.membershipId)
    assert.deepEqual(namesOf(changes), ['away by_hand'])
    assert.deepEqual(changes[0], JSON.parse(JSON.stringify(answer.body)))
    await setOwn(agent, { availability: null })
    assert.equal((await read(agent.membershipId)).availability, 'offline')
  })

  test('can be set for a member by an admin, a supervisor and a key, which the audit log shows', async () => {
    const supervisor = await signInTestMember(call, scope, 'supervisor')
    const other = await signInTestMember(call, scope, 'agent')
    for (const { headers } of [admin, supervisor])
      assert.equal(
        (await setOf(other.membershipId, { availability: 'away' }, { headers })).status,
        200,
      )
    const byKey = await setOf(other.membershipId, { availability: 'online' })
    assert.equal(byKey.body.availability_set_by.type, 'api_key')
    const byAgent = await setOf(
      other.membershipId,
      { availability: 'away' },
      { headers: agent.headers },
    )
    assert.deepEqual([byAgent.status, byAgent.body.code], [403, 'admin_required'])
    const reader = await createTestKey(scope, ['read', 'write'])
    const refused = await setOf(other.membershipId, { availability: 'away' }, { key: reader })
    assert.equal(refused.body.code, 'insufficient_scope')
    const log = await call('GET /api/developer/audit-log?action=member.availability_set', {
      headers: admin.headers,
    })
    assert.deepEqual(
      log.body.data.map((entry: any) => [entry.target.id, entry.data.changes.availability.to]),
      [
        [other.membershipId, 'online'],
        [other.membershipId, 'away'],
      ],
    )
  })

  test('ends in the future, in a year at the latest', async () => {
    const refuse = async (body: object) => {
      const answer = await setOwn(agent, body)
      assert.deepEqual([answer.status, answer.body.code], [422, 'validation_failed'], answer.text)
      return answer.body.errors[0].field
    }
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const field = 'availability_until'
    assert.equal(await refuse({ availability: 'away', [field]: at(-1) }), field)
    assert.equal(await refuse({ availability: 'away', [field]: at(367 * 24 * 60 * MINUTE) }), field)
    assert.equal(await refuse({ [field]: at(MINUTE) }), field)
    assert.equal(await refuse({ availability: 'busy' }), 'availability')
    const unknown = await setOwn(agent, { business_hours_id: newId() })
    assert.equal(unknown.body.code, 'business_hours_not_found')
    assert.equal((await setOf(newId(), { availability: 'away' })).body.code, 'membership_not_found')
    assert.equal((await call(`GET /api/v1/members/${newId()}`, { key })).status, 404)
  })

  test('ends at its time with one event, however many workers record it', async () => {
    const member = await signInTestMember(call, scope, 'agent')
    const until = new Date(Date.now() + MINUTE)
    await setOwn(member, { availability: 'online', availability_until: until })
    const early = await recordDueAvailability(scope)
    assert.ok(early && early <= until)
    assert.equal((await changesOf(member.membershipId)).length, 1)
    const at = later(MINUTE + 1)
    await Promise.all(Array.from({ length: 6 }, () => recordDueAvailability(at)))
    const changes = await changesOf(member.membershipId)
    assert.deepEqual(namesOf(changes), ['online by_hand', 'offline activity'])
    assert.equal(changes[1].availability_set_by, null)
  })
})

describe('an availability by activity', () => {
  test('lasts until every device has been without the app for five minutes', async () => {
    const member = await signInTestMember(call, scope, 'agent')
    const phone = await see(member, later(0))
    await recordDueAvailability(scope)
    const laptop = await see(member, later(3 * MINUTE))
    await see(member, later(MINUTE), phone)
    await recordDueAvailability(later(6 * MINUTE + 1))
    assert.deepEqual(namesOf(await changesOf(member.membershipId)), ['online activity'])
    // An earlier time that is recorded later changes nothing.
    await see(member, later(0), laptop)
    const left = later(8 * MINUTE + 100)
    await recordDueAvailability(left)
    assert.deepEqual(namesOf(await changesOf(member.membershipId)), [
      'online activity',
      'offline activity',
    ])
    await see(member, left, phone)
    await recordDueAvailability(left)
    assert.equal((await changesOf(member.membershipId)).at(-1).availability, 'online')
  })

  test('is recorded for several workspaces at once, each for its own members', async () => {
    const other = (await createTestWorkspace(context)).scope
    const members = [
      await signInTestMember(call, scope, 'agent'),
      await signInTestMember(call, other, 'agent'),
    ]
    const woken: string[] = []
    const devices = members.map(({ membershipId }, index) => ({
      workspaceId: [scope, other][index]!.workspaceId,
      membershipId,
      deviceId: newId(),
      seenAt: new Date(),
    }))
    const at = {
      ...context,
      wake: (lanes: { targetId: string }[]) =>
        void woken.push(...lanes.map((lane) => lane.targetId)),
    }
    await recordActivity(at, devices)
    assert.deepEqual(woken.toSorted(), [scope.workspaceId, other.workspaceId].toSorted())
    await recordDueAvailability(other)
    assert.equal((await changesOf(members[1]!.membershipId, other)).length, 1)
    assert.equal((await changesOf(members[0]!.membershipId)).length, 0)
    await recordDueAvailability(scope)
    assert.equal((await changesOf(members[0]!.membershipId)).length, 1)
    woken.length = 0
    await recordActivity(at, devices)
    assert.deepEqual(woken, [], 'who is online already wakes no lane')
    const theirs = members[1]!.membershipId
    assert.equal(
      (await readAvailability(scope, [theirs], new Date())).get(theirs)!.availability,
      'offline',
    )
  })

  test('is not kept of a member who was removed', async () => {
    const member = await signInTestMember(call, scope, 'agent')
    await see(member, later(0))
    await recordDueAvailability(scope)
    await call(`DELETE /api/developer/members/${member.membershipId}`, { headers: admin.headers })
    const former = await read(member.membershipId)
    assert.deepEqual([former.availability, former.availability_until], ['offline', null])
    // A process that did not know yet of the removal.
    await see(member, later(0))
    await recordDueAvailability(scope)
    assert.deepEqual(namesOf(await changesOf(member.membershipId)), ['online activity'])
    const rows = await scope.db
      .selectFrom('member_activity')
      .select('seen_at')
      .where('workspace_id', '=', scope.workspaceId)
      .where('membership_id', '=', member.membershipId)
      .execute()
    assert.deepEqual(rows, [])
  })
})

test('a member is offline outside of their working hours, also right after these change', async () => {
  const week = (periods: string[][]) =>
    Object.fromEntries(Object.keys(testHours('x').week).map((day) => [day, periods]))
  const hour = Number(
    new Date().toLocaleString('en', {
      timeZone: 'Europe/Berlin',
      hour: 'numeric',
      hourCycle: 'h23',
    }),
  )
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
  const elsewhen = [[at(2), at(3)]]
  const closed = await call('POST /api/v1/business-hours', {
    key,
    body: { ...testHours('Nights'), week: week(elsewhen) },
  })
  const member = await signInTestMember(call, scope, 'agent')
  await see(member, later(0))
  await recordDueAvailability(scope)
  const set = await setOwn(member, { business_hours_id: closed.body.id })
  assert.deepEqual(
    [set.body.availability, set.body.availability_cause, set.body.business_hours_id],
    ['offline', 'schedule', closed.body.id],
  )
  const hours = `/api/v1/business-hours/${closed.body.id}`
  await call(`PATCH ${hours}`, { key, body: { week: week([['00:00', '24:00']]) } })
  await recordDueAvailability(scope)
  await call(`PATCH ${hours}`, { key, body: { week: week(elsewhen) } })
  await recordDueAvailability(scope)
  await call(`DELETE ${hours}`, { key })
  await recordDueAvailability(scope)
  const changes = await changesOf(member.membershipId)
  assert.deepEqual(namesOf(changes), [
    'online activity',
    'offline schedule',
    'online activity',
    'offline schedule',
    'online activity',
  ])
  assert.equal(changes.at(-1).business_hours_id, null)
})

test('a member who opens the app is online within a second in the streams of others, and stays so after a worker was killed', async () => {
  const own = (await createTestWorkspace(context)).scope
  const watcher = await signInTestMember(call, own, 'agent')
  const member = await signInTestMember(call, own, 'agent')
  const stream = await openTestStream(address, watcher.headers, { path: '/api/app/live' })
  await waitFor(() => stream.frames[0]?.event === 'at')
  const startWorker = async () => {
    const handlers = { availability: createAvailabilityLane(context) }
    const worker = createLaneWorker(context, { url, handlers })
    await worker.start()
    return worker
  }
  const first = await startWorker()
  const seen = (id: string) =>
    stream.frames.filter(
      ({ event, data }) => event === 'member.updated' && JSON.parse(data!).data.id === id,
    )
  await waitFor(() => seen(watcher.membershipId).length === 1)
  const startedAt = performance.now()
  const live = await openTestStream(address, member.headers, { path: '/api/app/live' })
  await waitFor(() => seen(member.membershipId).length === 1)
  assert.ok(performance.now() - startedAt < 1_000)
  await first.stop()
  // What is due while no worker runs is recorded once by the next ones.
  const until = new Date(Date.now() + 300).toISOString()
  await setOwn(member, { availability: 'away', availability_until: until })
  await waitFor(() => Date.now() > Date.parse(until))
  const workers = [await startWorker(), await startWorker()]
  await waitFor(() => seen(member.membershipId).length === 3)
  await Promise.all(workers.map((worker) => worker.stop()))
  assert.deepEqual(namesOf(await changesOf(member.membershipId, own)), [
    'online activity',
    'away by_hand',
    'online activity',
  ])
  live.close()
  stream.close()
})
