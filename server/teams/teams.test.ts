import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Effect, Scope } from '#db/context.ts'
import { sweepOutbox } from '#db/outbox/sweep-outbox.ts'
import { openChat } from '#conversations/open-chat.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { teamDeletedEffect } from './delete-team.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

let scope: Scope
let key: string
let agent: Awaited<ReturnType<typeof signInTestMember>>

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createTestKey(scope, ['*'])
  agent = await signInTestMember(call, scope, 'agent')
})

const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
const byAgent = (request: string, body?: object) =>
  call(request, { headers: agent.headers, ...(body && { body }) })

async function createTeam(body: object = {}): Promise<string> {
  const made = await ask('POST /api/v1/teams', { name: `Team ${newId()}`, ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

/** Creates a conversation on a channel, as an inbound message does. */
async function openOn(channelId: string): Promise<string> {
  const { id: personId } = await createTestPerson(scope)
  const { chat } = await transaction(scope, (tx) =>
    openChat(tx, { channelId, personId, recipient: newId() }),
  )
  return chat.id
}

async function changesOf(chatId: string) {
  const { body } = await ask(`GET /api/v1/chats/${chatId}/thread`)
  return body.data
    .filter((item: any) => item.kind === 'change')
    .map(({ type, data }: any) => [type, data])
}

describe('a team', () => {
  test('has members and channels, and a channel belongs to one team', async () => {
    const channel = await createTestChannel(scope)
    const lists = { member_ids: [agent.membershipId], channel_ids: [channel.id] }
    const made = await ask('POST /api/v1/teams', { name: ' Support ', ...lists })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(
      [made.body.name, made.body.member_ids, made.body.channel_ids],
      ['Support', [agent.membershipId], [channel.id]],
    )
    const session = (await byAgent('GET /api/session')).body
    assert.deepEqual(session.membership.team_ids, [made.body.id])
    const member = (await ask('GET /api/v1/members')).body.data[0]
    assert.deepEqual(member.team_ids, [made.body.id])
    const other = await createTeam({ channel_ids: [channel.id] })
    assert.deepEqual((await ask(`GET /api/v1/teams/${made.body.id}`)).body.channel_ids, [])
    const channels = (await ask('GET /api/v1/channels')).body.data
    assert.equal(channels.find((each: any) => each.id === channel.id).team_id, other)
    const left = await ask(`PATCH /api/v1/teams/${made.body.id}`, { member_ids: [] })
    assert.deepEqual(left.body.member_ids, [])
  })

  test('has a name of its own, and only members and channels that exist', async () => {
    const id = await createTeam({ name: 'Sales' })
    const taken = await ask('POST /api/v1/teams', { name: 'SALES' })
    assert.deepEqual([taken.status, taken.body.code], [409, 'team_taken'])
    assert.equal((await ask(`PATCH /api/v1/teams/${id}`, { name: 'sales' })).status, 200)
    const other = await createTeam()
    const changed = await ask(`PATCH /api/v1/teams/${other}`, { name: 'Sales' })
    assert.deepEqual([changed.status, changed.body.code], [409, 'team_taken'])
    const member = await ask(`PATCH /api/v1/teams/${id}`, { member_ids: [newId()] })
    assert.equal(member.body.code, 'membership_not_found')
    const channel = await ask(`PATCH /api/v1/teams/${id}`, { channel_ids: [newId()] })
    assert.equal(channel.body.code, 'channel_not_found')
    assert.equal((await ask(`GET /api/v1/teams/${newId()}`)).body.code, 'team_not_found')
    const refused = await byAgent('POST /api/v1/teams', { name: 'Mine' })
    assert.equal(refused.body.code, 'admin_required')
  })

  test('of a channel is the team of its new conversations and their tickets', async () => {
    const channel = await createTestChannel(scope)
    const before = await openOn(channel.id)
    const id = await createTeam({ channel_ids: [channel.id] })
    const chatId = await openOn(channel.id)
    const chat = (await ask(`GET /api/v1/chats/${chatId}`)).body
    assert.equal(chat.team_id, id)
    assert.equal((await ask(`GET /api/v1/chats/${before}`)).body.team_id, null)
    const ticket = await ask('POST /api/v1/tickets', {
      person_id: chat.person.id,
      conversation_id: chatId,
      title: 'T',
    })
    assert.equal(ticket.body.team_id, id)
  })

  test('that is deleted leaves its conversations and tickets without a team, with their events', async () => {
    const channel = await createTestChannel(scope)
    const id = await createTeam({ channel_ids: [channel.id], member_ids: [agent.membershipId] })
    const chatId = await openOn(channel.id)
    const { person } = (await ask(`GET /api/v1/chats/${chatId}`)).body
    const ticket = await ask('POST /api/v1/tickets', {
      person_id: person.id,
      team_id: id,
      title: 'T',
    })
    assert.equal((await ask(`DELETE /api/v1/teams/${id}`)).status, 204)
    await sweepOutbox(context, [teamDeletedEffect as Effect<never>])
    assert.equal((await ask(`GET /api/v1/teams/${id}`)).status, 404)
    assert.equal((await ask(`GET /api/v1/chats/${chatId}`)).body.team_id, null)
    assert.equal((await ask(`GET /api/v1/tickets/${ticket.body.id}`)).body.team_id, null)
    assert.deepEqual(await changesOf(chatId), [['team', { team_id: null, previous_team_id: id }]])
    const events = (await ask('GET /api/v1/events?limit=100')).body.data.slice(-2)
    assert.deepEqual(
      events.map(({ type }: any) => type),
      ['conversation.updated', 'ticket.updated'],
    )
    const chat = await ask(`PATCH /api/v1/chats/${chatId}`, { team_id: id })
    assert.equal(chat.body.code, 'team_not_found')
  })
})

describe('a conversation', () => {
  test('moves to a team by an update, which its thread shows and its filters find', async () => {
    const id = await createTeam({ member_ids: [agent.membershipId] })
    const chat = await createTestChat(scope)
    const other = await createTestChat(scope)
    const moved = await ask(`PATCH /api/v1/chats/${chat.id}`, { team_id: id.toUpperCase() })
    assert.equal(moved.body.team_id, id)
    assert.deepEqual(await changesOf(chat.id), [['team', { team_id: id, previous_team_id: null }]])
    const find = async (team: string) =>
      (await byAgent(`GET /api/v1/chats?team_id=${team}`)).body.data.map((each: any) => each.id)
    assert.deepEqual(await find(id), [chat.id])
    assert.ok((await find('mine')).includes(chat.id))
    assert.ok((await find('none')).includes(other.id))
    assert.ok(!(await find('none')).includes(chat.id))
    assert.equal((await ask('GET /api/v1/chats?team_id=mine')).status, 422)
    assert.equal((await ask('GET /api/v1/tickets?team_id=mine')).status, 422)
    const csv = await ask(`GET /api/v1/chats/export.csv?team_id=${id}`)
    assert.match(csv.text, /team,priority,participants/)
    assert.match(csv.text, /Team /)
  })

  test('has participants, who leave with the member', async () => {
    const member = await signInTestMember(call, scope, 'agent')
    const chat = await createTestChat(scope)
    const add = { participant_ids: [member.membershipId, member.membershipId.toUpperCase()] }
    const joined = await ask(`PATCH /api/v1/chats/${chat.id}`, add)
    assert.deepEqual(joined.body.participant_ids, [member.membershipId])
    const again = await ask(`PATCH /api/v1/chats/${chat.id}`, add)
    assert.deepEqual(again.body.updated_at, joined.body.updated_at)
    assert.deepEqual(await changesOf(chat.id), [
      ['participant_added', { membership_id: member.membershipId }],
    ])
    const unknown = await ask(`PATCH /api/v1/chats/${chat.id}`, { participant_ids: [newId()] })
    assert.equal(unknown.body.code, 'membership_not_found')
    const admin = await signInTestMember(call, scope)
    const path = `/api/developer/members/${member.membershipId}`
    assert.equal((await call(`DELETE ${path}`, { headers: admin.headers })).status, 204)
    assert.deepEqual((await ask(`GET /api/v1/chats/${chat.id}`)).body.participant_ids, [])
  })

  test('and a ticket get a team by a bulk action, and their former one by its undo', async () => {
    const id = await createTeam()
    const chat = await createTestChat(scope)
    const { person } = (await ask(`GET /api/v1/chats/${chat.id}`)).body
    const ticket = await ask('POST /api/v1/tickets', { person_id: person.id, title: 'T' })
    for (const [path, itemId] of [
      ['chats', chat.id],
      ['tickets', ticket.body.id],
    ]) {
      const teamOf = async () => (await ask(`GET /api/v1/${path}/${itemId}`)).body.team_id
      const body = { action: 'set_team', team_id: id, ids: [itemId] }
      const bulk = await ask(`POST /api/v1/${path}/bulk-actions`, body)
      assert.deepEqual([bulk.status, bulk.body.done], [201, 1], bulk.text)
      assert.equal(await teamOf(), id)
      const undone = await ask(`POST /api/v1/bulk-actions/${bulk.body.id}/undo`)
      assert.equal(undone.body.undone, 1)
      assert.equal(await teamOf(), null)
      const unknown = await ask(`POST /api/v1/${path}/bulk-actions`, { ...body, team_id: newId() })
      assert.equal(unknown.body.code, 'team_not_found')
    }
  })
})

test('a note that mentions a team mentions its members', async () => {
  const other = await signInTestMember(call, scope, 'agent')
  const id = await createTeam({ member_ids: [agent.membershipId, other.membershipId] })
  const chat = await createTestChat(scope)
  const path = `/api/v1/chats/${chat.id}/notes`
  const made = await ask(`POST ${path}`, { text: 'Look', mentioned_team_ids: [id] })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    made.body.mentions.toSorted(),
    [agent.membershipId, other.membershipId].toSorted(),
  )
  const mine = await byAgent('GET /api/v1/chats?mentioned=true')
  assert.ok(mine.body.data.some((each: any) => each.id === chat.id))
  const unknown = await ask(`POST ${path}`, { text: 'Look', mentioned_team_ids: [newId()] })
  assert.equal(unknown.body.code, 'team_not_found')
})

describe('a key that is confined to teams', () => {
  test('names them, and cannot use scopes about the whole workspace', async () => {
    const id = await createTeam()
    const { headers } = await signInTestMember(call, scope)
    const create = (body: object) =>
      call('POST /api/developer/api-keys', { headers, body: { name: 'Bot', ...body } })
    for (const scopes of [['*'], ['admin'], ['webhooks:write', 'read']])
      assert.equal((await create({ scopes, team_ids: [id] })).body.code, 'validation_failed')
    const unknown = await create({ scopes: ['read'], team_ids: [newId()] })
    assert.equal(unknown.body.code, 'team_not_found')
    const made = await create({ scopes: ['read', 'write'], team_ids: [id], sees_no_team: true })
    assert.equal(made.status, 201, made.text)
    const own = made.body.secret
    const me = (await call('GET /api/v1/me', { key: own })).body
    assert.deepEqual([me.team_ids, me.sees_no_team], [[id], true])
    assert.equal((await call('GET /api/v1/chats', { key: own })).status, 200)
    const refused = await call('GET /api/v1/webhooks', { key: own })
    assert.equal(refused.body.code, 'insufficient_scope')
    const { body: rotated } = await call(`POST /api/developer/api-keys/${made.body.id}/rotate`, {
      headers,
      body: {},
    })
    assert.deepEqual(rotated.team_ids, [id])
  })
})
