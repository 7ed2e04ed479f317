import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId } from '#lib/ids.ts'
import { createTicket } from '#tickets/create-ticket.ts'
import { updateTicket } from '#tickets/update-ticket.ts'
import { openTestApi } from '#test/app.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { createTestTag } from '#test/inbox.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { createBulkLane } from './create-bulk-lane.ts'
import { workNextBatch } from './work-batch.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
const worker = createLaneWorker(context, { url, handlers: { bulk: createBulkLane(context) } })
before(() => worker.start())
beforeClose(context, () => worker.stop())

const HOUR = 3_600_000
const later = () => new Date(Date.now() + HOUR).toISOString()

/** Creates a workspace with a key of every scope and conversations. */
async function open(count = 3) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const { id: channelId } = await createTestChannel(scope)
  const chats: string[] = []
  for (let index = 0; index < count; index++)
    chats.push((await createTestChat(scope, { channelId })).id)
  const post = (path: string, body: unknown) => call(`POST /api/v1/${path}`, { key, body })
  return {
    scope,
    key,
    channelId,
    chats,
    post,
    bulk: (body: Record<string, unknown>, subject = 'chats') =>
      post(`${subject}/bulk-actions`, body),
    get: (path: string) => call(`GET /api/v1/${path}`, { key }),
  }
}

async function chatsOf({ db, workspaceId }: Scope) {
  return db
    .selectFrom('chats')
    .select(['id', 'status', 'assignee_id', 'priority', 'unread_count', 'snoozed_until'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
}

async function kindsOf({ db, workspaceId }: Scope, chatId: string) {
  const rows = await db
    .selectFrom('chat_changes')
    .select(['kind', 'actor_type'])
    .where('workspace_id', '=', workspaceId)
    .where('chat_id', '=', chatId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.kind)
}

async function countEvents({ db, workspaceId }: Scope, type: string): Promise<number> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type as 'ticket.updated')
    .execute()
  return rows.length
}

test('up to 100 conversations are changed at once, and what cannot be changed is counted with its reason', async () => {
  const { scope, chats, bulk, get } = await open(3)
  const other = await open(1)
  await updateChat(scope, chats[0]!, { status: 'closed' })
  const ids = [...chats, chats[1]!.toUpperCase(), newId(), other.chats[0]!]
  const { status, body } = await bulk({ action: 'close', ids })
  assert.deepEqual([status, body.status, body.can_undo], [201, 'completed', true])
  assert.deepEqual([body.total, body.done, body.skipped, body.failed], [5, 2, 3, 0])
  assert.deepEqual(body.reasons, { unchanged: 1, conversation_not_found: 2 })
  assert.equal((await chatsOf(other.scope))[0]!.status, 'open', 'another workspace is unreachable')
  assert.equal(await countEvents(scope, 'conversation.updated'), 3)
  const skipped = await get(`bulk-actions/${body.id}/items?result=skipped`)
  assert.equal(skipped.body.data.length, 3)
  const reasonOf = (id: string) =>
    skipped.body.data.find((item: { id: string }) => item.id === id).reason
  assert.deepEqual(
    [reasonOf(chats[0]!), reasonOf(ids[4]!)],
    ['unchanged', 'conversation_not_found'],
  )
})

test('an undo restores each previous value, except where somebody changed it since', async () => {
  const { scope, chats, bulk, post } = await open(4)
  const [, snoozed, touched, again] = chats as [string, string, string, string]
  const until = later()
  await updateChat(scope, snoozed, { snoozed_until: until })
  const { body } = await bulk({ action: 'close', ids: chats })
  await updateChat(scope, touched, { status: 'open' })
  await updateChat(scope, again, { status: 'open' })
  await updateChat(scope, again, { status: 'closed' })
  const undone = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([undone.status, undone.body.status], [200, 'undone'])
  assert.deepEqual([undone.body.undone, undone.body.kept], [2, 2])
  assert.deepEqual(undone.body.reasons, { changed_since: 2 })
  const rows = new Map((await chatsOf(scope)).map((row) => [row.id, row]))
  assert.equal(rows.get(snoozed)!.status, 'snoozed')
  assert.equal(rows.get(snoozed)!.snoozed_until!.toISOString(), until)
  assert.equal(rows.get(again)!.status, 'closed', 'it was closed again by somebody')
  assert.deepEqual(await kindsOf(scope, snoozed), ['snoozed'], 'no trace within a minute')
  const repeated = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([repeated.status, repeated.body.undone], [200, 2])
})

test('each action changes what its single action changes, and is undone', async () => {
  const { scope, chats, bulk, post } = await open(2)
  const { membershipId } = await createTestMember(scope, 'agent')
  const { membershipId: former } = await createTestMember(scope, 'agent')
  const tag = await createTestTag(scope)
  await updateChat(scope, chats[0]!, { assignee_id: former, tag_ids: [tag.id], priority: 'low' })
  const tagged = async () =>
    (
      await scope.db
        .selectFrom('chat_tags')
        .select('chat_id')
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
    ).length
  const cases: [Record<string, unknown>, () => Promise<unknown>, unknown, unknown][] = [
    [
      { action: 'assign', assignee_id: membershipId },
      async () => new Set((await chatsOf(scope)).map((row) => row.assignee_id)),
      new Set([membershipId]),
      new Set([former, null]),
    ],
    [
      { action: 'set_priority', priority: 'high' },
      async () => (await chatsOf(scope)).map((row) => row.priority),
      ['high', 'high'],
      ['low', null],
    ],
    [{ action: 'tag', tag_id: tag.id }, tagged, 2, 1],
    [{ action: 'untag', tag_id: tag.id }, tagged, 0, 1],
    [
      { action: 'snooze', snoozed_until: later() },
      async () => (await chatsOf(scope)).map((row) => row.status),
      ['snoozed', 'snoozed'],
      ['open', 'open'],
    ],
    [
      { action: 'mark_unread' },
      async () => (await chatsOf(scope)).map((row) => row.unread_count),
      [1, 1],
      [0, 0],
    ],
  ]
  for (const [body, read, changed, restored] of cases) {
    const answer = await bulk({ ...body, ids: chats })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(await read(), changed, answer.text)
    const undone = await post(`bulk-actions/${answer.body.id}/undo`, {})
    assert.equal(undone.body.kept, 0, undone.text)
    assert.deepEqual(await read(), restored, undone.text)
  }
})

test('more than 100 are changed by a worker, and what matches later is not touched', async () => {
  const { scope, channelId, chats, bulk, post, get } = await open(130)
  const counted = await get('chats/matches?status=open')
  assert.deepEqual(counted.body, { count: 130, is_capped: false })
  const except = chats[5]!
  const { body } = await bulk({
    action: 'close',
    filter: { status: 'open' },
    except_ids: [except],
  })
  assert.deepEqual([body.status, body.total, body.done], ['running', 129, 0])
  const { id: late } = await createTestChat(scope, { channelId })
  const ended = await waitFor(async () => {
    const answer = await get(`bulk-actions/${body.id}`)
    return answer.body.status === 'completed' ? answer.body : undefined
  })
  assert.equal(ended.done, 129)
  const left = (await chatsOf(scope)).filter((row) => row.status === 'open').map((row) => row.id)
  assert.deepEqual(left.toSorted(), [except, late].toSorted())
  const refused = await post(`bulk-actions/${body.id}/cancel`, {})
  assert.deepEqual([refused.status, refused.body.code], [409, 'bulk_action_ended'])
  const undoing = await post(`bulk-actions/${body.id}/undo`, {})
  assert.equal(undoing.body.status, 'undoing')
  await waitFor(async () =>
    (await chatsOf(scope)).every((row) => row.status === 'open') ? true : undefined,
  )
})

test('a canceled bulk action changes no more, and can be undone', async () => {
  const { scope, bulk, post, get } = await open(0)
  await worker.stop()
  const { body } = await bulk({
    action: 'close',
    ids: Array.from({ length: 101 }, () => newId()),
  })
  const canceled = await post(`bulk-actions/${body.id}/cancel`, {})
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled'])
  const listed = await get('chats/bulk-actions?status=canceled')
  assert.deepEqual(
    listed.body.data.map((each: { id: string }) => each.id),
    [body.id],
  )
  assert.deepEqual((await get('chats/bulk-actions?status=running')).body.data, [])
  const undone = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([undone.body.status, undone.body.undone], ['undone', 0])
  const audit = await scope.db
    .selectFrom('audit_entries')
    .select(['action', 'data'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('target_id', '=', body.id)
    .orderBy('id')
    .execute()
  const of = { subject: 'chats', action: 'close' }
  assert.deepEqual(
    audit.map((each) => [each.action, each.data]),
    [
      ['bulk_action.created', { ...of, total: 101, parameters: {} }],
      ['bulk_action.canceled', { ...of, total: 101, done: 0 }],
      ['bulk_action.undone', { ...of, done: 0 }],
    ],
    'each entry says what was done, and to how many',
  )
})

test('a canceled assignment notifies its member of what was assigned', async () => {
  const { scope, chats, post } = await open()
  await worker.stop()
  const { membershipId } = await createTestMember(scope, 'agent')
  const missing = Array.from({ length: 101 }, () => newId())
  const { body } = await post('chats/bulk-actions', {
    action: 'assign',
    assignee_id: membershipId,
    ids: [...chats, ...missing],
  })
  await workNextBatch(scope, { id: body.id, subject: 'chats' }, 50)
  const canceled = await post(`bulk-actions/${body.id}/cancel`, {})
  assert.deepEqual([canceled.status, canceled.body.done], [200, 3])
  const rows = await scope.db
    .selectFrom('notifications')
    .select(['membership_id', 'kind', 'bulk_count'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(rows, [{ membership_id: membershipId, kind: 'assignment', bulk_count: 3 }])
})

test('a running bulk action ends when its member is removed or loses the role, or its key is revoked', async () => {
  const { scope, bulk, get } = await open(0)
  const ids = Array.from({ length: 101 }, () => newId())
  const agent = await signInTestMember(call, scope, 'agent')
  const admin = await signInTestMember(call, scope, 'admin')
  const start = async (headers: Record<string, string>, subject: string, action: string) =>
    (await call(`POST /api/v1/${subject}/bulk-actions`, { headers, body: { action, ids } })).body.id
  const own = await bulk({ action: 'close', ids })
  const cases = [
    [await start(agent.headers, 'chats', 'close'), 'member_removed'],
    [await start(admin.headers, 'contacts', 'erase'), 'role_changed'],
    [own.body.id, 'key_revoked'],
  ] as const
  await scope.directory
    .updateTable('memberships')
    .set({ removed_at: new Date() })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', agent.membershipId)
    .execute()
  await scope.directory
    .updateTable('memberships')
    .set({ role: 'agent' })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', admin.membershipId)
    .execute()
  const lane = createBulkLane(context)
  const work = (targetId: string) =>
    lane.work(
      { workspaceId: scope.workspaceId, targetId, leaseToken: newId() },
      new AbortController().signal,
    )
  for (const [id, reason] of cases) {
    const { body: before } = await get(`bulk-actions/${id}`)
    assert.deepEqual([before.status, before.cancel_reason], ['running', null])
    if (reason === 'key_revoked') await revokeAll(scope)
    await work(id)
    const row = await scope.db
      .selectFrom('bulk_actions')
      .select(['status', 'cancel_reason', 'skipped_count'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    assert.deepEqual(row, { status: 'canceled', cancel_reason: reason, skipped_count: 0 })
  }
})

/** Revokes the keys of a workspace. */
async function revokeAll({ directory, workspaceId }: Scope): Promise<void> {
  await directory
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

test('tickets are changed and restored with an event for each', async () => {
  const { scope, bulk, post } = await open(0)
  const { id: personId } = await createTestPerson(scope)
  const create = (title: string) => createTicket(scope, { person_id: personId, title })
  const tickets = await Promise.all(['A', 'B', 'C'].map(create))
  await updateTicket(scope, tickets[0]!.id, { status: 'solved' })
  const { body, text } = await bulk(
    { action: 'set_status', status: 'solved', filter: {} },
    'tickets',
  )
  assert.deepEqual([body.done, body.skipped, body.reasons], [2, 1, { unchanged: 1 }], text)
  await updateTicket(scope, tickets[1]!.id, { status: 'closed' })
  const undone = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([undone.body.undone, undone.body.kept], [1, 1])
  const rows = await scope.db
    .selectFrom('tickets')
    .select(['title', 'status'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('title')
    .execute()
  assert.deepEqual(
    rows.map((row) => row.status),
    ['solved', 'closed', 'open'],
  )
  assert.equal(await countEvents(scope, 'ticket.updated'), 5)
  const due = await bulk({ action: 'set_due', due_at: later(), ids: [tickets[2]!.id] }, 'tickets')
  const back = await post(`bulk-actions/${due.body.id}/undo`, {})
  assert.equal(back.body.undone, 1)
})

test('contacts are erased by admins, each with an erasure, and nothing undoes it', async () => {
  const { scope, bulk, post, get } = await open(0)
  const people = await Promise.all([1, 2].map(() => createTestPerson(scope)))
  const ids = [...people.map(({ id }) => id), newId()]
  const agent = await signInTestMember(call, scope, 'agent')
  const refused = await call('POST /api/v1/contacts/bulk-actions', {
    headers: agent.headers,
    body: { action: 'erase', ids },
  })
  assert.deepEqual([refused.status, refused.body.code], [403, 'admin_required'])
  const { body } = await bulk({ action: 'erase', ids }, 'contacts')
  assert.deepEqual([body.status, body.can_undo], ['running', false])
  const lane = createBulkLane(context)
  await lane.work(
    { workspaceId: scope.workspaceId, targetId: body.id, leaseToken: newId() },
    new AbortController().signal,
  )
  const ended = (await get(`bulk-actions/${body.id}`)).body
  assert.deepEqual(
    [ended.status, ended.done, ended.reasons],
    ['completed', 2, { person_not_found: 1 }],
  )
  assert.equal((await get('erasures')).body.data.length, 2)
  assert.deepEqual((await get('contacts')).body.data, [])
  const undo = await post(`bulk-actions/${body.id}/undo`, {})
  assert.deepEqual([undo.status, undo.body.code], [409, 'bulk_action_final'])
})

test('a selection or an action that is not clear is refused', async () => {
  const { chats, bulk } = await open(1)
  const ids = chats
  for (const [body, field] of [
    [{ action: 'close' }, 'ids'],
    [{ action: 'close', ids, filter: {} }, 'ids'],
    [{ action: 'close', ids, except_ids: ids }, 'except_ids'],
    [{ action: 'assign', ids }, 'assignee_id'],
    [{ action: 'close', ids, tag_id: newId() }, 'tag_id'],
    [{ action: 'snooze', ids, snoozed_until: '2020-01-01T00:00:00Z' }, 'snoozed_until'],
    [{ action: 'fold', ids }, 'action'],
    [{ action: 'close', filter: { status: 'odd' } }, 'status'],
  ] as const) {
    const answer = await bulk(body)
    assert.equal(answer.status, 422, answer.text)
    assert.ok(
      answer.body.errors.some((each: { field: string }) => each.field.endsWith(field)),
      answer.text,
    )
  }
})

test('a key reads and changes only bulk actions of subjects whose scope it has', async () => {
  const { scope, bulk } = await open(1)
  const { body } = await bulk({ action: 'mark_read', ids: [newId()] })
  const tickets = await createTestKey(scope, ['tickets:read', 'tickets:write'])
  for (const [request, needed] of [
    [`GET /api/v1/bulk-actions/${body.id}`, 'chats:read'],
    [`GET /api/v1/bulk-actions/${body.id}/items`, 'chats:read'],
    [`POST /api/v1/bulk-actions/${body.id}/cancel`, 'chats:write'],
    [`POST /api/v1/bulk-actions/${body.id}/undo`, 'chats:write'],
  ] as const) {
    const refused = await call(request, {
      key: tickets,
      ...(request.startsWith('POST') && { body: {} }),
    })
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
    assert.ok(refused.body.detail.includes(needed), refused.body.detail)
  }
  const reader = await createTestKey(scope, ['chats:read'])
  const read = await call(`GET /api/v1/bulk-actions/${body.id}`, { key: reader })
  assert.deepEqual([read.status, read.body.subject], [200, 'chats'])
})
