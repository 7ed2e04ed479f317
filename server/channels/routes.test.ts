import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createChannelRouteFinder } from '#channels/create-channel-route-finder.ts'
import { transaction } from '#db/transaction.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { openGraph } from '#test/graph.ts'
import { openInbound } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { decryptAccessToken } from './encrypt-access-token.ts'
import { recordChannelEvents } from './record-channel-events.ts'

const { graphUrl, addNumber } = await openGraph()
const { context } = await openTestContext({ graphUrl })
const { call } = await openTestApi(context)
const { open } = openInbound(context)
const path = '/api/developer/channels'
let last = Date.now()
const newAccount = () => String(last++)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  const connect = (body: object, more: Record<string, string> = {}) =>
    call(`POST ${path}`, {
      headers: { ...headers, ...more },
      body: { type: 'whatsapp', access_token: 'sim_token', ...body },
    })
  return { scope, headers, connect }
}

describe('a channel', () => {
  test('that is connected is routed, and listed without its token', async () => {
    const { scope, headers, connect } = await setUp()
    const account = newAccount()
    const { status, body } = await connect({ account, access_token: 'sim_secret', name: 'Shop' })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.account, body.name, body.has_access_token, body.account_status, body.last_inbound_at],
      [account, 'Shop', true, 'active', null],
    )
    const listed = await call(`GET ${path}`, { headers })
    assert.deepEqual(listed.body, { data: [body], next_cursor: null })
    assert.deepEqual((await call(`GET ${path}/${body.id}`, { headers })).body, body)
    assert.doesNotMatch(listed.text, /sim_/)
    const routes = await createChannelRouteFinder(context)('whatsapp', [account])
    assert.deepEqual(routes.get(account), { workspaceId: scope.workspaceId, channelId: body.id })
  })

  test('is connected once under one idempotency key, and its account once anywhere', async () => {
    const { connect } = await setUp()
    const other = await setUp()
    const account = newAccount()
    const key = { 'idempotency-key': 'connect' }
    const answers = await Promise.all([1, 2, 3].map(() => connect({ account }, key)))
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      answers.map(() => [201, answers[0]!.text]),
    )
    const reused = await connect({ account: newAccount() }, key)
    assert.equal(reused.body.code, 'idempotency_key_reused')
    for (const answer of [await connect({ account }), await other.connect({ account })])
      assert.deepEqual([answer.status, answer.body.code], [409, 'channel_taken'])
  })

  test('of an account that is no number, or with a token with spaces, is refused', async () => {
    const { connect } = await setUp()
    const account = newAccount()
    for (const [field, body] of [
      ['account', { account: 'abc' }],
      ['account', { account: '' }],
      ['account', {}],
      ['type', { account, type: 'telegram' }],
      ['access_token', { account, access_token: 'a b' }],
      ['business_account', { account, business_account: 'x' }],
    ] as const) {
      const answer = await connect(body)
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.errors[0].field, field)
      assert.doesNotMatch(answer.text, /a b/)
    }
  })

  test('that is changed keeps what is not named, and a token can be taken away', async () => {
    const { scope, headers, connect } = await setUp()
    const account = newAccount()
    await addNumber({ account, businessAccount: '4711' })
    const { body: made } = await connect({ account, access_token: 'sim_one' })
    const patch = (body: object) => call(`PATCH ${path}/${made.id}`, { headers, body })
    assert.equal((await patch({})).status, 422)
    assert.deepEqual((await patch({ name: made.name })).body, made)
    const named = (await patch({ name: 'Renamed', business_account: '4711' })).body
    assert.deepEqual(named, { ...made, name: 'Renamed', business_account: '4711' })
    const token = async () => {
      const { access_token } = await scope.db
        .selectFrom('channels')
        .select('access_token')
        .where('workspace_id', '=', scope.workspaceId)
        .executeTakeFirstOrThrow()
      return access_token && decryptAccessToken(scope, made.id, access_token)
    }
    assert.equal(await token(), 'sim_one')
    assert.deepEqual((await patch({ access_token: 'sim_two' })).body, named)
    assert.equal(await token(), 'sim_two')
    assert.equal((await patch({ access_token: null })).body.has_access_token, false)
    assert.equal(await token(), null)
    assert.equal((await patch({ access_token: 'a b' })).status, 422)
    const routes = await scope.directory
      .selectFrom('business_account_routes')
      .select('account')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    assert.deepEqual(routes, [{ account: '4711' }])
  })

  test('whose messages wait is free again with a new token', async () => {
    const { scope, headers, connect } = await setUp()
    const { body } = await connect({ account: newAccount(), access_token: 'sim_old' })
    await scope.db
      .updateTable('channels')
      .set({ send_held_until: new Date(Date.now() + 1e6), send_stopped_at: new Date() })
      .set({ send_error_code: '190', send_error_message: 'The token has expired.' })
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const held = (await call(`GET ${path}/${body.id}`, { headers })).body
    assert.equal(held.send_error_code, '190')
    assert.ok(held.send_held_until && held.send_stopped_at)
    const renamed = { headers, body: { name: 'Still held' } }
    assert.ok((await call(`PATCH ${path}/${body.id}`, renamed)).body.send_stopped_at)
    const renewed = { headers, body: { access_token: 'sim_new', name: body.name } }
    assert.deepEqual((await call(`PATCH ${path}/${body.id}`, renewed)).body, body)
  })
})

test('a channel shows when something last came in', async () => {
  const own = await open()
  const { headers } = await signInTestMember(call, own.scope)
  const before = Date.now()
  const change = { field: 'messages', value: { metadata: { phone_number_id: own.account } } }
  await own.receive({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [change] }],
  })
  const { body } = await call(`GET ${path}/${own.channel.id}`, { headers })
  assert.ok(Date.parse(body.last_inbound_at) >= before - 1000, String(body.last_inbound_at))
})

test('the events of a channel are its own and those of its business account, newest first', async () => {
  const { scope, headers, connect } = await setUp()
  const connectTo = async (businessAccount: string) => {
    const account = newAccount()
    await addNumber({ account, businessAccount })
    return (await connect({ account, business_account: businessAccount })).body
  }
  const one = await connectTo('4712')
  const two = await connectTo('4713')
  const record = (channelId: string | null, businessAccount: string | null, event: string) =>
    transaction(scope, (tx) =>
      recordChannelEvents(tx, [
        {
          channelId,
          businessAccount,
          event,
          field: 'something',
          data: { about: event },
          fingerprint: event,
          at: new Date(0),
        },
      ]),
    )
  await record(one.id, '4712', 'FIRST')
  await record(two.id, '4713', 'OTHER')
  await record(null, '4712', 'SECOND')
  await record(null, '4713', 'OTHERS')
  const { body } = await call(`GET ${path}/${one.id}/events`, { headers })
  assert.deepEqual(
    body.data.map((each: any) => [each.event, each.data, each.occurred_at]),
    [
      ['SECOND', { about: 'SECOND' }, '1970-01-01T00:00:00.000Z'],
      ['FIRST', { about: 'FIRST' }, '1970-01-01T00:00:00.000Z'],
    ],
  )
})
