import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair, textTo } from '../test/pair.ts'
import { messageOf } from '../test/receiver.ts'
import type { Caught } from '../test/receiver.ts'

const NUMBER = '555000111222'
const ADA = '+15550142277'
const changeOf = ({ json }: Caught) => json.entry[0].changes[0]

test('edits, revokes and reactions change the message they name, in the chat too', async (t) => {
  const { call, send } = await startPair(t)
  const play = async (fields: Record<string, unknown>) =>
    (await call('POST', '/sim/inbound', { from: ADA, phone_number_id: NUMBER, ...fields })).body
      .message_id
  const edited = await play({ text: 'Hallo' })
  const revoked = await play({ text: 'Oops' })
  const ours = (await send(textTo(ADA))).body.messages[0].id
  await play({
    type: 'edit',
    edit: {
      original_message_id: edited,
      message: { type: 'text', text: { body: 'Hello' } },
    },
  })
  await play({ type: 'revoke', revoke: { original_message_id: revoked } })
  await play({ type: 'reaction', reaction: { message_id: ours, emoji: '🎉' } })
  await send({ ...textTo(ADA), type: 'reaction', reaction: { message_id: edited, emoji: '👍' } })
  const thread = async () => {
    const { data } = (await call('GET', `/sim/threads/${NUMBER}/15550142277`)).body
    return (id: string) => data.find((one: { id: string }) => one.id === id)
  }
  const find = await thread()
  assert.equal(find(edited).edited_text, 'Hello')
  assert.deepEqual(find(edited).reactions, { business: '👍' })
  assert.equal(find(revoked).is_revoked, true)
  assert.deepEqual(find(ours).reactions, { customer: '🎉' })
  await play({ type: 'reaction', reaction: { message_id: ours } })
  assert.deepEqual((await thread())(ours).reactions, {})
})

test('referrals, groups, contexts and unknown types go through as they were given', async (t) => {
  const { call, receiver } = await startPair(t)
  const given = {
    type: 'unsupported',
    unsupported: { type: 'poll' },
    errors: [{ code: 131051, title: 'Message type unknown' }],
    group_id: 'abc',
    context: { forwarded: true },
    referral: { source_type: 'ad', ctwa_clid: 'x' },
  }
  await call('POST', '/sim/inbound', { from: ADA, phone_number_id: NUMBER, ...given })
  const message = messageOf(receiver.caught[0]!)
  for (const [name, value] of Object.entries(given)) assert.deepEqual(message[name], value)
})

test('echoes and history of a shared number have their own fields', async (t) => {
  const { call, receiver } = await startPair(t)
  const numbers = { phone_number_id: NUMBER, display_phone_number: '+15550149000' }
  await call('POST', '/sim/numbers', numbers)
  await call('POST', '/sim/echoes', { to: ADA, phone_number_id: NUMBER, text: 'From my phone' })
  await call('POST', '/sim/history', {
    phone_number_id: NUMBER,
    phase: 1,
    chunk_order: 2,
    progress: 55,
    threads: [{ with: ADA, messages: [{ text: 'Old' }, { from: 'business', text: 'Older' }] }],
  })
  await call('POST', '/sim/history', { phone_number_id: NUMBER, declined: true })
  const [echo, chunk, declined] = receiver.caught.map(changeOf)
  assert.equal(echo.field, 'smb_message_echoes')
  const [message] = echo.value.message_echoes
  assert.deepEqual([message.from, message.to], ['15550149000', '15550142277'])
  assert.equal(chunk.field, 'history')
  const [{ metadata, threads }] = chunk.value.history
  assert.deepEqual(metadata, { phase: 1, chunk_order: 2, progress: 55 })
  assert.deepEqual(
    threads[0].messages.map((one: { from: string }) => one.from),
    ['15550142277', '15550149000'],
  )
  assert.equal(declined.value.history[0].errors[0].code, 2593109)
})

test('any field can be told, of a number or of an account', async (t) => {
  const { call, receiver } = await startPair(t)
  const value = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }
  await call('POST', '/sim/fields', { field: 'account_update', value, waba_id: '880077' })
  await call('POST', '/sim/fields', {
    field: 'calls',
    value: { calls: [] },
    phone_number_id: NUMBER,
  })
  const [account, number] = receiver.caught
  assert.equal(account!.json.entry[0].id, '880077')
  assert.equal(typeof account!.json.entry[0].time, 'number')
  assert.deepEqual(changeOf(account!), { value, field: 'account_update' })
  assert.equal(changeOf(number!).value.metadata.phone_number_id, NUMBER)
  assert.equal((await call('POST', '/sim/fields', { field: 'x', value })).status, 400)
})

test('an account that overrides its callback gets its webhooks there, once it has proven itself', async (t) => {
  const { call, receiver } = await startPair(t)
  await call('POST', '/sim/numbers', { phone_number_id: NUMBER, waba_id: '880077' })
  const own = receiver.url.replace('/webhook/whatsapp', '/own')
  receiver.answer = ({ url }) => ({
    status: 200,
    text: url.searchParams.get('hub.challenge') ?? '',
  })
  const subscribe = (uri: string) =>
    call(
      'POST',
      '/v24.0/880077/subscribed_apps',
      { override_callback_uri: uri, verify_token: 'open' },
      { authorization: 'Bearer sim_tests' },
    )
  assert.deepEqual((await subscribe(own)).body, { success: true })
  assert.equal(receiver.caught[0]!.url.searchParams.get('hub.verify_token'), 'open')
  await call('POST', '/sim/inbound', { from: ADA, phone_number_id: NUMBER, text: 'Hi' })
  assert.equal(receiver.caught[1]!.url.pathname, '/own')
  receiver.answer = () => 403
  for (const uri of [own, 'https://graph.facebook.com/x', 'http://8.8.8.8/x']) {
    assert.equal((await subscribe(uri)).body.error.error_subcode, 2200)
  }
})

test('what the business read and typed shows in the chat', async (t) => {
  const { call, send, simulator } = await startPair(t)
  const { message_id } = (
    await call('POST', '/sim/inbound', { from: ADA, phone_number_id: NUMBER, text: 'Hi' })
  ).body
  const stream = await fetch(`${simulator.url}/sim/stream`)
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = { messaging_product: 'whatsapp', status: 'read', message_id }
  await send({ ...read, typing_indicator: { type: 'text' } })
  let seen = ''
  while (!/event: typing\ndata: .*"for_ms":25000/.test(seen)) seen += (await reader.read()).value
  assert.match(seen, /event: message\ndata: .*"status":"read"/)
  assert.equal((await send({ ...read, typing_indicator: { type: 'dance' } })).status, 400)
})
