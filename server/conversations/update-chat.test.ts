import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { createTestTag } from '#test/inbox.ts'
import { countChats } from './count-chats.ts'
import { listChats } from './list-chats.ts'
import { updateChat, updateChats } from './update-chat.ts'
import type { UpdateChatInput } from './update-chat.ts'
import { wakeSnoozedChats } from './wake-snoozed-chats.ts'

const opened = await openTestContext()
let now = Date.parse('2026-11-20T10:00:00Z')
const context = { ...opened.context, clock: { now: () => new Date(now) } }
const { scope: system } = await createTestWorkspace(context)
const { membershipId } = await createTestMember(system, 'agent')
const scope: Scope = { ...system, actor: { type: 'member', id: membershipId } }
const later = (ms: number) => new Date(now + ms).toISOString()

async function changesOf(chatId: string) {
  const rows = await scope.db
    .selectFrom('chat_changes')
    .select(['kind', 'actor_type', 'actor_id', 'data'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', chatId)
    .orderBy('id')
    .execute()
  return rows.map((row) => [row.kind, row.actor_type, row.data] as const)
}

async function eventsOf(chatId: string): Promise<any[]> {
  const rows = await scope.db
    .selectFrom('events')
    .select(['type', 'body'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'conversation.updated')
    .orderBy('position')
    .execute()
  return rows.map((row) => JSON.parse(row.body).data).filter((chat) => chat.id === chatId)
}

const refused = (input: UpdateChatInput, code: string) => async (id: string) =>
  assert.rejects(updateChat(scope, id, input), { code }, JSON.stringify(input))

test('a chat never becomes older, whatever the clock of the machine says', async () => {
  const { id } = await createTestChat(scope)
  const closed = await updateChat(scope, id, { status: 'closed' })
  now -= 60_000
  try {
    const open = await updateChat(scope, id, { status: 'open' })
    assert.deepEqual([open.status, open.updated_at], ['open', closed.updated_at])
  } finally {
    now += 60_000
  }
})

test('a chat is closed and opened again, and both stand in its thread and its events', async () => {
  const { id } = await createTestChat(scope)
  const closed = await updateChat(scope, id, { status: 'closed' })
  assert.deepEqual([closed.status, closed.closed_at], ['closed', new Date(now)])
  now += 120_000
  const open = await updateChat(scope, id, { status: 'open' })
  assert.deepEqual([open.status, open.closed_at], ['open', null])
  assert.deepEqual(
    (await changesOf(id)).map(([kind]) => kind),
    ['closed', 'reopened'],
  )
  assert.deepEqual(
    (await eventsOf(id)).map((chat) => chat.status),
    ['closed', 'open'],
  )
  await updateChat(scope, id, { status: 'closed' })
  const [, , [, , data]] = (await changesOf(id)) as any
  assert.deepEqual(data, { opened_at: new Date(now).toISOString() }, 'the second round began then')
})

test('customers who wait come first by the time of the first message that nobody answered, and a close ends the wait', async () => {
  const [first, second, third] = [
    await createTestChat(scope),
    await createTestChat(scope),
    await createTestChat(scope),
  ]
  const waiting = async (input = {}) =>
    (await listChats(scope, { sort: 'waiting', ...input })).data.map(({ id }) => id)
  assert.deepEqual(await waiting(), [])
  const write = async (chat: { id: string }, minutesAgo: number) => {
    const at = new Date(now - minutesAgo * 60_000)
    await updateById(scope, 'chats', chat.id, {
      last_message_direction: 'inbound',
      last_message_at: at,
    })
    // Reopening puts the conversation among those that wait.
    await updateChat(scope, chat.id, { status: 'closed' })
    await updateChat(scope, chat.id, { status: 'open' })
  }
  await write(first, 5)
  await write(second, 90)
  await write(third, 20)
  assert.deepEqual(await waiting(), [second.id, third.id, first.id])
  const page = await listChats(scope, { sort: 'waiting', limit: 2 })
  assert.deepEqual(await waiting({ cursor: page.next_cursor ?? '' }), [first.id])
  await createTestChat(scope)
  const unassigned = { assignee_id: 'none', status: 'open', limit: 2 }
  assert.deepEqual(
    await waiting(unassigned),
    [second.id, third.id],
    'one that waits for no answer is left out',
  )
  const next = await listChats(scope, { sort: 'waiting', ...unassigned })
  assert.deepEqual(await waiting({ ...unassigned, cursor: next.next_cursor ?? '' }), [first.id])
  const closed = await updateChat(scope, second.id, { status: 'closed' })
  assert.equal(closed.waiting_since, null)
  assert.deepEqual(await waiting(), [third.id, first.id])
})

test('a closing that is taken back within a minute leaves no trace, and a later one does', async () => {
  const { id } = await createTestChat(scope)
  await updateChat(scope, id, { status: 'closed' })
  now += 59_000
  const back = await updateChat(scope, id, { status: 'open' })
  assert.deepEqual([back.status, back.closed_at], ['open', null])
  assert.deepEqual(await changesOf(id), [])
  assert.deepEqual(
    (await eventsOf(id)).map((chat) => chat.status),
    ['closed', 'open'],
    'other screens see both',
  )
  await updateChat(scope, id, { status: 'closed' })
  await updateChat(system, id, { status: 'open' })
  assert.equal((await changesOf(id)).length, 2, 'somebody else opened it')
})

test('updates that share a transaction send as many statements as one, also if each undoes a change', async () => {
  const reopen = async (count: number) => {
    const chats = await Promise.all(Array.from({ length: count }, () => createTestChat(scope)))
    for (const { id } of chats) await updateChat(scope, id, { status: 'closed' })
    let statements = 0
    await transaction(scope, (tx) => {
      const db = tx.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult({ result }) {
          statements++
          return Promise.resolve(result)
        },
      })
      const updates = chats.map(({ id }) => ({ id, input: { status: 'open' as const } }))
      return updateChats({ ...tx, db }, updates, new Map())
    })
    for (const { id } of chats) assert.deepEqual(await changesOf(id), [])
    return statements
  }
  assert.equal(await reopen(4), await reopen(1))
})

test('the statements of an update are planned once per connection, not for the values of each call', async () => {
  const pool = createPool({ url: opened.url, max: 1, name: 'test', onError: () => undefined })
  const one = { ...scope, db: createDb(pool) }
  try {
    const { id } = await createTestChat(scope)
    for (const status of ['closed', 'open', 'closed', 'open'] as const)
      await updateChat(one, id, { status })
    const { rows } = await pool.query<{ statement: string }>(
      `select statement from pg_prepared_statements
       where custom_plans > 0 and statement ~ 'chats|chat_changes|events'`,
    )
    assert.deepEqual(rows, [])
  } finally {
    await one.db.destroy()
  }
})

test('what the same member undoes within a minute leaves no line in the thread', async () => {
  const { id } = await createTestChat(scope)
  const tag = await createTestTag(scope)
  const kinds = async () => (await changesOf(id)).map(([kind]) => kind)
  const until = later(3_600_000)
  await updateChat(scope, id, { snoozed_until: until })
  await updateChat(scope, id, { status: 'closed' })
  assert.deepEqual(await kinds(), ['snoozed', 'closed'])
  await updateChat(scope, id, { snoozed_until: until })
  assert.deepEqual(await kinds(), ['snoozed'], 'the close is undone, not the snooze')
  await updateChat(scope, id, { status: 'open' })
  assert.deepEqual(await kinds(), [])
  await updateChat(scope, id, { assignee_id: membershipId, tag_ids: [tag.id] })
  assert.deepEqual((await kinds()).toSorted(), ['assigned', 'tagged'])
  const back = await updateChat(scope, id, { assignee_id: null, tag_ids: [] })
  assert.deepEqual([back.assignee_id, back.tags], [null, []])
  assert.deepEqual(await kinds(), [])
  assert.equal((await eventsOf(id)).length, 6, 'events report each change')

  await updateChat(scope, id, { snoozed_until: until })
  now += 61_000
  await updateChat(scope, id, { status: 'open' })
  assert.deepEqual(await kinds(), ['snoozed', 'reopened'], 'later it is a change')
})

test('a priority is a change of its own, and an undo within a minute leaves no line in the thread', async () => {
  const { id } = await createTestChat(scope)
  const changes = async () => (await changesOf(id)).map(([kind, , data]) => [kind, data])
  assert.equal((await updateChat(scope, id, { priority: 'high' })).priority, 'high')
  const raised = ['priority', { priority: 'high', previous_priority: null }]
  assert.deepEqual(await changes(), [raised])
  assert.equal((await updateChat(scope, id, { priority: 'urgent' })).priority, 'urgent')
  await updateChat(scope, id, { priority: 'high' })
  assert.deepEqual(await changes(), [raised], 'the second change was undone, not the first')
  now += 61_000
  assert.equal((await updateChat(scope, id, { priority: null })).priority, null)
  assert.deepEqual(await changes(), [
    raised,
    ['priority', { priority: null, previous_priority: 'high' }],
  ])
  assert.deepEqual(
    (await eventsOf(id)).map(({ priority }) => priority),
    ['high', 'urgent', 'high', null],
  )
  assert.equal((await updateChat(scope, id, { status: 'closed' })).priority, null)
})

test('reopening a closed conversation that was snoozed in between is no undo', async () => {
  const { id } = await createTestChat(scope)
  await updateChat(scope, id, { status: 'closed' })
  await updateChat(scope, id, { snoozed_until: later(3_600_000) })
  await updateChat(scope, id, { status: 'open' })
  assert.deepEqual(
    (await changesOf(id)).map(([kind]) => kind),
    ['closed', 'snoozed', 'reopened'],
  )
})

test('what changes nothing records nothing', async () => {
  const { id } = await createTestChat(scope)
  const tag = await createTestTag(scope)
  const input = { status: 'snoozed', snoozed_until: later(60_000) } as const
  const all = { ...input, assignee_id: membershipId.toUpperCase(), tag_ids: [tag.id.toUpperCase()] }
  const first = await updateChat(scope, id, all)
  assert.equal((await changesOf(id)).length, 3)
  now += 3_600_000
  assert.deepEqual(await updateChat(scope, id, all), first)
  assert.deepEqual(await updateChat(scope, id, {}), first)
  assert.equal((await changesOf(id)).length, 3)
  assert.equal((await eventsOf(id)).length, 1)
})

test('snoozing needs a time in the future and is undone by any other state', async () => {
  const { id } = await createTestChat(scope)
  for (const input of [
    { status: 'snoozed' },
    { status: 'snoozed', snoozed_until: null },
    { snoozed_until: later(0) },
    { status: 'snoozed', snoozed_until: later(-1) },
    { status: 'open', snoozed_until: later(1000) },
    { status: 'closed', snoozed_until: later(1000) },
    { snoozed_until: '2026-02-30T00:00:00Z' },
  ] as UpdateChatInput[])
    await refused(input, 'validation_failed')(id)
  assert.deepEqual(await changesOf(id), [])
  const snoozed = await updateChat(scope, id, { snoozed_until: later(1000) })
  assert.deepEqual([snoozed.status, snoozed.snoozed_until], ['snoozed', new Date(now + 1000)])
  await refused({ snoozed_until: null }, 'validation_failed')(id)
  const open = await updateChat(scope, id, { status: 'open', snoozed_until: null })
  assert.deepEqual([open.status, open.snoozed_until], ['open', null])
})

test('a reminder ends the snooze and says that the customer has not answered, unless they have', async () => {
  const { id } = await createTestChat(scope)
  await refused({ remind_if_unanswered: true }, 'validation_failed')(id)
  await refused({ status: 'open', remind_if_unanswered: true }, 'validation_failed')(id)
  const input = { snoozed_until: later(60_000), remind_if_unanswered: true }
  assert.equal((await updateChat(scope, id, input)).remind_if_unanswered, true)
  await updateChat(scope, id, input)
  const kept = { until: input.snoozed_until, remind_if_unanswered: true }
  assert.deepEqual(await changesOf(id), [['snoozed', 'member', kept]])
  const plain = await updateChat(scope, id, { snoozed_until: input.snoozed_until })
  assert.equal(plain.remind_if_unanswered, false)
  await updateChat(scope, id, input)
  assert.equal((await updateChat(scope, id, { status: 'closed' })).remind_if_unanswered, false)
  for (const [wroteAfter, expected] of [
    [-1, { from: 'snoozed', unanswered: true, member_id: membershipId }],
    [1, { from: 'snoozed' }],
  ] as const) {
    await updateChat(scope, id, { snoozed_until: later(60_000), remind_if_unanswered: true })
    await scope.db
      .updateTable('chats')
      .set({ customer_wrote_at: new Date(now + wroteAfter) })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', id)
      .execute()
    now += 60_000
    await wakeSnoozedChats(context)
    const chat = await updateChat(scope, id, {})
    assert.deepEqual([chat.status, chat.remind_if_unanswered], ['open', false])
    assert.deepEqual((await changesOf(id)).at(-1), ['reopened', 'system', expected])
  }
})

test('a snoozed chat comes back at its time, once, by the system, and is told of', async () => {
  const { id } = await createTestChat(scope)
  await updateChat(scope, id, { snoozed_until: later(60_000) })
  await wakeSnoozedChats(context)
  assert.equal((await listChats(scope, { status: 'snoozed' })).data[0]?.id, id)
  now += 60_000
  const [a, b] = await Promise.all([wakeSnoozedChats(context), wakeSnoozedChats(context)])
  assert.equal(a.opened + b.opened, 1)
  const last = (await eventsOf(id)).at(-1)
  assert.deepEqual([last.status, last.snoozed_until], ['open', null])
  assert.deepEqual((await changesOf(id)).at(-1), ['reopened', 'system', { from: 'snoozed' }])
})

test('an assignee is a member who has not left', async () => {
  const { id } = await createTestChat(scope)
  const left = await createTestMember(scope, 'agent')
  await scope.directory
    .updateTable('memberships')
    .set({ removed_at: new Date(now) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', left.membershipId)
    .execute()
  await refused({ assignee_id: newId() }, 'membership_not_found')(id)
  await refused({ assignee_id: left.membershipId }, 'membership_not_found')(id)
  assert.equal(
    (await updateChat(scope, id, { assignee_id: membershipId })).assignee_id,
    membershipId,
  )
  now += 61_000
  assert.equal((await updateChat(scope, id, { assignee_id: null })).assignee_id, null)
  assert.deepEqual(
    (await changesOf(id)).map(([, , data]) => data),
    [
      { assignee_id: membershipId, previous_assignee_id: null },
      { assignee_id: null, previous_assignee_id: membershipId },
    ],
  )
})

test('tags are set as a whole, shown by name, and one that is unknown changes nothing', async () => {
  const { id } = await createTestChat(scope)
  const [b, a] = [await createTestTag(scope, 'beta'), await createTestTag(scope, 'Alpha')]
  const tagged = await updateChat(scope, id, { tag_ids: [b.id, a.id, b.id] })
  assert.deepEqual(
    tagged.tags.map((tag) => tag.name),
    ['Alpha', 'beta'],
  )
  await refused({ status: 'closed', tag_ids: [a.id, newId()] }, 'tag_not_found')(id)
  now += 61_000
  const one = await updateChat(scope, id, { tag_ids: [a.id] })
  assert.deepEqual([one.status, one.tags.map((tag) => tag.name)], ['open', ['Alpha']])
  assert.deepEqual(
    (await changesOf(id)).map(([kind, , data]) => [kind, data['name']]),
    [
      ['tagged', 'beta'],
      ['tagged', 'Alpha'],
      ['untagged', 'beta'],
    ],
  )
})

test('two that assign one chat at once leave both steps, each from where the other left it', async () => {
  const { id } = await createTestChat(scope)
  const other = await createTestMember(scope, 'agent')
  const ids = [membershipId, other.membershipId]
  await Promise.all(ids.map((assignee_id) => updateChat(scope, id, { assignee_id })))
  const [first, second] = (await changesOf(id)) as any
  assert.equal(second[2].previous_assignee_id, first[2].assignee_id)
})

test('the counts are those of the lists, and of the member who asks', async () => {
  const { scope: own } = await createTestWorkspace(context)
  const me = await createTestMember(own, 'agent')
  const mine: Scope = { ...own, actor: { type: 'member', id: me.membershipId } }
  const chats = await Promise.all(Array.from({ length: 6 }, () => createTestChat(own)))
  const [a, b, c, d] = chats.map((chat) => chat.id) as [string, string, string, string]
  await updateChat(mine, a, { assignee_id: me.membershipId })
  await updateChat(mine, b, { snoozed_until: later(1000), assignee_id: me.membershipId })
  await updateChat(mine, c, { status: 'closed' })
  await updateChat(mine, d, { status: 'closed' })
  const counts = await countChats(mine)
  const expected = { mine: 1, unassigned: 2, all: 3, snoozed: 1, closed: 2, mentions: 0 }
  for (const [name, count] of Object.entries(expected))
    assert.deepEqual(counts[name as 'mine'], { count, is_capped: false }, name)
  assert.equal((await countChats(own)).mine.count, 0)
  const list = async (filters: Parameters<typeof listChats>[1]) =>
    (await listChats(mine, filters)).data.length
  assert.equal(await list({ status: 'open', assignee_id: 'me' }), 1)
  assert.equal(await list({ status: 'open', assignee_id: 'none' }), 2)
  assert.equal(await list({ status: 'open,snoozed' }), 4)
  assert.equal(await list({ unread: true }), 0)
  assert.equal(await list({ unread: false, status: 'closed' }), 2)
  await assert.rejects(listChats(own, { assignee_id: 'me' }), { code: 'validation_failed' })
})

test('a chat is marked as unread and as read, and other screens see both', async () => {
  const { id } = await createTestChat(scope)
  const counts = async (unread: boolean) => (await updateChat(scope, id, { unread })).unread_count
  assert.deepEqual([await counts(true), await counts(true), await counts(false)], [1, 1, 0])
  assert.deepEqual(
    (await eventsOf(id)).map((chat) => chat.unread_count),
    [1, 0],
    'what changes nothing tells nothing',
  )
  assert.deepEqual(await changesOf(id), [], 'it is nothing that was done with the chat')
})
