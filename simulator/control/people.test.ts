import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair, textTo } from '../test/pair.ts'
import { messageOf, statusOf } from '../test/receiver.ts'

const NUMBER = '555000111222'
const ADA = '15550142277'

async function startWithAda(t: Parameters<typeof startPair>[0]) {
  const pair = await startPair(t)
  const created = await pair.call('POST', '/sim/customers', {
    name: 'Ada',
    wa_id: `+${ADA}`,
    user_id: 'US.9001',
  })
  assert.equal(created.status, 201)
  const change = (fields: Record<string, unknown>) =>
    pair.call('PATCH', `/sim/customers/${ADA}`, fields)
  const statuses = () => pair.receiver.caught.map((one) => statusOf(one)?.status)
  return { ...pair, change, statuses }
}

test('a phone that is off gets its messages late and in order; what comes while it blocks never arrives', async (t) => {
  const { send, change, receiver, statuses } = await startWithAda(t)
  await change({ is_online: false })
  const first = (await send(textTo(ADA))).body.messages[0].id
  const second = (await send(textTo(ADA))).body.messages[0].id
  await receiver.until((all) => all.length === 2)
  assert.deepEqual(statuses(), ['sent', 'sent'])
  await change({ blocks_business: true, is_online: true })
  await change({ blocks_business: false })
  await change({ blocks_business: true })
  const lost = (await send(textTo(ADA))).body.messages[0].id
  await change({ blocks_business: false })
  const last = (await send(textTo(ADA))).body.messages[0].id
  const caught = await receiver.until((all) => all.length === 7)
  assert.deepEqual(
    caught.slice(2).map((one) => [statusOf(one).id, statusOf(one).status]),
    [
      [first, 'delivered'],
      [second, 'delivered'],
      [lost, 'sent'],
      [last, 'sent'],
      [last, 'delivered'],
    ],
  )
})

test('who has no account or refuses marketing cannot be reached, and says why', async (t) => {
  const { send, change, call, receiver } = await startWithAda(t)
  await change({ has_account: false })
  await send(textTo(ADA))
  await receiver.until((all) => all.length === 1)
  await change({ has_account: true, refuses_marketing: true })
  const made = await call(
    'POST',
    '/v24.0/880077/message_templates',
    {
      name: 'sale',
      language: 'en',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Sale' }],
    },
    { authorization: 'Bearer sim_tests' },
  )
  await call('POST', `/sim/templates/${made.body.id}`, { status: 'APPROVED' })
  const template = { name: 'sale', language: { code: 'en' } }
  await send({ ...textTo(ADA), text: undefined, type: 'template', template })
  const caught = await receiver.until((all) => all.length === 3)
  assert.deepEqual(
    [caught[0], caught[2]].map((one) => statusOf(one!).errors[0].code),
    [131026, 131050],
  )
})

test('opening a chat reads what was delivered, unless receipts are off', async (t) => {
  const { send, change, call, receiver, statuses } = await startWithAda(t)
  const open = () => call('POST', `/sim/threads/${NUMBER}/${ADA}/read`, {})
  await send(textTo(ADA))
  await receiver.until((all) => all.length === 2)
  await change({ sends_receipts: false })
  assert.deepEqual((await open()).body, { read: 0 })
  await change({ sends_receipts: true })
  assert.deepEqual((await open()).body, { read: 1 })
  assert.deepEqual((await open()).body, { read: 0 })
  await receiver.until((all) => all.length === 3)
  assert.deepEqual(statuses(), ['sent', 'delivered', 'read'])
})

test('who hides the phone is known by user id alone, in messages and in statuses', async (t) => {
  const { send, call, receiver } = await startPair(t)
  await call('POST', '/sim/inbound', {
    user_id: 'IN.4471',
    parent_user_id: 'IN.ENT.99',
    username: 'mira.k',
    name: 'Mira',
    phone_number_id: NUMBER,
    text: 'Hello',
  })
  const { contacts, messages } = receiver.caught[0]!.json.entry[0].changes[0].value
  assert.deepEqual(contacts, [
    {
      profile: { name: 'Mira', username: '@mira.k' },
      user_id: 'IN.4471',
      parent_user_id: 'IN.ENT.99',
    },
  ])
  assert.equal(messages[0].from, undefined)
  assert.equal(messages[0].from_user_id, 'IN.4471')
  assert.equal(messages[0].from_parent_user_id, 'IN.ENT.99')
  await send({ ...textTo(''), to: undefined, recipient: 'IN.4471' })
  const caught = await receiver.until((all) => all.length === 3)
  const delivered = caught[2]!.json.entry[0].changes[0].value
  assert.deepEqual(delivered.contacts, [{ user_id: 'IN.4471', parent_user_id: 'IN.ENT.99' }])
  assert.equal(delivered.statuses[0].recipient_user_id, 'IN.4471')
  assert.equal(delivered.statuses[0].recipient_id, undefined)
  const both = { from: '+919845550188', user_id: 'IN.4471', phone_number_id: NUMBER, text: 'Me' }
  await call('POST', '/sim/inbound', both)
  const later = messageOf(receiver.caught[3]!)
  assert.deepEqual([later.from, later.from_user_id], ['919845550188', 'IN.4471'])
  const { data } = (await call('GET', '/sim/customers')).body
  assert.equal(data.filter((one: any) => one.user_id === 'IN.4471').length, 1, 'one person')
})

test('hiding the phone takes it out of everything that is told from then on', async (t) => {
  const { send, change, call, receiver } = await startWithAda(t)
  await change({ hides_phone: true })
  await call('POST', '/sim/inbound', { from: ADA, phone_number_id: NUMBER, text: 'Hi' })
  await send({ ...textTo(''), to: undefined, recipient: 'US.9001' })
  const caught = await receiver.until((all) => all.length === 3)
  for (const { body } of caught) {
    assert.doesNotMatch(body.toString().replace(/"wamid[^"]*"/g, ''), new RegExp(ADA))
  }
  assert.equal(messageOf(caught[0]!).from_user_id, 'US.9001')
})

test('what happens to a person is told by its own webhook', async (t) => {
  const { call, receiver } = await startWithAda(t)
  const happen = (event: string, more: Record<string, unknown> = {}) =>
    call('POST', `/sim/customers/${ADA}/events`, { event, phone_number_id: NUMBER, ...more })
  await happen('customer_identity_changed')
  await happen('user_changed_user_id', { user_id: 'US.9002' })
  await happen('user_id_update', { user_id: 'US.9003' })
  await happen('marketing_stop')
  await happen('user_changed_number', { wa_id: '+1 555 014 3000' })
  const changes = receiver.caught.map(({ json }) => json.entry[0].changes[0])
  assert.deepEqual(
    changes.map(({ field }) => field),
    ['messages', 'messages', 'user_id_update', 'user_preferences', 'messages'],
  )
  assert.ok(changes[0].value.messages[0].identity.hash)
  assert.equal(changes[1].value.messages[0].system.user_id, 'US.9002')
  assert.deepEqual(changes[2].value.user_id_update[0].user_id, {
    previous: 'US.9002',
    current: 'US.9003',
  })
  assert.equal(changes[3].value.user_preferences[0].value, 'stop')
  const { from, system } = changes[4].value.messages[0]
  assert.deepEqual([from, system.wa_id, system.type], [ADA, '15550143000', 'user_changed_number'])
  assert.equal(changes[4].value.contacts, undefined)
  const { body } = await call('GET', '/sim/customers/15550143000')
  assert.equal(body.id, ADA, 'the same person, found by the new number')
  assert.equal((await happen('user_changed_number')).status, 400)
  assert.equal((await happen('grew_a_beard')).status, 400)
})

test('a group’s message is reported for each participant', async (t) => {
  const { send, call, receiver } = await startPair(t)
  const group = (
    await call('POST', '/sim/groups', {
      phone_number_id: NUMBER,
      subject: 'Team',
      participants: [`+${ADA}`, '+15550142278'],
    })
  ).body
  const answer = await send({ ...textTo(group.id), recipient_type: 'group' })
  assert.equal(answer.body.messages[0].group_id, group.id)
  const caught = await receiver.until((all) => all.length === 4)
  const statuses = caught.map(statusOf)
  assert.deepEqual(
    statuses.map((one) => [one.recipient_participant_id, one.status]),
    [
      [ADA, 'sent'],
      [ADA, 'delivered'],
      ['15550142278', 'sent'],
      ['15550142278', 'delivered'],
    ],
  )
  assert.ok(statuses.every((one) => one.recipient_type === 'group'))
  assert.equal((await send({ ...textTo('nowhere'), recipient_type: 'group' })).status, 400)
})

test('a conversation shows calls, and replies of the platform’s agent until the customer has read them', async (t) => {
  const { call, receiver } = await startWithAda(t)
  const show = async () => {
    const { data } = (await call('GET', `/sim/threads/${NUMBER}/${ADA}`)).body
    return data
      .map((one: any) => `${one.direction} ${one.status} ${JSON.stringify(one.content)}`)
      .toSorted()
  }
  const between = { phone_number_id: NUMBER }
  await call('POST', '/sim/agent/replies', { ...between, to: `+${ADA}`, text: 'Hello' })
  const calls = { ...between, from: `+${ADA}` }
  await call('POST', '/sim/calls', { ...calls, id: 'wacid.1', outcome: 'ringing' })
  await call('POST', '/sim/calls', { ...calls, id: 'wacid.1', outcome: 'answered' })
  await call('POST', '/sim/calls', { ...calls, outcome: 'missed' })
  const called = [
    'customer read {"outcome":"answered","duration":30}',
    'customer read {"outcome":"missed"}',
  ]
  assert.deepEqual(await show(), ['business delivered {"body":"Hello"}', ...called])

  const { body } = await call('POST', `/sim/threads/${NUMBER}/${ADA}/read`, {})
  assert.equal(body.read, 1)
  assert.deepEqual(await show(), ['business read {"body":"Hello"}', ...called])
  await receiver.until((all) =>
    all.some(({ json }) => json.entry[0].changes[0].value.standby?.statuses?.[0].status === 'read'),
  )
})
