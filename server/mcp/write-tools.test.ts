import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { createCustomField } from '#contacts/custom-fields/create-custom-field.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { openTestMcp } from '#test/mcp.ts'

const { context } = await openTestContext()
const { connect } = await openTestMcp(context)

async function setUp(scopes: string[]) {
  const { scope } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  return { scope, chat, ...(await connect(await createTestKey(scope, scopes))) }
}

async function messagesOf(scope: Scope) {
  return scope.db
    .selectFrom('messages')
    .select(['id', 'text', 'author_type', 'status'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at')
    .execute()
}

test('a reply is sent once, whatever a model repeats, and again with another key', async () => {
  const { scope, chat, use, close } = await setUp(['messages:write'])
  const input = { conversation_id: chat.id, text: 'Your order is on its way.' }
  const first = JSON.parse((await use('send_reply', input)).text)
  assert.equal(first.status, 'queued')
  const [message] = await messagesOf(scope)
  assert.equal(message!.id, first.message_id)
  assert.equal(message!.text, input.text)
  assert.equal(message!.author_type, 'api_key')
  // The order of the fields does not matter, and the second server knows the first one's call.
  for (const again of [input, { text: input.text, conversation_id: chat.id }])
    assert.deepEqual(JSON.parse((await use('send_reply', again)).text), {
      ...first,
      repeated: true,
    })
  const [one, same] = [
    await use('send_reply', { ...input, idempotency_key: 'second' }),
    await use('send_reply', { ...input, idempotency_key: 'second' }),
  ]
  assert.notEqual(JSON.parse(one.text).message_id, first.message_id)
  assert.equal(JSON.parse(same.text).repeated, true)
  assert.equal((await messagesOf(scope)).length, 2)
  const other = await use('send_reply', { ...input, text: 'Other', idempotency_key: 'second' })
  assert.match(other.text, /^idempotency_key_reused/)
  await close()
})

test('of the same calls at the same time, one sends', async () => {
  const { scope, chat, use, close } = await setUp(['messages:write'])
  const input = { conversation_id: chat.id, text: 'Hello' }
  const results = await Promise.all(Array.from({ length: 6 }, () => use('send_reply', input)))
  const ids = results.map(({ text }) => JSON.parse(text).message_id)
  assert.equal(new Set(ids).size, 1)
  assert.equal((await messagesOf(scope)).length, 1)
  await close()
})

test('a reply outside the window is refused, and nothing is stored', async () => {
  const { scope, chat, use, close } = await setUp(['messages:write'])
  await scope.db
    .updateTable('chats')
    .set({ window_expires_at: new Date(Date.now() - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  const refused = await use('send_reply', { conversation_id: chat.id, text: 'Hello' })
  assert.ok(refused.isError)
  assert.match(refused.text, /^window_closed/)
  const unknown = await use('send_reply', { conversation_id: newId(), text: 'Hello' })
  assert.match(unknown.text, /^conversation_not_found/)
  assert.deepEqual(await messagesOf(scope), [])
  await close()
})

test('a ticket and a customer are created once', async () => {
  const { scope, chat, use, close } = await setUp(['tickets:write', 'contacts:write'])
  const input = { person_id: chat.personId, title: 'Refund', priority: 'high' }
  const ticket = JSON.parse((await use('create_ticket', input)).text)
  assert.equal(ticket.number, 1)
  const again = JSON.parse((await use('create_ticket', input)).text)
  assert.deepEqual(again, { ...ticket, repeated: true })
  const wrong = await use('create_ticket', { ...input, person_id: newId() })
  assert.match(wrong.text, /^person_not_found/)
  const phone_e164 = testPhone()
  const made = JSON.parse((await use('create_contact', { name: 'Meera', phone_e164 })).text)
  assert.equal(made.matched_by, null)
  const found = JSON.parse((await use('create_contact', { phone_e164 })).text)
  assert.deepEqual([found.person_id, found.matched_by], [made.person_id, 'phone'])
  await createCustomField(scope, { key: 'age', type: 'number' })
  const fields = { age: 42, source: 'Fair' }
  const known = JSON.parse((await use('create_contact', { phone_e164, fields })).text)
  assert.deepEqual(known.fields, { age: '42', source: 'Fair' })
  const unfit = await use('create_contact', { name: 'B', fields: { age: 'old' } })
  assert.match(unfit.text, /^validation_failed: .*age/)
  const empty = await use('create_contact', {})
  assert.match(empty.text, /^validation_failed/)
  const key = await use('create_contact', { name: 'A', idempotency_key: 'ü' })
  assert.equal(
    key.text,
    'validation_failed: idempotency_key must have 1 to 255 visible ASCII characters.',
  )
  await close()
})

test('what a tool records names the request that called it', async () => {
  const { scope, chat, use, close } = await setUp(['tickets:write'])
  const made = await use('create_ticket', { person_id: chat.personId, title: 'Too small' })
  assert.ok(!made.isError, made.text)
  const { cause } = await scope.db
    .selectFrom('events')
    .select('cause')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'ticket.created')
    .executeTakeFirstOrThrow()
  assert.ok(cause)
  await close()
})

test('without its scope, a writing tool changes nothing', async () => {
  const { scope, chat, client, use, close } = await setUp(['read'])
  const { tools } = await client.listTools()
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
  const inputs = {
    send_reply: { conversation_id: chat.id, text: 'Hello' },
    create_ticket: { person_id: chat.personId, title: 'Refund' },
    create_contact: { name: 'Meera' },
  }
  for (const [name, input] of Object.entries(inputs))
    assert.match((await use(name, input)).text, /^insufficient_scope/)
  assert.deepEqual(await messagesOf(scope), [])
  await close()
})

test('the list of all tools has at most 8,000 tokens', async () => {
  const { client, close } = await setUp(['*'])
  const { tools } = await client.listTools()
  assert.ok(tools.length >= 8)
  // Four characters are about one token.
  assert.ok(JSON.stringify(tools).length / 4 <= 8000)
  await close()
})

test('with a key that may only draft, a reply waits for an agent', async () => {
  const { scope, chat, client, use, close } = await setUp(['messages:draft', 'read'])
  const { tools } = await client.listTools()
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
  assert.deepEqual(
    writing.map(({ name }) => name),
    ['draft_reply', 'send_reply'],
  )
  const input = { conversation_id: chat.id, text: 'Your order is on its way.' }
  const sent = JSON.parse((await use('send_reply', input)).text)
  assert.equal(sent.status, 'open')
  const again = JSON.parse((await use('send_reply', input)).text)
  assert.deepEqual(again, { ...sent, repeated: true })
  const drafted = JSON.parse((await use('draft_reply', { ...input, text: 'Or this' })).text)
  assert.deepEqual(await messagesOf(scope), [])
  const read = JSON.parse((await use('read_conversation', { conversation_id: chat.id })).text)
  assert.deepEqual(
    read.open_drafts.map((each: { draft_id: string }) => each.draft_id),
    [drafted.draft_id, sent.draft_id],
  )
  await close()
})

test('a key that may send can draft, too', async () => {
  const { scope, chat, use, close } = await setUp(['messages:write'])
  const input = { conversation_id: chat.id, text: 'Your order is on its way.' }
  const drafted = JSON.parse((await use('draft_reply', input)).text)
  assert.equal(drafted.status, 'open')
  assert.deepEqual(await messagesOf(scope), [])
  const unknown = await use('draft_reply', { ...input, conversation_id: newId() })
  assert.match(unknown.text, /^conversation_not_found/)
  await close()
})
