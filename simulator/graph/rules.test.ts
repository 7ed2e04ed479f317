import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair, textTo } from '../test/pair.ts'
import { statusOf } from '../test/receiver.ts'
import { ERROR_TABLE } from './error-table.ts'

const NUMBER = '555000111222'
const ADA = '+15550142277'
const DAY_MS = 24 * 60 * 60 * 1000
const TEMPLATE = {
  type: 'template',
  template: { name: 'hello_world', language: { code: 'en_US' } },
}

test('after 24 hours only a template goes through, until the customer writes again', async (t) => {
  const { send, call, receiver } = await startPair(t)
  const write = () =>
    call('POST', '/sim/inbound', { from: ADA, text: 'Hi', phone_number_id: NUMBER })
  const fateOf = async (message: unknown) => {
    const { id } = (await send(message)).body.messages[0]
    const caught = await receiver.until((all) =>
      all.some(
        (one) => ['failed', 'delivered'].includes(statusOf(one)?.status) && statusOf(one).id === id,
      ),
    )
    const last = caught.map(statusOf).findLast((status) => status?.id === id)
    return last.errors?.[0].code ?? last.status
  }
  assert.equal(await fateOf(textTo(ADA)), 'delivered', 'never wrote here')
  await write()
  await call('POST', '/sim/time', { advance_ms: DAY_MS - 60_000 })
  assert.equal(await fateOf(textTo(ADA)), 'delivered')
  await call('POST', '/sim/time', { advance_ms: 60_000 })
  assert.equal(await fateOf(textTo(ADA)), 131047)
  assert.equal(await fateOf({ ...textTo(ADA), text: undefined, ...TEMPLATE }), 'delivered')
  await call('PATCH', '/sim/settings', { window_answer: 'at_once' })
  assert.equal((await send(textTo(ADA))).body.error.code, 131047)
  await write()
  assert.equal(await fateOf(textTo(ADA)), 'delivered')
  await call('PATCH', '/sim/settings', { window: 'strict' })
  assert.equal((await send(textTo('+15550142999'))).body.error.code, 131047)
  const past = new Date(Date.now() - DAY_MS).toISOString()
  await call('POST', '/sim/windows', {
    phone_number_id: NUMBER,
    customer: '15550142277',
    last_message_at: past,
  })
  assert.equal((await send(textTo(ADA))).body.error.code, 131047)
})

test('a pair takes 45 messages at once and one more every six seconds', async (t) => {
  const { send, call } = await startPair(t)
  // The clock is stopped, because a busy machine may take longer than six seconds for the messages.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  await call('PATCH', '/sim/settings', { pair_rate: true })
  const codes: (number | undefined)[] = []
  for (let n = 0; n < 46; n += 1) codes.push((await send(textTo(ADA))).body.error?.code)
  assert.deepEqual(codes.slice(0, 45), Array(45).fill(undefined))
  assert.equal(codes[45], 131056)
  assert.equal((await send(textTo('+15550142278'))).status, 200, 'another pair is free')
  await call('POST', '/sim/time', { advance_ms: 6_000 })
  assert.equal((await send(textTo(ADA))).status, 200)
  assert.equal((await send(textTo(ADA))).body.error.code, 131056)
})

test('a number sends as many messages a second as its throughput says', async (t) => {
  const { call, simulator } = await startPair(t)
  // The clock is stopped, because a busy machine may take longer than a second for a burst.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  await call('PATCH', '/sim/settings', { number_rate: true })
  const burst = async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, async (_, n) =>
        fetch(`${simulator.url}/v24.0/${NUMBER}/messages`, {
          method: 'POST',
          headers: { authorization: 'Bearer sim_tests' },
          body: JSON.stringify(textTo(`+155501${10_000 + n}`)),
        }),
      ),
    )
    return answers.filter(({ status }) => status === 429)
  }
  const refused = await burst()
  assert.equal(refused.length, 40)
  assert.equal(refused[0]!.headers.get('retry-after'), '1')
  assert.equal(((await refused[0]!.json()) as any).error.error_subcode, 2494055)
  await call('POST', '/sim/numbers', { phone_number_id: NUMBER, throughput: 'HIGH' })
  await call('POST', '/sim/time', { advance_ms: 10_000 })
  assert.equal((await burst()).length, 0)
})

test('the messaging limit counts strangers of a day, not people who wrote', async (t) => {
  const { send, call } = await startPair(t)
  await call('PATCH', '/sim/settings', { messaging_limit: true, window: 'off' })
  await call('POST', '/sim/numbers', { phone_number_id: NUMBER, messaging_limit_tier: 'TIER_50' })
  for (let n = 0; n < 50; n += 1) await send(textTo(`+15550130${100 + n}`))
  const fateOf = async (to: string) => {
    const { id } = (await send(textTo(to))).body.messages[0]
    return (await call('GET', `/sim/messages/${encodeURIComponent(id)}`)).body.statuses[0]
      .error_code
  }
  assert.equal(await fateOf('+15550139999'), 131048)
  assert.equal(await fateOf('+15550130100'), null, 'counted already')
  await call('POST', '/sim/inbound', { from: '+15550139998', text: 'Hi', phone_number_id: NUMBER })
  assert.equal(await fateOf('+15550139998'), null, 'inside the window')
})

test('every error of the table has a magic recipient, in its own manner and in each asked for', async (t) => {
  const { send, call } = await startPair(t)
  const outcomeOf = async (to: string) => {
    const { status, body } = await send(textTo(to))
    if (status !== 200) return { manner: 'refused', code: body.error.code, status, body }
    const { id } = body.messages[0]
    const { statuses } = (await call('GET', `/sim/messages/${encodeURIComponent(id)}`)).body
    return { manner: statuses[0].status, code: statuses[0].error_code, status, body }
  }
  for (const [code, known] of ERROR_TABLE) {
    const digits = String(code).padStart(6, '0')
    const outcome = await outcomeOf(`+919990${digits}`)
    assert.equal(outcome.code, code)
    assert.equal(outcome.manner, known.manner === 'failed' ? 'failed' : 'refused')
    if (known.manner !== 'failed') {
      assert.equal(outcome.status, known.httpStatus)
      assert.match(outcome.body.error.message, new RegExp(`^\\(#${code}\\) `))
      assert.match(outcome.body.error.fbtrace_id, /^A/)
      assert.equal(outcome.body.error.error_data.messaging_product, 'whatsapp')
    }
    assert.equal((await outcomeOf(`+919991${digits}`)).manner, 'refused')
    assert.equal((await outcomeOf(`+919992${digits}`)).manner, 'failed')
    const flaky = []
    for (let n = 0; n < 3; n += 1) flaky.push((await outcomeOf(`+919993${digits}`)).manner)
    assert.deepEqual(flaky, ['refused', 'refused', 'sent'])
  }
})

test('a fault strikes the sends it names, as often as asked', async (t) => {
  const { send, call } = await startPair(t)
  const fault = await call('POST', '/sim/faults', { code: 131042, manner: 'refused', times: 2 })
  assert.equal(fault.status, 201)
  const codes = []
  for (let n = 0; n < 3; n += 1) codes.push((await send(textTo(ADA))).body.error?.code)
  assert.deepEqual(codes, [131042, 131042, undefined])
  const lasting = await call('POST', '/sim/faults', { code: 131031, to: ADA })
  assert.equal((await send(textTo(ADA))).body.error.code, 131031)
  assert.equal((await send(textTo('+15550142278'))).status, 200)
  await call('DELETE', `/sim/faults/${lasting.body.id}`)
  assert.equal((await send(textTo(ADA))).status, 200)
})

test('an expired token, a deregistered number, a blocked user and the sender itself are refused', async (t) => {
  const { send, call } = await startPair(t)
  const graph = (path: string, body: unknown, token = 'sim_tests') =>
    call('POST', `/v24.0/${NUMBER}/${path}`, body, { authorization: `Bearer ${token}` })
  const expired = await graph('messages', textTo(ADA), 'sim_expired')
  assert.deepEqual(
    [expired.status, expired.body.error.code, expired.body.error.error_subcode],
    [401, 190, 463],
  )
  const whatsapp = { messaging_product: 'whatsapp' }
  await graph('block_users', { ...whatsapp, block_users: [{ user: ADA }] })
  assert.equal((await send(textTo(ADA))).body.error.code, 130403)
  await call('POST', '/sim/numbers', {
    phone_number_id: NUMBER,
    display_phone_number: '+15550149000',
  })
  assert.equal((await send(textTo('+1 555 014 9000'))).body.error.code, 131021)
  await graph('deregister', whatsapp)
  assert.equal((await send(textTo('+15550142278'))).body.error.code, 133010)
  assert.equal((await graph('register', { ...whatsapp, pin: '12' })).status, 400)
  await graph('register', { ...whatsapp, pin: '123456' })
  assert.equal((await send(textTo('+15550142278'))).status, 200)
})

test('prices follow the category, the window and the ad, and conversation the version', async (t) => {
  const { send, call, receiver } = await startPair(t)
  const priceOf = async (message: unknown) => {
    const { id } = (await send(message)).body.messages[0]
    const caught = await receiver.until((all) => all.some((one) => statusOf(one)?.id === id))
    return statusOf(caught.find((one) => statusOf(one)?.id === id)!)
  }
  const template = { ...textTo(ADA), text: undefined, ...TEMPLATE }
  assert.deepEqual((await priceOf(template)).pricing, {
    billable: true,
    pricing_model: 'PMP',
    type: 'regular',
    category: 'utility',
  })
  await call('POST', '/sim/inbound', { from: ADA, text: 'Hi', phone_number_id: NUMBER })
  // Since October 2026 also within the window.
  assert.equal((await priceOf(template)).pricing.type, 'regular')
  assert.equal((await priceOf(textTo(ADA))).pricing.type, 'free_customer_service')
  const referral = { source_url: 'https://fb.me/x', source_type: 'ad', source_id: '1' }
  await call('POST', '/sim/inbound', { from: ADA, text: 'Hi', phone_number_id: NUMBER, referral })
  const byAd = await priceOf(textTo(ADA))
  assert.equal(byAd.pricing.type, 'free_entry_point')
  assert.equal(byAd.conversation, undefined)
  await call('PATCH', '/sim/settings', { webhook_version: 'v23.0' })
  assert.equal((await priceOf(textTo(ADA))).conversation.origin.type, 'service')
})

test('Brazilian and Mexican numbers come back in their older form when asked for', async (t) => {
  const { send, call } = await startPair(t)
  const waIdOf = async (to: string) => (await send(textTo(to))).body.contacts[0].wa_id
  assert.equal(await waIdOf('+5511987654321'), '5511987654321')
  await call('PATCH', '/sim/settings', { rewrite_wa_ids: true })
  assert.equal(await waIdOf('+5511987654321'), '551187654321')
  assert.equal(await waIdOf('+551133334444'), '551133334444', 'a landline has no 9 to lose')
  assert.equal(await waIdOf('+525512345678'), '5215512345678')
})

test('an interactive message beyond its limits is refused', async (t) => {
  const { send } = await startPair(t)
  const button = (id: string, title = 'Yes') => ({ type: 'reply', reply: { id, title } })
  const body = { text: 'Which?' }
  const rows = Array.from({ length: 11 }, (_, n) => ({ id: String(n), title: `Row ${n}` }))
  const wrong: [unknown, RegExp][] = [
    [{ type: 'dance', body, action: {} }, /must be one of/],
    [{ type: 'button', body, action: { buttons: [] } }, /buttons'\] is required/],
    [
      { type: 'button', body, action: { buttons: ['a', 'b', 'c', 'd'].map((id) => button(id)) } },
      /at most 3/,
    ],
    [{ type: 'button', body, action: { buttons: [button('a'), button('a')] } }, /different/],
    [{ type: 'button', body, action: { buttons: [button('a', 'x'.repeat(21))] } }, /at most 20/],
    [{ type: 'button', action: { buttons: [button('a')] } }, /body'\]\['text'\] is required/],
    [{ type: 'list', body, action: { button: 'Go', sections: [{ rows }] } }, /at most 10/],
    [
      {
        type: 'cta_url',
        body,
        action: { name: 'cta_url', parameters: { display_text: 'Go', url: 'no' } },
      },
      /URI/,
    ],
    [{ type: 'flow', body, action: { name: 'flow', parameters: { flow_cta: 'Go' } } }, /flow_id/],
  ]
  for (const [interactive, message] of wrong) {
    const answer = await send({ ...textTo(ADA), text: undefined, type: 'interactive', interactive })
    assert.equal(answer.status, 400, JSON.stringify(interactive))
    assert.equal(answer.body.error.code, 100)
    assert.match(answer.body.error.message, message)
  }
})
