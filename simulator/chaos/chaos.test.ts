import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN, startPair, textTo } from '../test/pair.ts'
import { messageOf, statusOf } from '../test/receiver.ts'
import type { Caught } from '../test/receiver.ts'
import { KNOBS, createChaos } from './chaos.ts'

const NUMBER = '555000111222'
const ADA = '+15550142277'

function statusesOf(caught: Caught[]): any[] {
  return caught.flatMap(({ json }) =>
    json.entry.flatMap((entry: any) =>
      entry.changes.flatMap((change: any) => change.value.statuses ?? []),
    ),
  )
}

test('nothing goes wrong unless it is asked for', () => {
  const chaos = createChaos()
  for (const knob of KNOBS) {
    for (let n = 0; n < 200; n += 1) assert.equal(chaos.strikes(knob, String(n)), false)
  }
})

test('the same seed strikes alike, another one otherwise, and about as often as asked', () => {
  const pattern = (seed: string) => {
    const chaos = createChaos({ seed, drop: 0.3 })
    return Array.from({ length: 2_000 }, (_, n) => chaos.strikes('drop', `a#${n}`))
  }
  assert.deepEqual(pattern('7'), pattern('7'))
  assert.notDeepEqual(pattern('7'), pattern('8'))
  const struck = pattern('7').filter(Boolean).length
  assert.ok(struck > 500 && struck < 700, `${struck} of 2000`)
})

test('a dropped webhook arrives by its retry; a duplicate comes twice', async (t) => {
  const { call, receiver } = await startPair(t, { chaos: { drop: 1 } })
  const play = (text: string) =>
    call('POST', '/sim/inbound', { from: ADA, text, phone_number_id: NUMBER })
  assert.equal((await play('dropped')).body.delivered, false)
  await receiver.until((all) => all.length === 1)
  await call('PATCH', '/sim/chaos', { drop: 0, duplicate: 1, delay_ms: 5 })
  await play('twice')
  const caught = await receiver.until((all) => all.length === 3)
  assert.ok(caught[1]!.body.equals(caught[2]!.body))
})

test('batches hold what several webhooks would, merged by number and account', async (t) => {
  const { call, send, receiver } = await startPair(t, {
    chaos: { batch: 1, batch_ms: 60_000, batch_max: 5 },
  })
  await Promise.all([
    call('POST', '/sim/inbound', { from: ADA, text: 'one', phone_number_id: NUMBER }),
    call('POST', '/sim/inbound', { from: '+15550142278', text: 'two', phone_number_id: NUMBER }),
    call('POST', '/sim/inbound', { from: ADA, text: 'other', phone_number_id: '777' }),
    send(textTo(ADA)),
  ])
  const [caught] = await receiver.until((all) => all.length === 1)
  const { entry } = caught!.json
  assert.equal(entry.length, 2)
  const { value } = entry.find((one: any) => one.changes[0].value.messages.length === 2).changes[0]
  assert.equal(value.contacts.length, 2)
  assert.equal(statusesOf([caught!]).length, 2)
  const { data } = (await call('GET', '/sim/inbound')).body
  assert.ok(data.every((one: { is_acknowledged: boolean }) => one.is_acknowledged))
})

test('overtaken webhooks arrive out of order, and all of them', async (t) => {
  const { call, receiver } = await startPair(t, {
    chaos: { reorder: 0.5, delay_ms: 150, seed: '3' },
  })
  const texts = Array.from({ length: 20 }, (_, n) => `message ${n}`)
  for (const text of texts) {
    void call('POST', '/sim/inbound', { from: ADA, id: text, text, phone_number_id: NUMBER })
  }
  const arrived = (await receiver.until((all) => all.length === 20)).map((one) => messageOf(one).id)
  const order = (await call('GET', '/sim/webhooks')).body.data.map((one: any) => one.message_id)
  assert.notDeepEqual(arrived, order.reverse())
  assert.deepEqual(arrived.toSorted(), texts.toSorted())
})

test('a status can come before the answer, and in the middle of it', async (t) => {
  for (const knob of ['status_before_response', 'webhook_during_response']) {
    const { send, receiver, call } = await startPair(t, { chaos: { [knob]: 1 } })
    const { status, body } = await send(textTo(ADA))
    assert.equal(status, 200)
    assert.equal(receiver.caught.length, 2, knob)
    assert.equal(statusOf(receiver.caught[0]!).id, body.messages[0].id)
    assert.equal((await call('GET', '/sim/messages')).body.data.length, 1)
  }
})

test('a lost answer leaves the message accepted, and the ledger says that nobody was told', async (t) => {
  for (const chaos of [{ response_lost: 1 }, { response_timeout: 1, response_timeout_ms: 20 }]) {
    const { simulator, receiver, call } = await startPair(t, { chaos })
    await assert.rejects(
      fetch(`${simulator.url}/v24.0/${NUMBER}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(textTo(ADA, { biz_opaque_callback_data: 'outbox-1' })),
      }),
    )
    const caught = await receiver.until((all) => all.length === 2)
    assert.equal(statusOf(caught[0]!).biz_opaque_callback_data, 'outbox-1')
    const { totals, sent } = (await call('GET', '/sim/ledger')).body
    assert.deepEqual([totals.sent, totals.sent_unanswered], [1, 1])
    assert.equal(sent[0].is_answered, false)
  }
})

test('a restated status differs only in its time, and a passing failure accepts nothing', async (t) => {
  const { send, receiver, call } = await startPair(t, { chaos: { restate: 1 } })
  await send(textTo(ADA))
  const statuses = statusesOf(await receiver.until((all) => all.length === 4))
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['sent', 'sent', 'delivered', 'delivered'],
  )
  assert.equal(Number(statuses[1].timestamp), Number(statuses[0].timestamp) + 1)
  await call('PATCH', '/sim/chaos', { transient_error: 1 })
  const { status, body } = await send(textTo(ADA))
  assert.deepEqual([status, body.error.code, body.error.is_transient], [500, 131000, true])
  assert.equal((await call('GET', '/sim/messages')).body.data.length, 1)
})

test('at full chaos both sides agree in the end, message by message and status by status', async (t) => {
  const all = { duplicate: 0.3, restate: 0.2, reorder: 0.3, delay: 0.2, drop: 0.2, batch: 0.3 }
  const answers = { status_before_response: 0.2, webhook_during_response: 0.2, response_lost: 0.1 }
  const { send, call, receiver } = await startPair(t, {
    chaos: { ...all, ...answers, transient_error: 0.1, delay_ms: 40, seed: '11' },
  })
  let calls = 0
  receiver.answer = () => ((calls += 1) % 7 === 0 ? 503 : 200)
  const lost: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const from = `+1555014${2000 + (n % 5)}`
      await call('POST', '/sim/inbound', {
        from,
        id: `in-${n}`,
        text: `${n}`,
        phone_number_id: NUMBER,
      })
      await send(textTo(from, { biz_opaque_callback_data: `out-${n}` })).catch(() => lost.push(n))
    }),
  )
  while ((await call('GET', '/sim/webhooks?limit=1')).body.pending > 0) {
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
  const { totals, sent, received } = (await call('GET', '/sim/ledger')).body
  assert.equal(totals.received, 100)
  assert.equal(totals.received_unacknowledged + totals.statuses_unacknowledged, 0)
  assert.ok(totals.sent > 80 && totals.sent <= 100)
  assert.equal(totals.sent_unanswered, lost.length)
  const messages = new Set(
    receiver.caught.flatMap(({ json }) =>
      json.entry.flatMap((entry: any) =>
        entry.changes.flatMap((change: any) =>
          (change.value.messages ?? []).map((one: any) => one.id),
        ),
      ),
    ),
  )
  assert.equal(messages.size, received.length)
  const seen = new Set(statusesOf(receiver.caught).map((one) => `${one.id} ${one.status}`))
  for (const { id, statuses } of sent) {
    for (const { status } of statuses) assert.ok(seen.has(`${id} ${status}`))
  }
})
