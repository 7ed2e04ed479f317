import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { createTestMember, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open } = openInbound(context)

/** Creates a workspace with a customer who has written once; `write` receives another message. */
async function start() {
  const inbound = await open()
  const key = await createTestKey(inbound.scope, ['*'])
  const waId = newWaId()
  const write = async (text: string, from = waId) => {
    const id = wamid()
    await inbound.receive(payloadOf(inbound.account, textFrom(from, text, { name: 'Asha', id })))
    return messageOf(inbound.scope, id)
  }
  const first = await write('hello')
  const contactId = first.person_id
  return {
    ...inbound,
    key,
    waId,
    write,
    contactId,
    chatId: first.conversation_id,
    block: (reason?: string) =>
      call(`POST /api/v1/contacts/${contactId}/block`, {
        key,
        body: reason === undefined ? {} : { reason },
      }),
    unblock: () => call(`POST /api/v1/contacts/${contactId}/unblock`, { key, body: {} }),
    chat: async () => (await call(`GET /api/v1/chats/${first.conversation_id}`, { key })).body,
  }
}

describe('blocking a contact', () => {
  test('closes its conversation, and unblocking lets it open again with the next message', async () => {
    const { scope, block, unblock, chat, write } = await start()
    assert.deepEqual([(await chat()).status, (await chat()).unread_count], ['open', 1])
    const blocked = await block('  spam ')
    assert.equal(blocked.status, 200, blocked.text)
    assert.equal(blocked.body.blocked_reason, 'spam')
    assert.ok(blocked.body.blocked_at)
    assert.deepEqual([(await chat()).status, (await chat()).unread_count], ['closed', 0])
    const unblocked = await unblock()
    assert.deepEqual(
      [unblocked.body.blocked_at, unblocked.body.blocked_reason, (await chat()).status],
      [null, null, 'closed'],
    )
    await write('sorry')
    assert.deepEqual([(await chat()).status, (await chat()).unread_count], ['open', 1])
    const types = (await eventTypes(scope)).filter((type) => /blocked|updated/.test(type))
    assert.deepEqual(types, [
      'contact.blocked',
      'conversation.updated',
      'contact.unblocked',
      'conversation.updated',
    ])
    const audit = (await rowsOf(scope, 'audit_entries'))
      .filter(({ action }) => action.startsWith('contact.'))
      .map(({ action, data }) => [action, data])
    assert.deepEqual(audit, [
      ['contact.blocked', {}],
      ['contact.unblocked', {}],
    ])
  })

  test('stores its messages without an event, an unread count or an open conversation', async () => {
    const { scope, key, block, chat, chatId, write } = await start()
    await block()
    const before = await eventTypes(scope)
    const message = await write('you again')
    assert.equal(message.conversation_id, chatId)
    assert.deepEqual(await eventTypes(scope), before)
    const { status, unread_count, last_message } = await chat()
    assert.deepEqual([status, unread_count, last_message.text], ['closed', 0, 'you again'])
    const { body } = await call(`GET /api/v1/chats/${chatId}/messages`, { key })
    assert.deepEqual(body.data.map((each: { text: string }) => each.text).toSorted(), [
      'hello',
      'you again',
    ])
  })

  test('does not silence others who write at the same time', async () => {
    const { account, receive, scope, block, waId } = await start()
    await block()
    const other = newWaId()
    await receive(
      payloadOf(account, textFrom(waId, 'from the blocked one'), textFrom(other, 'from another')),
    )
    const received = (await rowsOf(scope, 'events'))
      .filter((event) => event.type === 'message.received')
      .map((event) => JSON.parse(event.body).data.text)
    assert.deepEqual(received, ['hello', 'from another'])
  })

  test('refuses every way to send to it, and stores nothing', async () => {
    const { scope, key, block, unblock, chatId, waId } = await start()
    await block()
    const template = { name: 'order_ready', language: 'en_US' }
    const bodies = [
      { conversation_id: chatId, message: 'hi' },
      { phone_e164: `+${waId}`, message: 'hi' },
      { conversation_id: chatId, template },
    ]
    const agent = await signInTestMember(call, scope, 'agent')
    for (const body of bodies)
      for (const caller of [{ key }, agent]) {
        const answer = await call('POST /api/v1/messages/send', { ...caller, body })
        assert.deepEqual([answer.status, answer.body.code], [409, 'contact_blocked'], answer.text)
      }
    assert.equal((await rowsOf(scope, 'messages')).length, 1)
    await unblock()
    const sent = await call('POST /api/v1/messages/send', { key, body: bodies[0] })
    assert.equal(sent.status, 201, sent.text)
  })

  test('is known before one writes to it, but not in a group', async () => {
    const { scope, key, block, unblock, chatId } = await start()
    const ask = async () => (await call(`GET /api/v1/chats/${chatId}/can-send`, { key })).body
    await sql`
      update channels set access_token = '\\x00'
      where workspace_id = ${scope.workspaceId}`.execute(scope.db)
    assert.equal((await ask()).free_form.allowed, true)
    await block('spam')
    const blocked = { allowed: false, code: 'contact_blocked', reason: 'The contact is blocked.' }
    const { free_form, template } = await ask()
    assert.deepEqual([free_form, template], [blocked, blocked])
    const setGroup = (is_group: boolean) =>
      sql`
        update chats set is_group = ${is_group}
        where workspace_id = ${scope.workspaceId} and id = ${chatId}`.execute(scope.db)
    await setGroup(true)
    assert.equal((await ask()).free_form.allowed, true)
    await setGroup(false)
    await unblock()
    assert.equal((await ask()).free_form.allowed, true)
  })

  test('changes the reason of a blocked contact, and repeating it changes nothing', async () => {
    const { scope, block, unblock } = await start()
    const { body: first } = await block('spam')
    const before = await eventTypes(scope)
    assert.deepEqual((await block('spam')).body, first)
    assert.deepEqual(await eventTypes(scope), before)
    const { body: second } = await block('threats')
    assert.deepEqual([second.blocked_at, second.blocked_reason], [first.blocked_at, 'threats'])
    await unblock()
    const after = await eventTypes(scope)
    assert.equal((await unblock()).status, 200)
    assert.deepEqual(await eventTypes(scope), after)
  })

  test('lists blocked contacts, and exports since when they are', async () => {
    const { key, block, contactId } = await start()
    const other = await call('POST /api/v1/contacts', { key, body: { name: 'Binod' } })
    await block('spam')
    const ids = async (filter: string) =>
      (await call(`GET /api/v1/contacts?${filter}`, { key })).body.data.map(
        (each: { id: string }) => each.id,
      )
    assert.deepEqual(await ids('blocked=true'), [contactId])
    assert.deepEqual(await ids('blocked=false'), [other.body.id])
    assert.equal((await ids('')).length, 2)
    assert.equal((await call('GET /api/v1/contacts?blocked=maybe', { key })).status, 422)
    const { text } = await call('GET /api/v1/contacts/export.csv?blocked=true', { key })
    assert.match(text, /blocked_at/)
    assert.equal(text.trim().split('\r\n').length, 2)
  })

  test('outlives a merge in both directions, and undoing the merge restores both contacts', async () => {
    for (const isSurvivorBlocked of [true, false]) {
      const { key, block, contactId, chat } = await start()
      const { body: other } = await call('POST /api/v1/contacts', { key, body: { name: 'Twin' } })
      await block('spam')
      const [survivor, merged] = isSurvivorBlocked ? [contactId, other.id] : [other.id, contactId]
      const merge = await call(`POST /api/v1/contacts/${survivor}/merge`, {
        key,
        body: { other_id: merged },
      })
      assert.equal(merge.body.contact.blocked_reason, 'spam', merge.text)
      assert.equal((await chat()).status, 'closed')
      await call(`POST /api/v1/contacts/merges/${merge.body.id}/undo`, { key, body: {} })
      const read = async (id: string) => (await call(`GET /api/v1/contacts/${id}`, { key })).body
      assert.ok((await read(contactId)).blocked_at)
      assert.deepEqual(
        [(await read(other.id)).blocked_at, (await read(other.id)).blocked_reason],
        [null, null],
      )
    }
  })

  test('a merge that blocks a contact closes its conversations', async () => {
    const { key, chat, contactId } = await start()
    const { body: other } = await call('POST /api/v1/contacts', { key, body: { name: 'Twin' } })
    await call(`POST /api/v1/contacts/${other.id}/block`, { key, body: {} })
    await call(`POST /api/v1/contacts/${contactId}/merge`, { key, body: { other_id: other.id } })
    assert.deepEqual([(await chat()).status, (await chat()).unread_count], ['closed', 0])
  })

  test('needs the scope to write contacts, and a contact of this workspace', async () => {
    const { scope, contactId } = await start()
    const narrow = await createTestKey(scope, ['contacts:read'])
    const { scope: foreign } = await createTestWorkspace(context)
    await createTestMember(foreign, 'admin')
    const other = await createTestKey(foreign, ['*'])
    for (const verb of ['block', 'unblock']) {
      const route = `POST /api/v1/contacts/${contactId}/${verb}`
      assert.equal((await call(route, { key: narrow, body: {} })).status, 403)
      assert.equal((await call(route, { key: other, body: {} })).status, 404)
      const agent = await signInTestMember(call, scope, 'agent')
      assert.equal((await call(route, { ...agent, body: {} })).status, 200)
    }
  })
})
