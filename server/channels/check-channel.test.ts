import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { openSimulated } from '#test/simulated.ts'
import { signInTestMember } from '#test/session.ts'
import { testPhone } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import type { ChannelChecks } from './check-schema.ts'
import { createChannel } from './create-channel.ts'

const { call, sim, open } = await openSimulated()
let own: Awaited<ReturnType<typeof open>>
let headers: Record<string, string>

before(async () => {
  own = await open()
  headers = (await signInTestMember(call, own.scope)).headers
})

const digits = () => String(randomInt(100_000_000_000, 999_999_999_999))
const post = (path: string, body: object = {}) =>
  call(`POST /api/developer/channels${path}`, { headers, body })
const stepsOf = ({ checks }: ChannelChecks) =>
  Object.fromEntries(checks.map(({ step, status, code }) => [step, code ?? status]))
const describeNumber = (account: string, businessAccount: string) =>
  sim('POST /sim/numbers', {
    phone_number_id: account,
    waba_id: businessAccount,
    display_phone_number: '+91 80 4000 5000',
    verified_name: 'The shop',
  })

describe('the checks of a channel', () => {
  test('tell before it is connected whether token and number are right, and store nothing', async () => {
    const [account, business_account] = [digits(), digits()]
    await describeNumber(account, business_account)
    const given = { type: 'whatsapp', account, business_account, access_token: 'sim_tests' }
    const good = await post('/check', given)
    assert.equal(good.status, 200, good.text)
    assert.deepEqual(stepsOf(good.body), {
      server: 'passed',
      token: 'passed',
      number: 'passed',
      subscription: 'passed',
      first_message: 'nothing_received',
    })
    assert.equal(good.body.number.verified_name, 'The shop')
    assert.match(good.body.callback_url, /\/webhook\/whatsapp$/)
    const expired = await post('/check', { ...given, access_token: 'sim_expired' })
    const steps = stepsOf(expired.body)
    assert.deepEqual([steps['token'], steps['number']], ['190', 'token_first'])
    assert.ok(!expired.text.includes('sim_expired'))
    const stranger = await post('/check', { ...given, business_account: digits() })
    assert.equal(stepsOf(stranger.body)['number'], 'other_business_account')
    const list = await call('GET /api/developer/channels', { headers })
    assert.ok(!list.text.includes(account))
  })

  test('see that no app is subscribed, which can be put right here', async () => {
    await describeNumber(own.account, own.businessAccount)
    await sim(`DELETE /v25.0/${own.businessAccount}/subscribed_apps`)
    const path = `GET /api/developer/channels/${own.channel.id}/checks`
    const before_ = await call(path, { headers })
    assert.equal(stepsOf(before_.body)['subscription'], 'not_subscribed')
    const subscribed = await post(`/${own.channel.id}/subscribe`)
    assert.equal(subscribed.status, 200, subscribed.text)
    assert.equal(stepsOf(subscribed.body)['subscription'], 'passed')
    assert.equal(stepsOf(subscribed.body)['first_message'], 'nothing_received')
    await own.customerWrites()
    await waitFor(async () => {
      const { body } = await call(path, { headers })
      return stepsOf(body)['first_message'] === 'passed'
    })
  })
})

test('a channel without its business account, or with a token that is not valid, is not subscribed', async () => {
  const expired = await createChannel(own.scope, {
    type: 'whatsapp',
    account: digits(),
    business_account: digits(),
    access_token: 'sim_expired',
  })
  for (const [{ id }, status, code] of [
    [await own.addChannel(), 409, 'business_account_unknown'],
    [expired, 502, 'platform_refused'],
  ] as const) {
    const refused = await post(`/${id}/subscribe`)
    assert.deepEqual([refused.status, refused.body.code], [status, code])
  }
})

test('a disconnected channel sends and gets nothing, and comes back with its conversations', async () => {
  const own_ = await open()
  const admin = (await signInTestMember(call, own_.scope)).headers
  const at = `/api/developer/channels/${own_.channel.id}`
  const chat = await own_.customerWrites()
  const gone = await call(`POST ${at}/disconnect`, { headers: admin, body: {} })
  assert.equal(gone.status, 200, gone.text)
  assert.ok(gone.body.disconnected_at)
  assert.equal(gone.body.has_access_token, false)
  const again = await call(`POST ${at}/disconnect`, { headers: admin, body: {} })
  assert.equal(again.body.disconnected_at, gone.body.disconnected_at)
  const patched = await call(`PATCH ${at}`, { headers: admin, body: { access_token: 'sim_tests' } })
  assert.equal(patched.body.code, 'channel_not_connected')
  const sent = await own_.send({ conversation_id: chat.id, message: 'Anybody there?' })
  const failed = await own_.settled(sent.body.id, 'failed')
  assert.equal(failed.error.code, 'channel_not_connected')

  const phone = testPhone()
  await sim('POST /sim/inbound', {
    from: phone,
    text: 'Hello?',
    name: 'Meera',
    phone_number_id: own_.account,
    waba_id: own_.businessAccount,
  })
  const back = await call('POST /api/developer/channels', {
    headers: admin,
    body: { type: 'whatsapp', account: own_.account, access_token: 'sim_tests' },
  })
  assert.equal(back.status, 201, back.text)
  assert.equal(back.body.id, own_.channel.id)
  assert.equal(back.body.disconnected_at, null)
  await waitFor(async () => {
    const { body } = await own_.get(`/api/v1/chats?q=${encodeURIComponent(phone.slice(1))}`)
    return body.data[0]?.channel.id === own_.channel.id
  })
  const log = await call('GET /api/developer/audit-log?action=channel.disconnected', {
    headers: admin,
  })
  assert.equal(log.body.data.length, 1)
  assert.ok(!log.text.includes('sim_tests'))
})
