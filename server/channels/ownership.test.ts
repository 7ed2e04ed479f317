import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import type { TestNumber } from '#test/graph.ts'
import { openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { openSimulated } from '#test/simulated.ts'
import { waitFor } from '#test/wait-for.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'

const { context, call, addNumber } = await openSimulated()
const { deliver } = openInbound(context)
const path = '/api/developer/channels'
const digits = () => String(randomInt(100_000_000_000, 999_999_999_999))

/** Adds a number to the platform, in a business account of its own. */
async function addNewNumber(): Promise<TestNumber & { token: string }> {
  const number = { account: digits(), businessAccount: digits() }
  await addNumber(number)
  return { ...number, token: `sim_waba_${number.businessAccount}` }
}

/** Creates a workspace with an admin; `connect` connects a channel over HTTP. */
async function openTenant() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  // All tenants sign in from one network, which has a limit.
  await forgetAttempts(context)
  const { headers } = await signInTestMember(call, scope)
  const key = await createTestKey(scope, ['*'])
  const connect = (body: object) =>
    call(`POST ${path}`, { headers, body: { type: 'whatsapp', ...body } })
  const as = (request: string, body?: object) =>
    call(request, { headers, ...(body !== undefined && { body }) })
  const ownsNothing = async () => {
    assert.deepEqual(await rowsOf(scope, 'channels'), [])
    for (const table of ['channel_routes', 'business_account_routes'] as const)
      assert.deepEqual(
        (await context.db.selectFrom(table).selectAll().execute()).filter(
          (row) => row.workspace_id === workspaceId,
        ),
        [],
      )
  }
  return { scope, workspaceId, key, connect, as, ownsNothing }
}

describe('a channel is claimed only with proof:', () => {
  test('an account without a token, or with the token of somebody else, is refused', async () => {
    const victim = await addNewNumber()
    const own = await addNewNumber()
    const attacker = await openTenant()
    const { account, businessAccount: business_account } = victim
    for (const [field, body] of [
      ['access_token', { account, business_account }],
      ['account', { account, business_account, access_token: own.token }],
      ['account', { account, access_token: own.token }],
      ['access_token', { account, access_token: 'sim_expired' }],
      ['access_token', { account, access_token: 'EAA-of-nobody' }],
    ] as const) {
      const answer = await attacker.connect(body)
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.errors[0].field, field, answer.text)
    }
    await attacker.ownsNothing()
  })

  test("a number of one's own does not open another's business account", async () => {
    const victim = await addNewNumber()
    const own = await addNewNumber()
    const attacker = await openTenant()
    const { account, token: access_token } = own
    const body = { account, access_token, business_account: victim.businessAccount }
    const refused = await attacker.connect(body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'ownership_not_proven'])
    assert.equal(refused.body.errors[0].field, 'business_account')
    await attacker.ownsNothing()
    // A token that may read everything does not make the number a part of the account.
    const wide = await attacker.connect({ ...body, access_token: 'sim_everything' })
    assert.equal(wide.body.errors[0].code, 'other_business_account')
    await attacker.ownsNothing()
  })

  test('nor can it be moved there later', async () => {
    const victim = await addNewNumber()
    const own = await addNewNumber()
    const attacker = await openTenant()
    const { body: channel } = await attacker.connect({
      account: own.account,
      business_account: own.businessAccount,
      access_token: own.token,
    })
    const patch = (body: object) => attacker.as(`PATCH ${path}/${channel.id}`, body)
    for (const body of [
      { business_account: victim.businessAccount },
      { business_account: victim.businessAccount, access_token: victim.token },
      { access_token: victim.token },
    ])
      assert.equal((await patch(body)).body.code, 'ownership_not_proven')
    // The field must be one of the request's, or a form could not show it.
    const foreign = await patch({ access_token: victim.token })
    assert.equal(foreign.body.errors[0].field, 'access_token')
    assert.equal((await patch({ access_token: null })).status, 200)
    const bare = await patch({ business_account: victim.businessAccount })
    assert.deepEqual([bare.status, bare.body.errors[0].field], [422, 'access_token'])
    const routes = await context.directory
      .selectFrom('business_account_routes')
      .select('account')
      .where('workspace_id', '=', attacker.workspaceId)
      .execute()
    assert.deepEqual(routes, [{ account: own.businessAccount }])
  })

  test('messages that arrived earlier go to the owner alone', async () => {
    const victim = await addNewNumber()
    const own = await addNewNumber()
    const [attacker, owner] = await Promise.all([openTenant(), openTenant()])
    const phone = testPhone()
    await deliver(payloadOf(victim.account, textFrom(phone.slice(1), 'my PIN is 4242')))
    const { account } = victim
    const refused = await attacker.connect({ account, access_token: own.token })
    assert.equal(refused.status, 422)
    const unrouted = await rowsOf(
      { ...attacker.scope, workspaceId: NO_WORKSPACE },
      'inbound_payloads',
    )
    assert.deepEqual(
      unrouted
        .filter((row) => row.labels.includes(`account:whatsapp:${account}`))
        .map((row) => row.status),
      ['unrouted'],
    )
    const connected = await owner.connect({ account, access_token: victim.token })
    assert.equal(connected.status, 201, connected.text)
    await waitFor(async () => (await rowsOf(owner.scope, 'messages')).length === 1)
    assert.deepEqual(await rowsOf(attacker.scope, 'messages'), [])
    const log = await attacker.as('GET /api/developer/inbound')
    assert.deepEqual(log.body.data, [])
    const late = await attacker.connect({ account, access_token: victim.token })
    assert.deepEqual([late.status, late.body.code], [409, 'channel_taken'])
  })

  test('a platform that does not respond proves nothing, and is asked again later', async () => {
    const number = await addNewNumber()
    const silent = await openTestApi({
      ...context,
      config: { ...context.config, graphUrl: 'http://127.0.0.1:9' },
    })
    const tenant = await openTenant()
    const { headers } = await signInTestMember(call, tenant.scope)
    const body = { type: 'whatsapp', account: number.account, access_token: number.token }
    const answer = await silent.call(`POST ${path}`, { headers, body })
    assert.deepEqual([answer.status, answer.body.code], [503, 'platform_unavailable'])
    assert.ok(Number(answer.headers['retry-after']) > 0)
    await tenant.ownsNothing()
    const connected = await call(`POST ${path}`, { headers, body })
    assert.equal(connected.status, 201)
    const update = await silent.call(`PATCH ${path}/${connected.body.id}`, {
      headers,
      body: { name: 'Other', access_token: number.token },
    })
    assert.deepEqual([update.status, update.body.code], [503, 'platform_unavailable'])
    const { body: kept } = await call(`GET ${path}/${connected.body.id}`, { headers })
    assert.equal(kept.name, connected.body.name)
  })

  test('a repeat of the same request gets the stored answer, also when the token has expired', async () => {
    const { account, businessAccount } = await addNewNumber()
    const tenant = await openTenant()
    const { headers } = await signInTestMember(call, tenant.scope)
    const request = {
      headers: { ...headers, 'idempotency-key': 'connect' },
      body: { type: 'whatsapp', account, access_token: `sim_waba_${businessAccount}` },
    }
    const first = await call(`POST ${path}`, request)
    assert.equal(first.status, 201, first.text)
    await addNumber({ account, businessAccount: digits() })
    const again = await call(`POST ${path}`, request)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })

  for (const [type, right] of [
    ['messenger', 'page'],
    ['instagram', 'instagram'],
  ] as const)
    test(`an account of ${type} is proven by the token of its page`, async () => {
      const account = digits()
      const attacker = await openTenant()
      const other = right === 'page' ? 'instagram' : 'page'
      for (const access_token of [
        undefined,
        'sim_user',
        `sim_${right}_${digits()}`,
        `sim_${other}_${account}`,
        'sim_expired',
      ]) {
        const refused = await attacker.connect({ type, account, access_token })
        assert.equal(refused.status, 422, String(access_token))
      }
      await attacker.ownsNothing()
      const owner = await openTenant()
      const connected = await owner.connect({
        type,
        account,
        access_token: `sim_${right}_${account}`,
      })
      assert.equal(connected.status, 201, connected.text)
      assert.equal(connected.body.account, account)
    })
})

describe('a disconnected account', () => {
  const released = async () => {
    const number = await addNewNumber()
    const [former, next] = await Promise.all([openTenant(), openTenant()])
    const body = { account: number.account, access_token: 'sim_both' }
    const { body: channel } = await former.connect(body)
    const act = (verb: string) => former.as(`POST ${path}/${channel.id}/${verb}`, {})
    return { ...number, former, next, body, channel, act }
  }

  test('stays reserved, also against a workspace with a valid token, until it is released', async () => {
    const { account, former, next, body, channel, act } = await released()
    assert.equal((await act('release')).body.code, 'channel_connected')
    await act('disconnect')
    const taken = await next.connect(body)
    assert.deepEqual([taken.status, taken.body.code], [409, 'channel_taken'])
    const phone = testPhone()
    await deliver(payloadOf(account, textFrom(phone.slice(1), 'for the former owner only')))
    const back = await former.connect(body)
    assert.deepEqual([back.status, back.body.id], [201, channel.id], back.text)
    await waitFor(async () => (await rowsOf(former.scope, 'messages')).length === 1)
    assert.deepEqual(await rowsOf(next.scope, 'messages'), [])
    assert.deepEqual((await next.as('GET /api/developer/inbound')).body.data, [])
  })

  test('can be connected elsewhere two minutes after its release, and not back', async () => {
    const { account, former, next, body, act } = await released()
    await act('disconnect')
    const done = await act('release')
    assert.equal(done.status, 200, done.text)
    assert.ok(done.body.released_at)
    assert.equal((await act('release')).body.released_at, done.body.released_at)
    // Ingest servers remember a route for a minute.
    assert.equal((await next.connect(body)).body.code, 'channel_taken')
    const later = await openTestApi({
      ...context,
      clock: { now: () => new Date(Date.now() + 121_000) },
    })
    const { headers } = await signInTestMember(later.call, next.scope)
    const claimed = await later.call(`POST ${path}`, {
      headers,
      body: { type: 'whatsapp', ...body },
    })
    assert.equal(claimed.status, 201, claimed.text)
    assert.equal((await former.connect(body)).body.code, 'channel_taken')
    const log = await former.as('GET /api/developer/audit-log?action=channel.released')
    assert.equal(log.body.data.length, 1)
    const routes = await context.directory
      .selectFrom('channel_routes')
      .select('workspace_id')
      .where('account', '=', account)
      .execute()
    assert.deepEqual(routes, [{ workspace_id: next.workspaceId }])
  })

  test('shows unrouted payloads only while it is reserved, and none that name a stranger', async () => {
    const { account, former, act } = await released()
    await act('disconnect')
    const stranger = await addNewNumber()
    const own = payloadOf(account, textFrom(testPhone().slice(1), 'mine'))
    const mixed = payloadOf(account, textFrom(testPhone().slice(1), 'ours'))
    const others = payloadOf(stranger.account, textFrom(testPhone().slice(1), 'not yours'))
    mixed['entry'] = [...(mixed['entry'] as object[]), ...(others['entry'] as object[])]
    await deliver(own)
    await deliver(mixed)
    const seen = async () => {
      const { body } = await former.as('GET /api/developer/inbound?status=unrouted')
      return body.data.map((payload: { accounts: string[] }) => payload.accounts)
    }
    assert.deepEqual(await seen(), [[account]])
    await act('release')
    assert.deepEqual(await seen(), [])
  })
})

test('a number that moves to another business account no longer gets the reports of the former', async () => {
  const number = await addNewNumber()
  const tenant = await openTenant()
  const { account, businessAccount, token } = number
  const { body: channel } = await tenant.connect({
    account,
    business_account: businessAccount,
    access_token: token,
  })
  const moved = digits()
  await addNumber({ account, businessAccount: moved })
  const patched = await tenant.as(`PATCH ${path}/${channel.id}`, {
    business_account: moved,
    access_token: `sim_waba_${moved}`,
  })
  assert.equal(patched.status, 200, patched.text)
  const routes = await context.directory
    .selectFrom('business_account_routes')
    .select('account')
    .where('workspace_id', '=', tenant.workspaceId)
    .execute()
  assert.deepEqual(routes, [{ account: moved }])
})
