import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import type { Scope } from '#db/context.ts'
import { createTag } from '#conversations/tags/create-tag.ts'
import { deleteTag } from '#conversations/tags/delete-tag.ts'
import { updateTag } from '#conversations/tags/update-tag.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceToWebApps, TAGS_CHANGED } from '#events/announce-to-web-apps.ts'
import { announceNotifications } from '#notifications/announce-notifications.ts'
import { recordNotifications } from '#notifications/recording/record-notifications.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream, recordTestEvents } from '#test/event-streams.ts'
import type { TestStream } from '#test/event-streams.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'

const { context } = await openTestContext()
const { app, call } = await openTestApi(context)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

async function openLive(
  headers: Record<string, string>,
  last?: string,
  query = '',
): Promise<TestStream> {
  const stream = await openTestStream(url, headers, {
    path: '/api/app/live',
    query,
    ...(last !== undefined && { last }),
  })
  // The first frame contains the start position.
  await waitFor(() => stream.frames[0]?.event === 'at')
  return stream
}

const count = (stream: TestStream, type = 'notifications') =>
  stream.frames.filter(({ event }) => event === type).length

/**
 * Waits until `streams` receive signals. A stream listens once its connection exists, and its first frames only say that
 * signals may have been missed before.
 */
async function untilListening(scope: Scope, streams: TestStream[]): Promise<void> {
  const before = streams.map((stream) => count(stream, 'tags'))
  await waitFor(async () => {
    await announceToWebApps(scope, TAGS_CHANGED)
    return streams.every((stream, at) => count(stream, 'tags') > before[at]!)
  })
}

const numbersOf = (stream: TestStream) =>
  stream.frames
    .filter(({ event }) => event === 'message.sent')
    .map((frame) => JSON.parse(frame.data!).data.number as number)

const signalsOf = (stream: TestStream) =>
  stream.frames.filter(({ event }) => event === 'presence').map(({ data }) => JSON.parse(data!))

test('a browser goes on after a break where it was, also when nothing had come yet', async () => {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope, 'agent')
  await recordTestEvents(scope, 2)
  const first = await openLive(headers)
  first.close()
  await first.ended
  await recordTestEvents(scope, 3, 'message.sent', 2)
  const second = await openLive(headers, first.frames[0]!.id)
  await waitFor(() => numbersOf(second).length === 3)
  assert.deepEqual(numbersOf(second), [2, 3, 4])
})

test('a page that was opened a moment ago receives the events since then, and goes on where a stream broke', async () => {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope, 'agent')
  await recordTestEvents(scope, 2)
  const first = await openLive(headers, undefined, '?back_ms=60000')
  await waitFor(() => numbersOf(first).length === 2)
  const resumed = await openLive(
    headers,
    first.frames.findLast(({ event }) => event === 'message.sent')!.id,
    '?back_ms=60000',
  )
  await recordTestEvents(scope, 1, 'message.sent', 2)
  await waitFor(() => numbersOf(resumed).length > 0)
  assert.deepEqual(numbersOf(resumed), [2])
  const long = await fetch(`${url}/api/app/live?back_ms=60001`, { headers })
  assert.equal(long.status, 422)
})

test('what a member does in a chat reaches the colleagues, and no other workspace', async () => {
  const { scope } = await createTestWorkspace(context)
  const { scope: strangerScope } = await createTestWorkspace(context)
  const one = await signInTestMember(call, scope)
  const two = await signInTestMember(call, scope, 'agent')
  const stranger = await signInTestMember(call, strangerScope)
  const [watching, elsewhere] = [await openLive(two.headers), await openLive(stranger.headers)]
  const conversation_id = newId()
  // A stream listens once its connection exists, so the signal is repeated until it arrives.
  await waitFor(async () => {
    const body = { conversation_id, state: 'typing', is_first: true }
    const answer = await call('POST /api/app/presence', { body, headers: one.headers })
    assert.equal(answer.status, 204)
    return signalsOf(watching).length > 0
  })
  assert.deepEqual(signalsOf(watching)[0], {
    membership_id: one.membershipId,
    conversation_id,
    state: 'typing',
    is_first: true,
  })
  const body = { conversation_id, state: 'viewing' }
  await waitFor(async () => {
    await call('POST /api/app/presence', { body, headers: stranger.headers })
    return signalsOf(elsewhere).length > 0
  })
  assert.ok(signalsOf(elsewhere).every((signal) => signal.state === 'viewing'))
  assert.ok(signalsOf(watching).every((signal) => signal.membership_id === one.membershipId))
})

test('what a member does in a chat that they do not see reaches nobody', async () => {
  const { scope, workspaceId: workspace_id } = await createTestWorkspace(context)
  const colleague = await signInTestMember(call, scope)
  const { headers, membershipId } = await signInTestMember(call, scope, 'agent')
  const hidden = await createTestChat(scope)
  const own = await createTestChat(scope)
  await updateById(scope, 'chats', own.id, { assignee_id: membershipId })
  const now = scope.clock.now()
  const times = { created_at: now, updated_at: now }
  await scope.directory
    .insertInto('roles')
    .values({ workspace_id, id: 'agent', visibility: 'own', sees_no_team: false, ...times })
    .execute()
  const watching = await openLive(colleague.headers)
  await waitFor(async () => {
    for (const { id: conversation_id } of [hidden, own]) {
      const body = { conversation_id, state: 'viewing' }
      assert.equal((await call('POST /api/app/presence', { body, headers })).status, 204)
    }
    return signalsOf(watching).length > 1
  })
  assert.ok(signalsOf(watching).every((signal) => signal.conversation_id === own.id))
})

test('a stream needs a session', async () => {
  const answer = await fetch(`${url}/api/app/live`)
  assert.equal(answer.status, 401)
  await answer.body?.cancel()
})

test("a member is recorded as present, and learns of their own notifications and of nobody else's", async () => {
  const { scope } = await createTestWorkspace(context)
  const one = await signInTestMember(call, scope, 'agent')
  const two = await signInTestMember(call, scope, 'agent')
  const [mine, theirs] = [await openLive(one.headers), await openLive(two.headers)]
  await untilListening(scope, [mine, theirs])
  const before = { mine: count(mine), theirs: count(theirs) }
  await announceNotifications(scope, [one.membershipId])
  await waitFor(() => count(mine) > before.mine)
  const seen = () =>
    scope.directory
      .selectFrom('notification_settings')
      .select(['membership_id', 'seen_at'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('seen_at', 'is not', null)
      .execute()
  assert.equal(
    (await waitFor(async () => ((await seen()).length === 2 ? seen() : undefined))).length,
    2,
  )
  // Signals arrive in order, so one for the other member comes after those that are not for them.
  await announceNotifications(scope, [two.membershipId])
  await waitFor(() => count(theirs) > before.theirs)
  assert.equal(count(theirs), before.theirs + 1)
})

test("a member learns in every window of a draft that was saved or sent, and of nobody else's", async () => {
  const { scope } = await createTestWorkspace(context)
  const one = await signInTestMember(call, scope, 'agent')
  const two = await signInTestMember(call, scope, 'agent')
  const chat = await createTestChat(scope)
  const [mine, theirs] = [await openLive(one.headers), await openLive(two.headers)]
  // A frame without a draft only says that signals may have been missed, as when the connection begins.
  const drafts = (stream: TestStream) =>
    stream.frames
      .filter(({ event }) => event === 'own-drafts')
      .map(({ data }) => JSON.parse(data!))
      .filter((draft) => draft.version)
  await untilListening(scope, [mine, theirs])
  const before = count(theirs)
  const version = newId()
  const saved = await call('PUT /api/app/drafts', {
    headers: one.headers,
    body: { conversation_id: chat.id, kind: 'reply', text: 'Half', based_on: null, version },
  })
  assert.equal(saved.status, 204, saved.text)
  await waitFor(() => drafts(mine).length > 0)
  const body = { conversation_id: chat.id, message: { message: 'Hello' }, draft_version: version }
  const sent = await call('POST /api/app/replies', { headers: one.headers, body })
  assert.equal(sent.status, 201, sent.text)
  await waitFor(() => drafts(mine).some((each) => each.is_deleted))
  assert.deepEqual(drafts(mine).at(-1), { version, is_deleted: true })
  // Signals arrive in order, so one for the other member comes after those that are not for them.
  await announceNotifications(scope, [two.membershipId])
  await waitFor(() => count(theirs) > before)
  assert.deepEqual(drafts(theirs), [])
})

test('a conversation that gets another assignee is read again by every open web app of the workspace', async () => {
  const { scope } = await createTestWorkspace(context)
  const members = [
    await signInTestMember(call, scope, 'agent'),
    await signInTestMember(call, scope, 'agent'),
  ]
  const streams = [await openLive(members[0]!.headers), await openLive(members[1]!.headers)]
  await untilListening(scope, streams)
  const before = streams.map((stream) => count(stream))
  const chat = await createTestChat(scope)
  await scope.db
    .insertInto('conversation_notifications')
    .values({
      workspace_id: scope.workspaceId,
      chat_id: chat.id,
      id: newId(),
      kind: 'message',
      message_count: 1,
      actor_type: 'person',
      since_id: newId(),
      is_open: true,
    })
    .execute()
  await updateChat(scope, chat.id, { assignee_id: members[0]!.membershipId })
  await recordNotifications(scope)
  for (const [at, stream] of streams.entries()) await waitFor(() => count(stream) > before[at]!)
})

test('open web apps of the workspace, and of no other, learn that a tag was renamed or deleted', async () => {
  const { scope } = await createTestWorkspace(context)
  const { scope: other } = await createTestWorkspace(context)
  const [one, two] = [await signInTestMember(call, scope), await signInTestMember(call, other)]
  const [ours, theirs] = [await openLive(one.headers), await openLive(two.headers)]
  await untilListening(scope, [ours])
  await untilListening(other, [theirs])
  /** Counts the signals so far: they arrive in order, so all before this one have arrived. */
  const countArrived = async () => {
    const earlier = count(ours)
    await announceNotifications(scope, [one.membershipId])
    await waitFor(() => count(ours) > earlier)
    return count(ours, 'tags')
  }
  const tag = await createTag(scope, { name: 'Refund' })
  const created = await countArrived()
  const theirsBefore = count(theirs, 'tags')
  await updateTag(scope, tag.id, { name: 'Refunds' })
  assert.equal(await countArrived(), created + 1)
  await updateTag(scope, tag.id, { name: 'Refunds' })
  assert.equal(await countArrived(), created + 1, 'an update without a change is not announced')
  await deleteTag(scope, tag.id)
  assert.equal(await countArrived(), created + 2)
  assert.equal(count(theirs, 'tags'), theirsBefore)
  // The change is also known to a page that read the tag before.
  const late = await openLive(one.headers, undefined, '?back_ms=1000')
  await waitFor(() => count(late, 'tags') === 1)
})
