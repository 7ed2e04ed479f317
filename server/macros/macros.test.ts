import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey } from '#test/factories.ts'
import { newWaId, openInbound } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const inbound = openInbound(context)

let scope: Scope
let key: string
let receive: (text: string) => Promise<unknown>

beforeEach(async () => {
  const place = await inbound.open()
  scope = place.scope
  key = await createTestKey(scope, ['*'])
  receive = (text) => place.receive(payloadOf(place.account, textFrom(newWaId(), text)))
})

const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
const CLOSE = [{ type: 'set_status', status: 'closed' }]

async function create(body: object): Promise<string> {
  const made = await ask('POST /api/v1/macros', { name: newId(), actions: CLOSE, ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

const chats = async () =>
  (await ask('GET /api/v1/chats?status=open,closed,snoozed')).body.data as any[]

describe('a macro', () => {
  test('runs its actions in the name of the member, and is counted', async () => {
    const id = await create({
      actions: [
        { type: 'note', text: 'Closed by a macro' },
        { type: 'reply', text: 'Bye {first_name}' },
        ...CLOSE,
      ],
    })
    const agent = await signInTestMember(call, scope, 'agent')
    await receive('Hello')
    await receive('Hello')
    const ids = (await chats()).map((chat) => chat.id)
    const run = await call(`POST /api/v1/macros/${id}/run`, {
      headers: agent.headers,
      body: { conversation_ids: ids },
    })
    assert.equal(run.status, 200, run.text)
    assert.deepEqual(run.body.conversation_ids, ids.toSorted())
    for (const chat of await chats()) {
      assert.equal(chat.status, 'closed')
      assert.deepEqual(chat.last_message.text, 'Bye Leela')
      assert.deepEqual(chat.last_message.author, { type: 'member', id: agent.membershipId })
    }
    assert.equal((await ask(`GET /api/v1/macros/${id}`)).body.uses, 2)
  })

  test('changes nothing if one of its actions fails', async () => {
    const id = await create({ actions: [...CLOSE, { type: 'reply', text: 'I am {my_name}' }] })
    await receive('Hello')
    const [chat] = await chats()
    const run = await ask(`POST /api/v1/macros/${id}/run`, { conversation_ids: [chat.id] })
    assert.deepEqual([run.status, run.body.code], [409, 'action_failed'])
    assert.match(run.body.detail, /Nothing was changed. Action 2, reply/)
    assert.equal((await chats())[0].status, 'open')
    const unknown = await ask(`POST /api/v1/macros/${id}/run`, { conversation_ids: [newId()] })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'conversation_not_found'])
  })

  test('needs the scope of each of its actions', async () => {
    const id = await create({ actions: [...CLOSE, { type: 'reply', text: 'Bye' }] })
    await receive('Hello')
    const [chat] = await chats()
    const weak = await createTestKey(scope, ['chats:read', 'chats:write'])
    const run = await call(`POST /api/v1/macros/${id}/run`, {
      key: weak,
      body: { conversation_ids: [chat.id] },
    })
    assert.deepEqual([run.status, run.body.code], [403, 'insufficient_scope'])
    assert.equal((await chats())[0].status, 'open')
  })

  test('is of all, of a team or of one member, and others do not find it', async () => {
    const [ada, ben] = [
      await signInTestMember(call, scope, 'agent'),
      await signInTestMember(call, scope, 'agent'),
    ]
    const team = await ask('POST /api/v1/teams', { name: 'A', member_ids: [ada.membershipId] })
    const all = await create({})
    const ofTeam = await create({ team_id: team.body.id })
    const own = await call('POST /api/v1/macros', {
      headers: ada.headers,
      body: { name: 'Own', actions: CLOSE, is_own: true },
    })
    assert.equal(own.status, 201, own.text)
    const list = async (headers: Record<string, string>) =>
      (await call('GET /api/v1/macros', { headers })).body.data.map((each: any) => each.id)
    assert.deepEqual(await list(ada.headers), [own.body.id, ofTeam, all])
    assert.deepEqual(await list(ben.headers), [all])
    for (const id of [own.body.id, ofTeam]) {
      const found = await call(`GET /api/v1/macros/${id}`, { headers: ben.headers })
      assert.deepEqual([found.status, found.body.code], [404, 'macro_not_found'])
    }
    const moved = await call(`PATCH /api/v1/macros/${own.body.id}`, {
      headers: ada.headers,
      body: { team_id: team.body.id },
    })
    assert.equal(moved.status, 422)
  })

  test('has the name of no other one, and names what exists', async () => {
    await create({ name: 'Close' })
    const id = await create({ name: 'Open' })
    const again = await ask('POST /api/v1/macros', { name: 'CLOSE', actions: CLOSE })
    assert.deepEqual([again.status, again.body.code], [409, 'macro_taken'])
    const renamed = await ask(`PATCH /api/v1/macros/${id}`, { name: 'close' })
    assert.deepEqual([renamed.status, renamed.body.code], [409, 'macro_taken'])
    for (const request of ['POST /api/v1/macros', `PATCH /api/v1/macros/${id}`]) {
      const body = { name: newId(), actions: CLOSE, team_id: newId() }
      assert.equal((await ask(request, body)).body.code, 'team_not_found')
    }
    const actions = [{ type: 'assign', member_id: newId() }]
    const missing = await ask(`PATCH /api/v1/macros/${id}`, { actions })
    assert.deepEqual([missing.status, missing.body.code], [422, 'validation_failed'])
    assert.equal((await ask(`DELETE /api/v1/macros/${id}`)).status, 204)
    assert.equal((await ask(`GET /api/v1/macros/${id}`)).status, 404)
  })

  test(`is one of ${RULES_MAX.macros} at most`, async () => {
    for (let index = 0; index < RULES_MAX.macros; index++) await create({})
    const more = await ask('POST /api/v1/macros', { name: 'More', actions: CLOSE })
    assert.deepEqual([more.status, more.body.code], [409, 'quota_exceeded'])
  })
})
