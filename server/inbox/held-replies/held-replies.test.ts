import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDueChannels } from '#messages/sending/find-due-channels.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createHeldLane } from './create-held-lane.ts'
import { releaseHeldReplies } from './release-held-replies.ts'

const opened = await openTestContext()
let now = Date.now()
const context = { ...opened.context, clock: { now: () => new Date(now) } }
const { call } = await openTestApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const chat = await createTestChat(scope)
  const [sam, alex] = [
    await signInTestMember(call, scope, 'agent'),
    await signInTestMember(call, scope, 'admin'),
  ]
  const hold = (text: string, rest: object = {}, { headers } = sam) =>
    call('POST /api/app/held-replies', {
      headers,
      body: {
        conversation_id: chat.id,
        message: { message: text },
        hold_seconds: 5,
        ...rest,
      },
    })
  const undo = (id: string, { headers } = sam) =>
    call(`DELETE /api/app/held-replies/${id}`, { headers })
  const held = async ({ headers } = sam) =>
    (await call('GET /api/app/held-replies', { headers })).body.data
  const messages = async () =>
    (await call(`GET /api/v1/chats/${chat.id}/messages`, { headers: sam.headers })).body.data
  const events = async () =>
    (
      await scope.db
        .selectFrom('events')
        .select('type')
        .where('workspace_id', '=', scope.workspaceId)
        .orderBy('position')
        .execute()
    ).map(({ type }) => type)
  return { scope, chat, sam, alex, hold, undo, held, messages, events }
}

test('a held reply is sent once, at its time, in the name of its author, and closes the conversation', async () => {
  const { scope, chat, sam, hold, held, messages, events } = await setUp()
  const version = newId()
  const draft = { conversation_id: chat.id, kind: 'reply', based_on: null, text: 'Yes', version }
  await call('PUT /api/app/drafts', { headers: sam.headers, body: draft })
  const made = await hold('Yes', { closes: true, draft_version: version })
  assert.equal(made.status, 201, made.text)
  assert.equal(Date.parse(made.body.due_at) - now, 5_000)
  const drafts = await call('GET /api/app/drafts', { headers: sam.headers })
  assert.deepEqual(drafts.body.data, [], 'the draft became the reply')
  const lane = createHeldLane(context)
  assert.equal((await releaseHeldReplies(scope))?.toISOString(), made.body.due_at)
  assert.deepEqual(await messages(), [])
  assert.deepEqual(await events(), [])
  assert.equal((await held()).length, 1)

  now += 5_000
  const due = await lane.findDue()
  assert.ok(
    due.some(({ workspaceId }) => workspaceId === scope.workspaceId),
    'a sweep finds it after its worker was killed',
  )
  const done = await Promise.all([1, 2, 3].map(() => releaseHeldReplies(scope)))
  assert.deepEqual(done, [null, null, null])
  const [message, ...others] = await messages()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [message.text, message.author, message.status],
    ['Yes', { type: 'member', id: sam.membershipId }, 'queued'],
  )
  assert.deepEqual(await events(), ['message.sent', 'conversation.updated'])
  const closed = await call(`GET /api/v1/chats/${chat.id}`, { headers: sam.headers })
  assert.deepEqual([closed.body.status, closed.body.waiting_since], ['closed', null])
  assert.deepEqual(await held(), [])
  const channels = await findDueChannels(context)
  assert.ok(channels.some(({ workspaceId }) => workspaceId === scope.workspaceId))
})

test('an undone reply is not sent, and only its author can undo it, before it is sent', async () => {
  const { scope, alex, hold, undo, held, messages, events } = await setUp()
  const [first, second] = [(await hold('No')).body, (await hold('Yes')).body]
  assert.equal((await undo(first.id, alex)).body.code, 'held_reply_not_found')
  assert.deepEqual(await held(alex), [])
  assert.equal((await undo(first.id)).status, 204)
  assert.equal((await undo(first.id)).body.code, 'held_reply_not_found')
  now += 5_000
  await releaseHeldReplies(scope)
  assert.deepEqual(
    (await messages()).map(({ text }: { text: string }) => text),
    ['Yes'],
  )
  assert.deepEqual(await events(), ['message.sent'])
  assert.equal((await undo(second.id)).body.code, 'held_reply_not_found', 'it was sent')
})

test('what cannot be sent is refused at once, and what cannot be sent any more is kept with the reason', async () => {
  const { scope, chat, alex, hold, undo, held, messages } = await setUp()
  const unknown = await hold('Hi', { conversation_id: newId() })
  assert.equal(unknown.body.code, 'conversation_not_found')
  for (const hold_seconds of [0, 31, 1.5])
    assert.equal((await hold('Hi', { hold_seconds })).body.code, 'validation_failed')
  const seen = new Date(now).toISOString()
  const { id } = (await hold('Mine', { seen_until: seen })).body
  now += 1_000
  const other = await call('POST /api/app/replies', {
    headers: alex.headers,
    body: { conversation_id: chat.id, message: { message: 'Theirs' } },
  })
  assert.equal(other.status, 201, other.text)
  assert.equal((await hold('Again', { seen_until: seen })).body.code, 'already_answered')
  now += 4_000
  assert.equal(await releaseHeldReplies(scope), null)
  const [kept] = await held()
  assert.deepEqual(
    [kept.id, kept.due_at, kept.error.code, kept.message],
    [id, null, 'already_answered', { message: 'Mine' }],
  )
  assert.equal((await messages()).length, 1)
  assert.equal((await undo(id)).status, 204)
})

test('a reply closes its conversation in the same request, and one that is refused closes nothing', async () => {
  const { chat, sam, events } = await setUp()
  const reply = (body: object) =>
    call('POST /api/app/replies', {
      headers: sam.headers,
      body: { conversation_id: chat.id, message: { message: 'Bye' }, closes: true, ...body },
    })
  const statusOf = async () =>
    (await call(`GET /api/v1/chats/${chat.id}`, { headers: sam.headers })).body.status
  assert.equal((await reply({ draft_version: newId() })).body.code, 'draft_changed')
  assert.equal(await statusOf(), 'open')
  assert.equal((await reply({})).status, 201)
  assert.equal(await statusOf(), 'closed')
  assert.deepEqual(await events(), ['message.sent', 'conversation.updated'])
})
