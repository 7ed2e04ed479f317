import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { createTestChat } from '#test/factories.ts'
import { changeOf, payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)
let count = 0
const newUserId = () => `IN.${process.pid}${Date.now()}${++count}`

/** Returns a text message of a customer with a user id, and with a number if given. */
function textOf(userId: string, body: string, from?: string): Json {
  const id = wamid()
  const who = { from_user_id: userId, ...(from !== undefined && { from }) }
  return {
    contacts: [
      { profile: { name: 'Ila', username: '@ila' }, user_id: userId, ...(from && { wa_id: from }) },
    ],
    messages: [{ ...who, id, timestamp: String(now), type: 'text', text: { body } }],
  }
}

const inField = (account: string, field: string, value: Json): Json => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [changeOf(account, value, field)] }],
})

async function identitiesOf(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('identities')
    .select(['kind', 'value'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  return rows.map((row) => `${row.kind} ${row.value}`).toSorted()
}

describe('a customer with a user name', () => {
  test('is one person with one chat, in whatever order id and number come', async () => {
    const orders = [
      ['id', 'both', 'number'],
      ['both', 'id', 'number'],
      ['number', 'both', 'id'],
    ]
    for (const order of orders)
      for (const isOnePayload of [true, false]) {
        const { scope, account, receive } = await open()
        const [userId, from] = [newUserId(), newWaId()]
        const values: Record<string, Json> = {
          id: textOf(userId, 'id'),
          both: textOf(userId, 'both', from),
          number: textFrom(from, 'number'),
        }
        const list = order.map((name) => values[name]!)
        if (isOnePayload) await receive(payloadOf(account, ...list))
        else for (const value of list) await receive(payloadOf(account, value))
        const people = await rowsOf(scope, 'people')
        assert.deepEqual(
          people.map((each) => each.phone_e164),
          [`+${from}`],
          order.join(),
        )
        assert.equal((await rowsOf(scope, 'chats')).length, 1)
        assert.equal((await rowsOf(scope, 'messages')).length, 3)
      }
  })

  test('who shares the number on request has it from then on', async () => {
    const { scope, account, receive } = await open()
    const [userId, from] = [newUserId(), newWaId()]
    await receive(payloadOf(account, textOf(userId, 'hi')))
    const shared = textOf(userId, '')
    Object.assign((shared['messages'] as Json[])[0]!, {
      type: 'contacts',
      contacts: [{ origin: 'contact_request', phones: [{ phone: `+${from}`, wa_id: from }] }],
    })
    await receive(payloadOf(account, shared), payloadOf(account, textFrom(from, 'by number')))
    const [person, ...others] = await rowsOf(scope, 'people')
    assert.deepEqual([person.phone_e164, others], [`+${from}`, []])
    assert.equal((await rowsOf(scope, 'chats')).length, 1)
    assert.ok((await eventTypes(scope)).includes('contact.updated'))
  })

  test('whose number was written to is known when a status names both', async () => {
    const { scope, account, channel, receive } = await open()
    const chat = await createTestChat(scope, { channelId: channel.id })
    const userId = newUserId()
    const ids = { recipient_id: chat.phoneE164.slice(1), recipient_user_id: userId }
    await receive(payloadOf(account, statusOf(wamid(), 'delivered', now, ids)))
    await receive(payloadOf(account, textOf(userId, 'back')))
    assert.equal((await rowsOf(scope, 'people')).length, 1)
    assert.deepEqual(
      (await rowsOf(scope, 'messages')).map((each) => each.chat_id),
      [chat.id],
    )
  })
})

test('ids of two contacts are flagged and not merged, and the phone number decides', async () => {
  const { scope, account, receive } = await open()
  const [userId, from] = [newUserId(), newWaId()]
  await receive(payloadOf(account, textFrom(from, 'by number'), textOf(userId, 'by id')))
  await receive(payloadOf(account, textOf(userId, 'both', from)))
  const people = await rowsOf(scope, 'people')
  assert.equal(people.length, 2)
  const byNumber = people.find((each) => each.phone_e164 === `+${from}`)
  const both = (await rowsOf(scope, 'messages')).find((each) => each.text === 'both')
  assert.equal(both.person_id, byNumber.id)
  const notes = await rowsOf(scope, 'timeline_entries')
  assert.deepEqual(
    notes.map((note) => [note.kind, note.person_id]),
    [['identity_conflict', byNumber.id]],
  )
})

/** Returns what the threads say about new phone numbers and accounts. */
const threadChanges = async (scope: Scope) =>
  (await rowsOf(scope, 'chat_changes'))
    .filter(({ kind }) => kind === 'identity_changed')
    .map(({ data }) => data)

describe('a change of number', () => {
  const change = (from: string, to: string, id = wamid()): Json => ({
    messages: [
      {
        from,
        id,
        timestamp: String(now),
        type: 'system',
        system: { type: 'user_changed_number', wa_id: to, body: 'changed' },
      },
    ],
  })

  test('takes the person and the chat along, once; the old number may become a stranger’s', async () => {
    const { scope, account, receive } = await open()
    const [old, next] = [newWaId(), newWaId()]
    await receive(payloadOf(account, textFrom(old, 'before')))
    const changed = change(old, next)
    await receive(payloadOf(account, changed))
    await receive(payloadOf(account, textFrom(next, 'after')))
    assert.deepEqual(
      (await rowsOf(scope, 'people')).map((each) => each.phone_e164),
      [`+${next}`],
    )
    assert.deepEqual(
      (await rowsOf(scope, 'chats')).map((each) => each.recipient),
      [next],
    )
    await receive(payloadOf(account, textFrom(old, 'a stranger')))
    await receive(payloadOf(account, changed))
    assert.equal((await rowsOf(scope, 'people')).length, 2)
    assert.equal((await rowsOf(scope, 'chats')).length, 2)
    const kinds = (await rowsOf(scope, 'timeline_entries')).map((each) => each.kind)
    assert.deepEqual(kinds, ['identity_change'])
    assert.deepEqual(await threadChanges(scope), [{ identity: 'phone' }])
  })

  test('leaves messages that arrived before it, in the same batch, to the contact', async () => {
    const { scope, account, receive } = await open()
    const [from, to] = [newWaId(), newWaId()]
    await receive(
      payloadOf(account, textFrom(from, 'before')),
      payloadOf(account, change(from, to)),
      payloadOf(account, textFrom(to, 'after')),
    )
    assert.equal((await rowsOf(scope, 'people')).length, 1)
    const chats = await rowsOf(scope, 'chats')
    assert.deepEqual(
      chats.map(({ recipient }) => recipient),
      [to],
    )
  })

  test('to one that somebody else has is flagged, and changes nothing', async () => {
    const { scope, account, receive } = await open()
    const [old, taken] = [newWaId(), newWaId()]
    await receive(payloadOf(account, textFrom(old, 'one'), textFrom(taken, 'two')))
    const before = await identitiesOf(scope)
    await receive(payloadOf(account, change(old, taken)))
    assert.deepEqual(await identitiesOf(scope), before)
    const [note] = await rowsOf(scope, 'timeline_entries')
    assert.equal(note.kind, 'identity_conflict')
    assert.deepEqual(await threadChanges(scope), [])
  })
})

test('a new user id belongs to the same contact, however the platform reports it', async () => {
  const ways: ((from: string, old: string, next: string) => [string, Json])[] = [
    (from, old, next) => [
      'messages',
      {
        messages: [
          {
            from,
            id: wamid(),
            timestamp: String(now),
            type: 'system',
            system: {
              type: 'user_changed_user_id',
              user_id: next,
              body: `User changed from ${old} to ${next}`,
            },
          },
        ],
      },
    ],
    (from, old, next) => [
      'user_id_update',
      {
        user_id_update: [
          { wa_id: from, user_id: { previous: old, current: next }, timestamp: String(now) },
        ],
      },
    ],
  ]
  for (const way of ways) {
    const { scope, account, receive } = await open()
    const [from, old, next] = [newWaId(), newUserId(), newUserId()]
    await receive(payloadOf(account, textOf(old, 'before', from)))
    await receive(inField(account, ...way(from, old, next)))
    await receive(payloadOf(account, textOf(next, 'after')))
    assert.equal((await rowsOf(scope, 'people')).length, 1)
    assert.equal((await rowsOf(scope, 'chats')).length, 1)
    const ids = await identitiesOf(scope)
    assert.deepEqual(await threadChanges(scope), [{ identity: 'account' }])
    assert.ok(ids.includes(`bsuid ${next}`) && !ids.includes(`bsuid ${old}`), ids.join())
  }
})

test('an opt-out from marketing is on the timeline once', async () => {
  const { scope, account, receive } = await open()
  const from = newWaId()
  const value = {
    user_preferences: [
      { wa_id: from, category: 'marketing_messages', value: 'stop', timestamp: now },
    ],
  }
  await receive(inField(account, 'user_preferences', value))
  await receive(inField(account, 'user_preferences', value))
  const notes = await rowsOf(scope, 'timeline_entries')
  assert.deepEqual(
    notes.map((note) => [note.kind, note.data]),
    [['preference', { category: 'marketing_messages', value: 'stop', by: 'platform' }]],
  )
})
