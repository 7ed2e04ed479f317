import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const chat = await createTestChat(scope)
  const ask = (request: string, body?: object, by: object = { key }) =>
    call(request, { ...by, ...(body && { body }) })
  await ask(`PATCH /api/v1/contacts/${chat.personId}`, { name: 'Asha Rao' })
  const { body: ticket } = await ask('POST /api/v1/tickets', {
    person_id: chat.personId,
    title: 'Broken kettle',
    conversation_id: chat.id,
  })
  const path = `/api/v1/tickets/${ticket.id}`
  const update = (body: object, by?: object) => ask(`POST ${path}/customer-updates`, body, by)
  return { scope, chat, ask, ticket, path, update }
}

const HELLO = { text: 'Ticket #{number} is {status}.' }

test('an update is a message of the member in the conversation, in the history and the event of the ticket', async () => {
  const { scope, chat, ask, path, update } = await open()
  const agent = await signInTestMember(call, scope, 'agent')
  const reply = await ask('POST /api/v1/canned-replies', {
    shortcut: 'update',
    text: 'Hi {first_name}, #{number} “{title}” is {status}. Ask for {order}.',
  })
  const sent = await update({ canned_reply_id: reply.body.id }, { headers: agent.headers })
  assert.equal(sent.status, 201, sent.text)
  assert.equal(sent.body.text, 'Hi Asha, #1 “Broken kettle” is open. Ask for {order}.')
  assert.deepEqual(
    [sent.body.conversation_id, sent.body.author],
    [chat.id, { type: 'member', id: agent.membershipId }],
  )
  const { body: history } = await ask(`GET ${path}/activity?kind=change`)
  assert.deepEqual(
    [history.data[0].type, history.data[0].data],
    ['customer_notified', { message_id: sent.body.id, status: 'open' }],
  )
  const { body: events } = await ask('GET /api/v1/events?types=message.sent,ticket.updated')
  assert.deepEqual(
    events.data.map((each: any) => each.type),
    ['message.sent', 'ticket.updated'],
  )
  const named = await update({ text: 'By {my_name}', again: true }, { headers: agent.headers })
  assert.notEqual(named.body.text, 'By {my_name}')
  assert.equal(
    (await update({ text: 'By {my_name}', again: true })).status,
    422,
    'a key has no name',
  )
})

test('the customer gets one update about each change of the status, however many are asked for at once', async () => {
  const { ask, path, update } = await open()
  const answers = await Promise.all([update(HELLO), update(HELLO), update(HELLO)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  for (const { status, body } of answers)
    if (status === 409) assert.equal(body.code, 'customer_already_notified')
  const count = async () =>
    (await ask('GET /api/v1/events?types=message.sent')).body.data.length as number
  assert.equal(await count(), 1)
  await ask(`PATCH ${path}`, { priority: 'high' })
  assert.equal((await update(HELLO)).status, 409)
  await ask(`PATCH ${path}`, { status: 'solved' })
  assert.equal((await update(HELLO)).body.text, 'Ticket #1 is solved.')
  assert.equal((await update(HELLO)).status, 409)
  assert.equal((await update({ ...HELLO, again: true })).status, 201)
  assert.equal(await count(), 3)
})

test('the status is in the language of the contact, if the product has it', async () => {
  const { chat, ask, update } = await open()
  await ask(`PATCH /api/v1/contacts/${chat.personId}`, { language: 'hi' })
  assert.equal((await update(HELLO)).body.text, 'Ticket #1 is खुला.')
})

test('an update that cannot be sent changes nothing', async () => {
  const { scope, chat, ask, ticket, path, update } = await open()
  const before = (await ask(`GET ${path}`)).body.updated_at
  const expect = async (code: string, body: object = HELLO, by?: object) =>
    assert.equal((await update(body, by)).body.code, code)
  await expect('canned_reply_not_found', { canned_reply_id: ticket.id })
  await expect('validation_failed', {})
  await expect('validation_failed', { ...HELLO, canned_reply_id: ticket.id })
  const bot = await createTestBot(scope, { name: 'Bot' })
  await expect('not_holder', HELLO, { key: bot.key })
  await scope.db
    .updateTable('chats')
    .set({ window_expires_at: new Date(Date.now() - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  await expect('window_closed')
  await ask(`POST /api/v1/contacts/${chat.personId}/block`, {})
  await expect('contact_blocked')
  assert.equal((await ask(`GET ${path}`)).body.updated_at, before)
  const { body: alone } = await ask('POST /api/v1/tickets', {
    person_id: chat.personId,
    title: 'By phone',
  })
  const refused = await ask(`POST /api/v1/tickets/${alone.id}/customer-updates`, HELLO)
  assert.equal(refused.body.code, 'ticket_without_conversation')
})

test('a member who sees the ticket but not its conversation sends no update', async () => {
  const { scope, ask, path, update } = await open()
  const admin = await signInTestMember(call, scope)
  const agent = await signInTestMember(call, scope, 'agent')
  const role = await ask('POST /api/v1/roles', {
    name: 'Own only',
    scopes: ['read', 'write'],
    visibility: 'own',
    sees_no_team: false,
  })
  await ask(
    `PATCH /api/developer/members/${agent.membershipId}`,
    { role: role.body.id },
    { headers: admin.headers },
  )
  await ask(`PATCH ${path}`, { assignee_id: agent.membershipId })
  const refused = await update(HELLO, { headers: agent.headers })
  assert.deepEqual([refused.status, refused.body.code], [404, 'conversation_not_found'])
})
