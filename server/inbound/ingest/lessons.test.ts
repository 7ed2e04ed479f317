import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { createTestChat } from '#test/factories.ts'
import { newId } from '#lib/ids.ts'
import type { Scope } from '#db/context.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open, deliver, work } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/** Creates a sent message that the platform accepted under `platformMessageId`. */
async function createSent(scope: Scope, channelId: string, platformMessageId: string) {
  const chat = await createTestChat(scope, { channelId })
  await scope.db
    .insertInto('messages')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(),
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: channelId,
      direction: 'outbound',
      type: 'text',
      text: 'ours',
      status: 'sent',
      author_type: 'system',
      platform_message_id: platformMessageId,
      created_at: new Date(now * 1000),
    })
    .execute()
}

/** Returns every permutation of `list`. */
function orders<T>(list: T[]): T[][] {
  if (list.length < 2) return [list]
  return list.flatMap((item, index) =>
    orders(list.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

test('one payload that comes twice at once is one message', async () => {
  const { scope, workspaceId, account } = await open()
  const payload = payloadOf(account, textFrom(newWaId(), 'once'))
  await Promise.all([deliver(payload), deliver(payload), deliver(payload)])
  await Promise.all([work(workspaceId), work(workspaceId), work(workspaceId)])
  assert.equal((await rowsOf(scope, 'messages')).length, 1)
  assert.equal((await rowsOf(scope, 'chats'))[0].unread_count, 1)
})

test('ten payloads of one new sender, in any order and by several workers, end in platform order', async () => {
  const { scope, workspaceId, account } = await open()
  const from = newWaId()
  const places = [7, 2, 9, 0, 4, 1, 8, 3, 6, 5]
  await Promise.all(
    places.map((place) =>
      deliver(payloadOf(account, textFrom(from, `part ${place}`, { at: now - 100 + place }))),
    ),
  )
  await Promise.all([work(workspaceId), work(workspaceId), work(workspaceId)])
  assert.equal((await rowsOf(scope, 'people')).length, 1)
  const [chat, ...others] = await rowsOf(scope, 'chats')
  assert.deepEqual(others, [])
  assert.deepEqual([chat.unread_count, chat.last_message_text], [10, 'part 9'])
  const messages = await rowsOf(scope, 'messages')
  const ordered = messages.toSorted((a, b) => a.created_at - b.created_at)
  assert.deepEqual(
    ordered.map((message) => message.text),
    Array.from({ length: 10 }, (_, place) => `part ${place}`),
  )
})

test('statuses end in the same state in all their orders, in one payload or in many', async () => {
  const { scope, channel, account, receive } = await open()
  const names = ['sent', 'delivered', 'read', 'failed']
  for (const isOnePayload of [true, false])
    for (const order of orders(names)) {
      const id = wamid()
      await createSent(scope, channel.id, id)
      const values = order.map((name) =>
        statusOf(id, name, now + names.indexOf(name), {
          ...(name === 'failed' && { errors: [{ code: 131026, title: 'Undeliverable' }] }),
        }),
      )
      if (isOnePayload) await receive(payloadOf(account, ...values))
      else await receive(...values.map((value) => payloadOf(account, value)))
      const message = await messageOf(scope, id)
      assert.deepEqual(
        [message.status, message.sent_at, message.delivered_at, message.read_at],
        ['read', ...[0, 1, 2].map((place) => new Date((now + place) * 1000))],
        order.join(),
      )
      assert.equal(message.error ?? null, null, order.join())
    }
})

test('a status keeps its pricing and conversation, and each participant of a group has its own', async () => {
  const { scope, channel, account, receive } = await open()
  const id = wamid()
  await createSent(scope, channel.id, id)
  const pricing = { billable: true, pricing_model: 'PMP', category: 'marketing' }
  const group = { recipient_type: 'group', recipient_id: 'Z3JvdXA' }
  const outcomes = await receive(
    payloadOf(
      account,
      statusOf(id, 'sent', now, { pricing, conversation: { id: 'c1' } }),
      statusOf(id, 'read', now, { ...group, recipient_participant_id: '919800000001' }),
      statusOf(id, 'read', now, { ...group, recipient_participant_id: '919800000002' }),
    ),
  )
  assert.deepEqual(
    outcomes.map((outcome) => outcome.result),
    ['recorded', 'recorded', 'recorded'],
  )
  const kept = await rowsOf(scope, 'message_statuses')
  assert.deepEqual(kept.find((each) => each.status === 'sent').details.pricing, pricing)
  assert.deepEqual(kept.flatMap((each) => each.participant || []).toSorted(), [
    '919800000001',
    '919800000002',
  ])
})

test('a batch of 1,000 with one malformed item loses that item alone', async () => {
  const { scope, account, receive } = await open()
  const values: Json[] = Array.from({ length: 1000 }, (_, place) =>
    textFrom(newWaId(), `item ${place} ${'x'.repeat(2_400)}`),
  )
  values[499] = { messages: [{ id: 17, type: ['text'] }] }
  const payload = JSON.stringify(payloadOf(account, ...values))
  assert.ok(payload.length > 2_700_000)
  const outcomes = await receive(payload)
  assert.equal(outcomes.filter((outcome) => outcome.result === 'recorded').length, 999)
  assert.deepEqual([outcomes[499]?.result, outcomes[499]?.reason], ['failed', 'no_id'])
  assert.equal((await rowsOf(scope, 'messages')).length, 999)
})

test('a payload with a transient error is retried after the others, and fails in the end', async () => {
  const { scope, account, workspaceId } = await open()
  const bad = wamid()
  // The database refuses this one message, like after a mistake of our own.
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.platform_message_id = ${sql.lit(bad)} then
        raise exception 'no' using errcode = 'P0001';
      end if;
      return new;
    end $$`.execute(scope.db)
  await sql`create trigger refuse before insert on messages for each row execute function refuse()`.execute(
    scope.db,
  )
  await deliver(
    payloadOf(account, textFrom(newWaId(), 'bad', { id: bad }), textFrom(newWaId(), 'fine')),
  )
  await deliver(payloadOf(account, textFrom(newWaId(), 'after')))
  const due = await work(workspaceId)
  assert.ok(due && due > new Date())
  const texts = (await rowsOf(scope, 'messages')).map((message) => message.text)
  assert.deepEqual(texts.toSorted(), ['after', 'fine'])
  const failing = async () => {
    const payloads = await rowsOf(scope, 'inbound_payloads')
    return payloads.find((payload) => payload.error !== null)
  }
  assert.deepEqual(
    [(await failing()).status, (await failing()).error],
    ['pending', 'message: could_not_be_recorded'],
  )
  for (let tries = 1; (await failing()).status === 'pending'; tries++) {
    assert.equal((await failing()).attempts, tries)
    await scope.db
      .updateTable('inbound_payloads')
      .set({ due_at: new Date() })
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'pending')
      .execute()
    await work(workspaceId)
  }
  assert.deepEqual([(await failing()).status, (await failing()).attempts], ['failed', 6])
  await sql`drop trigger refuse on messages`.execute(scope.db)
  await scope.db
    .updateTable('inbound_payloads')
    .set({ status: 'pending', attempts: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'failed')
    .execute()
  await work(workspaceId)
  assert.equal((await messageOf(scope, bad)).text, 'bad')
  assert.equal((await rowsOf(scope, 'messages')).length, 3)
})
