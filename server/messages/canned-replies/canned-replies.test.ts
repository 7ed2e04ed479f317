import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { findUnusedUploads } from '#housekeeping/delete-unused-uploads.ts'
import { newId } from '#lib/ids.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey } from '#test/factories.ts'
import { newWaId, openInbound } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { storeTestUpload } from '#test/uploads.ts'

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

type Headers = Record<string, string>

/** Sends a request, of a member or of a key. */
const ask = (request: string, body?: object, headers?: Headers) =>
  call(request, { ...(headers ? { headers } : { key }), ...(body && { body }) })

async function create(body: object, headers?: Headers): Promise<any> {
  const reply = { shortcut: 'hello', text: 'Hello', ...body }
  const made = await ask('POST /api/v1/canned-replies', reply, headers)
  assert.equal(made.status, 201, made.text)
  return made.body
}

const audited = async () =>
  (
    await scope.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
  )
    .filter(({ action }) => action.startsWith('canned_reply.'))
    .map(({ action, target_id: id }) => [action, id])

describe('a canned reply', () => {
  test('is of everybody, of a team or of one member, each with its own shortcuts', async () => {
    const [ada, ben] = [
      await signInTestMember(call, scope, 'agent'),
      await signInTestMember(call, scope, 'agent'),
    ]
    const team = await ask('POST /api/v1/teams', { name: 'A', member_ids: [ada.membershipId] })
    const all = await create({})
    const ofTeam = await create({ team_id: team.body.id })
    const own = await create({ is_own: true }, ada.headers)
    await create({ is_own: true }, ben.headers)
    assert.deepEqual(
      [all, ofTeam, own].map((each) => [each.team_id, each.member_id]),
      [
        [null, null],
        [team.body.id, null],
        [null, ada.membershipId],
      ],
    )
    const list = async (headers?: Headers) =>
      (await ask('GET /api/v1/canned-replies', undefined, headers)).body.data.map(
        (each: { id: string }) => each.id,
      )
    assert.deepEqual(await list(ada.headers), [own.id, ofTeam.id, all.id])
    assert.equal((await list(ben.headers)).length, 2)
    assert.deepEqual(await list(), [ofTeam.id, all.id])
    for (const { id } of [own, ofTeam])
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { text: 'Mine' } : undefined
        const other = await ask(`${method} /api/v1/canned-replies/${id}`, body, ben.headers)
        assert.deepEqual([other.status, other.body.code], [404, 'canned_reply_not_found'])
      }
    const again = { shortcut: 'HELLO', text: 'Hi' }
    for (const [body, headers] of [
      [again, undefined],
      [{ ...again, team_id: team.body.id }, undefined],
      [{ ...again, is_own: true }, ada.headers],
    ] as const) {
      const taken = await ask('POST /api/v1/canned-replies', body, headers)
      assert.deepEqual([taken.status, taken.body.code], [409, 'shortcut_taken'])
    }
    for (const body of [
      { ...again, is_own: true },
      { ...again, team_id: newId() },
    ])
      assert.ok((await ask('POST /api/v1/canned-replies', body)).status >= 404)
    const path = `/api/v1/canned-replies/${own.id}`
    assert.equal((await ask(`PATCH ${path}`, { team_id: team.body.id }, ada.headers)).status, 422)
    const moved = await ask(`PATCH /api/v1/canned-replies/${all.id}`, { team_id: newId() })
    assert.deepEqual([moved.status, moved.body.code], [404, 'team_not_found'])
    assert.equal((await ask(`DELETE ${path}`, undefined, ada.headers)).status, 204)
    assert.deepEqual(
      await audited(),
      [all, ofTeam].map(({ id }) => ['canned_reply.created', id]),
      'what is of one member concerns nobody else',
    )
  })

  test('is deleted with its team', async () => {
    const team = await ask('POST /api/v1/teams', { name: 'A' })
    await create({ team_id: team.body.id, media_ids: [await storeTestUpload(scope)] })
    assert.equal((await ask(`DELETE /api/v1/teams/${team.body.id}`)).status, 204)
    assert.deepEqual((await ask('GET /api/v1/canned-replies')).body.data, [])
  })

  test('has files in the given order, which are kept as long as it has them', async () => {
    const [first, second] = [await storeTestUpload(scope), await storeTestUpload(scope)]
    const unused = async () =>
      (
        await findUnusedUploads(
          context,
          [first, second].map((id) => ({ workspace_id: scope.workspaceId, id })),
        )
      ).map(({ id }) => id)
    const reply = await create({ media_ids: [second, first] })
    assert.deepEqual(
      reply.files.map((file: { id: string; type: string }) => [file.id, file.type]),
      [
        [second, 'document'],
        [first, 'document'],
      ],
    )
    assert.deepEqual(await unused(), [])
    const path = `PATCH /api/v1/canned-replies/${reply.id}`
    const other = { shortcut: 'other', text: 'Hello' }
    for (const request of [path, 'POST /api/v1/canned-replies']) {
      const unknown = await ask(request, { ...other, media_ids: [newId()] })
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'media_not_found'])
    }
    assert.deepEqual((await ask(path, { text: 'Hi' })).body.files.length, 2)
    const { body } = await ask(path, { media_ids: [first] })
    assert.deepEqual(
      [body.text, body.files.map((file: { id: string }) => file.id)],
      ['Hi', [first]],
    )
    assert.deepEqual(await unused(), [second])
  })

  test('is sent by a rule or macro with its files and variables, unless one has no value', async () => {
    await receive('Hello')
    const [chat] = (await ask('GET /api/v1/chats')).body.data
    const file = await storeTestUpload(scope)
    const text = 'Hi {first_name}, your {field.plan} plan: {phone}, {channel}'
    const reply = await create({ text, media_ids: [file] })
    const macro = await ask('POST /api/v1/macros', {
      name: 'Greet',
      actions: [{ type: 'reply', canned_reply_id: reply.id }],
    })
    const run = () =>
      ask(`POST /api/v1/macros/${macro.body.id}/run`, { conversation_ids: [chat.id] })
    const sent = async () =>
      (await ask(`GET /api/v1/chats/${chat.id}/messages`)).body.data
        .filter((each: { direction: string }) => each.direction === 'outbound')
        .map(
          (each: { text: string | null; media: { id: string } | null }) =>
            each.text ?? each.media?.id,
        )
    const refused = await run()
    assert.deepEqual([refused.status, refused.body.code], [409, 'action_failed'])
    assert.match(refused.body.detail, /\{field\.plan\}, for which there is no value/)
    assert.deepEqual(await sent(), [])
    await ask('POST /api/v1/custom-fields', { key: 'plan', type: 'text' })
    await ask(`PATCH /api/v1/contacts/${chat.person.id}`, { fields: { plan: 'gold' } })
    const done = await run()
    assert.equal(done.status, 200, done.text)
    const { name, phone_e164: phone } = chat.person
    const filled = `Hi ${name.split(' ')[0]}, your gold plan: ${phone}, ${chat.channel.name}`
    assert.deepEqual((await sent()).toSorted(), [file, filled].toSorted())
  })

  test('of one member is in no rule and no macro', async () => {
    const ada = await signInTestMember(call, scope, 'agent')
    const own = await create({ is_own: true }, ada.headers)
    const actions = [{ type: 'reply', canned_reply_id: own.id }]
    const macro = await ask('POST /api/v1/macros', { name: 'A', actions }, ada.headers)
    assert.deepEqual([macro.status, macro.body.code], [422, 'validation_failed'])
    assert.match(macro.text, /canned reply/)
  })
})
