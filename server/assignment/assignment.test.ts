import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { systemScope } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestMember,
  createTestWorkspace,
} from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { assign } from './assign.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
const MINUTE = 60_000

let scope: Scope
let key: string
let channelId: string
let teamId: string
let members: string[]

/** Each test has a workspace with a team of three who are online. */
beforeEach(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createTestKey(scope, ['*'])
  channelId = (await createTestChannel(scope)).id
  members = []
  for (let index = 0; index < 3; index++)
    members.push((await createTestMember(scope, 'agent')).membershipId)
  for (const id of members) await set(id, 'online')
  const made = await ask('POST /api/v1/teams', { name: 'Support', member_ids: members })
  teamId = made.body.id
})

const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
const set = (id: string, availability: string) =>
  ask(`PATCH /api/v1/members/${id}`, { availability })
const configure = (body: object) => ask(`PATCH /api/v1/teams/${teamId}/assignment`, body)
const queue = async () => (await ask(`GET /api/v1/teams/${teamId}/queue`)).body
const turn = async (at = scope) => (await assign(at, { head: 0 }, () => false)).dueAt

/** Returns the scope as it is `ms` later. */
function later(ms: number): Scope {
  const at = Date.now() + ms
  return systemScope({ ...context, clock: { now: () => new Date(at) } }, scope.workspaceId)
}

let waited = 0

/** Creates a conversation of the team whose customer waits, each a little longer than the next. */
async function wait(more: { team_id?: string | null } = {}): Promise<string> {
  const { id } = await createTestChat(scope, { channelId })
  const since = new Date(Date.now() - MINUTE + ++waited)
  await scope.db
    .updateTable('chats')
    .set({ team_id: teamId, ...more })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute()
  await scope.db
    .updateTable('chat_activity')
    .set({ waiting_since: since })
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', id)
    .execute()
  return id
}

/** Disables the user of a member, or lets them in again. */
async function disable(membershipId: string, at: Date | null): Promise<void> {
  await context.directory
    .updateTable('users')
    .set({ disabled_at: at })
    .where('id', 'in', (from) =>
      from.selectFrom('memberships').select('user_id').where('id', '=', membershipId),
    )
    .execute()
}

async function waitMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await wait())
  return ids
}

async function assigneeOf(id: string): Promise<string | null> {
  return (await ask(`GET /api/v1/chats/${id}`)).body.assignee_id
}

async function assigneesOf(ids: string[]): Promise<(string | null)[]> {
  return Promise.all(ids.map(assigneeOf))
}

/** Returns the data of the changes of assignees in the thread of a conversation. */
async function assignmentsOf(id: string) {
  const { body } = await ask(`GET /api/v1/chats/${id}/thread`)
  return body.data
    .filter((item: any) => item.kind === 'change' && item.type === 'assigned')
    .map(({ actor, data }: any) => ({ by: actor.type, ...data }))
}

describe('the assignment of a team', () => {
  test('is off until it is switched on, and then assigns those that wait', async () => {
    const ids = await waitMany(3)
    await turn()
    assert.deepEqual(await assigneesOf(ids), [null, null, null])
    const { body } = await ask(`GET /api/v1/teams/${teamId}/assignment`)
    assert.equal(body.method, 'off')
    const on = await configure({ method: 'round_robin' })
    assert.equal(on.status, 200, on.text)
    assert.equal(on.body.sticky_days, 7)
    await turn()
    assert.deepEqual((await assigneesOf(ids)).toSorted(), members.toSorted())
    const { body: chat } = await ask(`GET /api/v1/chats/${ids[0]}`)
    assert.deepEqual(chat.assigned_by, { type: 'system', id: null, reason: 'round_robin' })
    const [assigned] = await assignmentsOf(ids[0]!)
    assert.deepEqual(assigned, {
      by: 'system',
      assignee_id: await assigneeOf(ids[0]!),
      previous_assignee_id: null,
      reason: 'round_robin',
      among: 3,
      open: 0,
    })
  })

  test('leaves out what is closed, of another team, assigned by hand, or not waiting', async () => {
    await configure({ method: 'round_robin' })
    const closed = await wait()
    await ask(`PATCH /api/v1/chats/${closed}`, { status: 'closed' })
    const foreign = await wait({ team_id: null })
    const own = await wait()
    await ask(`PATCH /api/v1/chats/${own}`, { assignee_id: members[2] })
    const { id: quiet } = await createTestChat(scope, { channelId })
    await ask(`PATCH /api/v1/chats/${quiet}`, { team_id: teamId })
    await turn()
    assert.deepEqual(await assigneesOf([closed, foreign, own, quiet]), [
      null,
      null,
      members[2],
      null,
    ])
  })

  test('never goes over capacity, and drains the longest wait first when there is room again', async () => {
    await configure({ method: 'least_busy', capacity: 1 })
    const ids = await waitMany(5)
    await turn()
    assert.equal(new Set(await assigneesOf(ids.slice(0, 3))).size, 3)
    assert.deepEqual(await assigneesOf(ids.slice(3)), [null, null])
    const { waiting, available, with_room, reason } = await queue()
    assert.deepEqual(
      { waiting: waiting.count, available, with_room, reason },
      { waiting: 2, available: 3, with_room: 0, reason: 'all_at_capacity' },
    )
    await ask(`PATCH /api/v1/chats/${ids[1]}`, { status: 'closed' })
    await turn()
    assert.equal(await assigneeOf(ids[3]!), await assigneeOf(ids[1]!))
    assert.equal(await assigneeOf(ids[4]!), null)
  })

  test('gives nobody a conversation who is away, and waits until somebody is back', async () => {
    await configure({ method: 'round_robin' })
    for (const id of members) await set(id, 'away')
    const id = await wait()
    await turn()
    assert.equal(await assigneeOf(id), null)
    assert.equal((await queue()).reason, 'nobody_available')
    await set(members[1]!, 'online')
    await disable(members[1]!, new Date())
    await turn()
    assert.equal(await assigneeOf(id), null, 'a disabled member gets none')
    await disable(members[1]!, null)
    await turn()
    assert.equal(await assigneeOf(id), members[1])
    assert.equal((await queue()).reason, null)
  })

  test('sends a conversation to who has its skill, and to anybody after a time', async () => {
    const tag = (await ask('POST /api/v1/tags', { name: 'Portuguese', color: 'blue' })).body
    const on = await configure({
      method: 'round_robin',
      relax_minutes: 10,
      members: [{ member_id: members[0], skill_tag_ids: [tag.id] }],
    })
    assert.deepEqual(on.body.members, [
      { member_id: members[0], capacity: null, skill_tag_ids: [tag.id], languages: [] },
    ])
    const ids = await waitMany(2)
    await ask(`PATCH /api/v1/chats/${ids[0]}`, { tag_ids: [tag.id] })
    await turn()
    assert.equal(await assigneeOf(ids[0]!), members[0])
    await set(members[0]!, 'away')
    const third = await wait()
    await ask(`PATCH /api/v1/chats/${third}`, { tag_ids: [tag.id] })
    const fourth = await wait()
    const relaxesAt = await turn()
    assert.equal(await assigneeOf(third), null, 'it waits for the skill')
    assert.notEqual(await assigneeOf(fourth), null, 'the next one does not wait behind it')
    assert.equal((await queue()).reason, 'no_skill')
    assert.ok(relaxesAt && relaxesAt.getTime() > Date.now() + 8 * MINUTE)
    await turn(later(11 * MINUTE))
    assert.notEqual(await assigneeOf(third), null)
  })

  test('sends a contact to who has the language, whatever the region', async () => {
    const speak = (languages: string[]) =>
      configure({ method: 'round_robin', members: [{ member_id: members[2], languages }] })
    assert.deepEqual((await speak(['pt_br'])).body.members[0].languages, ['pt-BR'])
    const refused = await speak(['Portuguese'])
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'members'])
    const ids = await waitMany(4)
    const languages = ['pt-PT', 'pt', 'fr', null]
    for (const [index, id] of ids.entries()) {
      const { person } = (await ask(`GET /api/v1/chats/${id}`)).body
      await ask(`PATCH /api/v1/contacts/${person.id}`, { language: languages[index] })
    }
    await turn()
    const assigned = await assigneesOf(ids)
    assert.deepEqual(assigned.slice(0, 2), [members[2], members[2]])
    assert.deepEqual(new Set(assigned.slice(2)), new Set(members.slice(0, 2)))
    await set(members[2]!, 'away')
    const waiting = await wait()
    const { person } = (await ask(`GET /api/v1/chats/${waiting}`)).body
    await ask(`PATCH /api/v1/contacts/${person.id}`, { language: 'pt' })
    await turn()
    assert.equal(await assigneeOf(waiting), null)
    assert.equal((await queue()).reason, 'no_skill')
  })

  test('hands back what is open of who is offline for long, and of who leaves the team', async () => {
    await configure({ method: 'round_robin', hand_back_minutes: 15 })
    const ids = await waitMany(3)
    await turn()
    const [first, second] = await assigneesOf(ids)
    await set(first!, 'offline')
    const backAt = await turn()
    assert.equal(await assigneeOf(ids[0]!), first)
    assert.ok(backAt && Math.abs(backAt.getTime() - Date.now() - 15 * MINUTE) < MINUTE)
    await turn(later(16 * MINUTE))
    assert.notEqual(await assigneeOf(ids[0]!), first)
    const reasons = (await assignmentsOf(ids[0]!)).map((each: any) => each.reason)
    assert.deepEqual(reasons, ['round_robin', 'offline', 'round_robin'])
    const others = members.filter((each) => each !== second)
    await ask(`PATCH /api/v1/teams/${teamId}`, { member_ids: others })
    await turn()
    assert.notEqual(await assigneeOf(ids[1]!), second)
  })

  test('goes to who answered last, within the days', async () => {
    await configure({ method: 'round_robin', sticky_days: 3 })
    const ids = await waitMany(2)
    for (const id of ids)
      await scope.db
        .insertInto('messages')
        .values({
          workspace_id: scope.workspaceId,
          id: newId(),
          chat_id: id,
          person_id: (await ask(`GET /api/v1/chats/${id}`)).body.person.id,
          channel_id: channelId,
          direction: 'outbound',
          type: 'text',
          status: 'sent',
          author_type: 'member',
          author_id: members[2]!,
          created_at: new Date(Date.now() - (id === ids[0] ? 2 : 4) * 24 * 60 * MINUTE),
        })
        .execute()
    await turn()
    assert.equal(await assigneeOf(ids[0]!), members[2])
    assert.equal((await assignmentsOf(ids[0]!))[0].reason, 'sticky')
    assert.notEqual(await assigneeOf(ids[1]!), members[2])
  })

  test('is the admin’s, and names only members of the team', async () => {
    const agent = await signInTestMember(call, scope, 'agent')
    const path = `/api/v1/teams/${teamId}/assignment`
    const refused = await call(`PATCH ${path}`, {
      headers: agent.headers,
      body: { method: 'round_robin' },
    })
    assert.equal(refused.status, 403)
    const stranger = await configure({ members: [{ member_id: agent.membershipId, capacity: 1 }] })
    assert.equal(stranger.body.code, 'membership_not_found')
  })

  test('a worker assigns by itself after an event, and switching off ends it', async () => {
    await configure({ method: 'round_robin' })
    await configure({ method: 'least_busy' })
    assert.deepEqual(await readFollowers(), { followers: ['assign'], positions: 1 })
    const worker = createLaneWorker(context, {
      url,
      handlers: { assign: createFollowerLane(context, 'assign', assign) },
    })
    await worker.start()
    try {
      const id = await wait()
      await ask(`PATCH /api/v1/chats/${id}`, { unread: true })
      await waitFor(() => assigneeOf(id), { what: 'the assignment' })
      await configure({ method: 'off' })
      const other = await wait()
      await ask(`PATCH /api/v1/chats/${other}`, { unread: true })
      assert.deepEqual(await readFollowers(), { followers: [], positions: 0 })
      await turn()
      assert.equal(await assigneeOf(other), null)
    } finally {
      await worker.stop()
    }
  })
})

/** Returns the kinds that an event of the workspace wakes, and how many followers have a position. */
async function readFollowers() {
  const { followers } = await scope.db
    .selectFrom('workspace_counters')
    .select('followers')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const positions = await scope.db
    .selectFrom('followers')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  return { followers, positions: positions.length }
}

describe('the oldest of a queue', () => {
  test('goes to each of many who take at once, and nobody gets the same', async () => {
    const ids = await waitMany(6)
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask(`POST /api/v1/teams/${teamId}/take`, { member_id: members[index % 3] }),
      ),
    )
    const got = taken.filter(({ status }) => status === 200).map(({ body }) => body.id)
    const none = taken.filter(({ status }) => status !== 200)
    assert.equal(new Set(got).size, got.length)
    for (const each of none) assert.equal(each.body.code, 'queue_empty')
    const agent = await signInTestMember(call, scope, 'agent')
    const rest = ids.filter((id) => !got.includes(id))
    for (const id of rest) {
      const own = await call(`POST /api/v1/teams/${teamId}/take`, {
        headers: agent.headers,
        body: {},
      })
      assert.equal(own.body.id, id, 'the longest wait comes first')
      assert.equal(own.body.assignee_id, agent.membershipId)
    }
    const empty = await call(`POST /api/v1/teams/${teamId}/take`, {
      headers: agent.headers,
      body: {},
    })
    assert.equal(empty.body.code, 'queue_empty')
  })

  test('is taken once by a request that is repeated', async () => {
    await waitMany(2)
    const take = () =>
      call(`POST /api/v1/teams/${teamId}/take`, {
        key,
        body: { member_id: members[0] },
        headers: { 'idempotency-key': 'take-1' },
      })
    const first = await take()
    assert.equal((await take()).body.id, first.body.id)
    assert.equal((await queue()).waiting.count, 1)
    const nobody = await ask(`POST /api/v1/teams/${teamId}/take`, {})
    assert.equal(nobody.body.code, 'validation_failed', 'a key has no member of its own')
  })
})
