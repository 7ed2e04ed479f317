import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createRandom } from '#test/crash/random.ts'
import { createTestMember } from '#test/factories.ts'
import { newWaId } from '#test/inbound.ts'
import { openNotifications } from '#test/notifications.ts'
import { signInTestMember } from '#test/session.ts'
import { findEntries } from './find-entries.ts'
import { getReader } from './get-reader.ts'

type Member = { headers: Record<string, string>; membershipId: string }

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { record, send, open } = await openNotifications(context, call)

const list = async ({ headers }: Member, query = '') =>
  (await call(`GET /api/app/notifications${query}`, { headers })).body.data as any[]
const unread = async ({ headers }: Member) =>
  (await call('GET /api/app/notifications/unread', { headers })).body
const answer = async ({ headers }: Member, chatId: string) => {
  const body = { conversation_id: chatId, message: 'On its way.' }
  const sent = await call('POST /api/v1/messages/send', { headers, body })
  assert.equal(sent.status, 201, sent.text)
}
const countRows = async ({ db, workspaceId }: Scope) => {
  const { rows } = await sql<{ own: number; shared: number }>`
    select (select count(*)::integer from notifications where workspace_id = ${workspaceId}) as own,
      (select count(*)::integer from conversation_notifications where workspace_id = ${workspaceId}) as shared`.execute(
    db,
  )
  return rows[0]!
}

test('a conversation is one row and one entry, however many messages and members there are', async () => {
  const { scope, ada, ben, receive } = await open()
  for (let index = 0; index < 12; index++) await createTestMember(scope, 'agent')
  for (let index = 1; index <= 30; index++) {
    await receive(`Message ${index}`)
    if (index % 7 === 0) await record(scope)
  }
  await record(scope)
  assert.deepEqual(await countRows(scope), { own: 0, shared: 1 })
  for (const member of [ada, ben]) {
    const [entry, ...others] = await list(member)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry.message_count, entry.text, entry.contact_name, entry.channel.type],
      [30, 'Message 30', 'Leela Nair', 'whatsapp'],
    )
    assert.ok(entry.contact_id)
  }
  await receive('Message 31')
  await record(scope)
  assert.equal((await unread(ada)).unread_count, 1)
})

test('a conversation that an agent answers, closes, snoozes or takes leaves the lists of the others', async () => {
  const { scope, ada, ben, device, receive, chatId, patch } = await open()
  await receive('Hello')
  await record(scope)
  const id = await chatId()
  const path = `/api/v1/chats/${id}`
  const seen = async () => [(await list(ben)).length, (await unread(ben)).unread_count]
  assert.deepEqual(await seen(), [1, 1])
  await answer(ada, id)
  assert.deepEqual(await seen(), [0, 0], 'at once')
  await receive('And the invoice?')
  await record(scope)
  assert.deepEqual(
    (await list(ben)).map((each) => [each.text, each.message_count, each.read_at]),
    [['And the invoice?', 1, null]],
    'a new message is a new entry',
  )
  for (const [handle, undo] of [
    [{ status: 'closed' }, { status: 'open' }],
    [{ assignee_id: ada.membershipId }, { assignee_id: null }],
    [{ snoozed_until: new Date(Date.now() + 3_600_000).toISOString() }, { status: 'open' }],
  ] as const) {
    await patch(path, ada.headers, handle)
    assert.deepEqual(await seen(), [0, 0], `at once: ${JSON.stringify(handle)}`)
    await record(scope)
    assert.deepEqual(await seen(), [0, 0], JSON.stringify(handle))
    await patch(path, ada.headers, undo)
    await record(scope)
    assert.deepEqual(await seen(), [1, 1], `undone: ${JSON.stringify(handle)}`)
  }
  await patch(path, ada.headers, { status: 'closed' })
  await send(scope)
  assert.equal(device.received.length, 0, 'what was handled is no longer pushed')
})

test('a conversation that another agent has taken is no longer pushed', async () => {
  const { scope, ben, device, receive, chatId, patch } = await open()
  await receive('Hello')
  await record(scope)
  await patch(`/api/v1/chats/${await chatId()}`, ben.headers, { assignee_id: ben.membershipId })
  await record(scope)
  await send(scope)
  assert.equal(device.received.length, 0)
})

test('a message that was answered before it is recorded is in no list', async () => {
  const { scope, ada, ben, receive, chatId } = await open()
  await receive('Hello')
  await answer(ada, await chatId())
  await record(scope)
  assert.deepEqual(await list(ben), [])
  await receive('Thanks. One more question')
  await record(scope)
  assert.equal((await list(ben)).length, 1, 'within the second of the answer')
})

test('a member sees nothing from before they joined, and rules choose what they see', async () => {
  const { scope, ada, receive, patch } = await open()
  await receive('Hello')
  await record(scope)
  const late = await signInTestMember(call, scope, 'agent')
  assert.deepEqual([await list(late), (await unread(late)).unread_count], [[], 0])
  const rules = (chosen: string[]) =>
    patch('/api/app/notification-settings', ada.headers, { rules: chosen })
  for (const [chosen, count] of [
    [['mine', 'mentions'], 0],
    [['unassigned'], 1],
    [['everything'], 1],
    [[], 0],
  ] as const) {
    await rules([...chosen])
    assert.equal((await unread(ada)).unread_count, count, chosen.join())
  }
})

test('rows of an earlier release are entries until they are read or handled', async () => {
  const { scope, ada, ben, receive, chatId, patch } = await open()
  await receive('Hello')
  const id = await chatId()
  const store = (kind: string, sourceId = newId()) =>
    sql`
      insert into notifications (workspace_id, id, membership_id, kind, source_id, chat_id, actor_type, created_at)
      values (${scope.workspaceId}, ${newId()}, ${ada.membershipId}, ${kind}, ${sourceId}, ${id}, 'person', now())`.execute(
      scope.db,
    )
  await store('message')
  await store('mention')
  await store('message')
  assert.deepEqual(
    (await list(ada)).map((each) => each.kind),
    ['mention'],
  )
  await patch(`/api/v1/chats/${id}`, ben.headers, { status: 'closed' })
  assert.deepEqual(
    (await list(ada, '?unread=true')).map((each) => each.kind),
    ['mention'],
    'a mention stays',
  )
  await call('POST /api/app/notifications/read', { headers: ada.headers, body: {} })
  await store('message')
  assert.deepEqual(
    [await unread(ada), (await list(ada)).length],
    [{ unread_count: 0, subject_ids: [], newest: null }, 1],
  )
})

test('the count is the number of unread entries, in whatever order facts, answers and reads come', async () => {
  const place = await open()
  const { scope, ada, ben, receive, patch } = place
  const cleo = await signInTestMember(call, scope, 'agent')
  await patch('/api/app/notification-settings', cleo.headers, { rules: ['everything', 'mentions'] })
  const members = [ada, ben, cleo]
  const { pick } = createRandom(20261128)
  const customers = Array.from({ length: 5 }, () => newWaId())
  for (const from of customers) await receive('Hello', from)
  const { body } = await call('GET /api/v1/chats', { headers: ada.headers })
  const chats: string[] = body.data.map((chat: { id: string }) => chat.id)
  const read = (member: Member, of: object) =>
    call('POST /api/app/notifications/read', { headers: member.headers, body: of })
  const steps: (() => Promise<unknown>)[] = [
    () => receive('Message', pick(customers)),
    () => receive('Message', pick(customers)),
    () => answer(pick(members), pick(chats)),
    () =>
      patch(`/api/v1/chats/${pick(chats)}`, pick(members).headers, {
        status: pick(['open', 'closed']),
      }),
    () =>
      patch(`/api/v1/chats/${pick(chats)}`, pick(members).headers, {
        assignee_id: pick([null, ...members.map((each) => each.membershipId)]),
      }),
    () =>
      call(`POST /api/v1/chats/${pick(chats)}/notes`, {
        headers: pick(members).headers,
        body: { text: 'Look', mentions: [pick(members).membershipId] },
      }),
    () => read(pick(members), { conversation_id: pick(chats) }),
    () => read(pick(members), {}),
    () => record(scope),
    () => record(scope),
  ]
  const counts = new Set<number>()
  for (let step = 0; step < 120; step++) {
    await pick(steps)()
    const member = pick(members)
    const { unread_count: count, subject_ids: ids, newest } = await unread(member)
    const unreadEntries = await list(member, '?unread=true')
    const all = await list(member)
    assert.equal(unreadEntries.length, count, `step ${step}`)
    assert.equal(all.filter((each) => each.read_at === null).length, count, `step ${step}`)
    assert.deepEqual(
      unreadEntries.map((each) => each.conversation_id),
      ids,
    )
    assert.equal(
      new Set(all.map((each) => each.conversation_id)).size,
      all.length,
      'one entry each',
    )
    assert.equal(newest?.id ?? null, unreadEntries[0]?.id ?? null)
    const first = await list(member, '?limit=1')
    assert.deepEqual(first, all.slice(0, 1))
    counts.add(count)
  }
  assert.ok(counts.size > 3, 'the counts differed')
})

test('the count reads few pages, however many conversations are open and notifications were read', async () => {
  const { scope, ada, receive } = await open()
  await receive('Hello')
  await record(scope)
  const other = await createTestMember(scope, 'agent')
  await sql`
    with made as (
      insert into chats (workspace_id, id, channel_id, person_id, recipient, status, assignee_id, last_message_id,
        last_message_direction, last_message_at, created_at, updated_at)
      select workspace_id, uuidv7(), channel_id, person_id, 'n' || n, 'open',
        case when n % 2 = 0 then ${other.membershipId}::uuid end, last_message_id, 'inbound', now(), now(), now()
      from chats, generate_series(1, 4000) as n where workspace_id = ${scope.workspaceId}
      returning *
    )
    insert into conversation_notifications (workspace_id, chat_id, id, kind, assignee_id, message_id, message_count,
      actor_type, since_id, is_open)
    select workspace_id, id, uuidv7(), 'message', assignee_id, last_message_id, 1, 'person', last_message_id, true
    from made`.execute(scope.db)
  await sql`
    insert into notifications (workspace_id, id, membership_id, kind, source_id, chat_id, actor_type, created_at, read_at)
    select ${scope.workspaceId}, uuidv7(), ${ada.membershipId}, 'mention', uuidv7(), id, 'member', now(), now()
    from chats where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await sql`analyze chats, conversation_notifications, notifications`.execute(scope.db)
  const asAda: Scope = { ...scope, actor: { type: 'member', id: ada.membershipId } }
  const reader = await getReader(asAda)
  const readPages = async ({ db }: Scope) => {
    const { rows } = await sql<{ pages: number }>`
      select sum(pg_stat_get_xact_blocks_fetched(oid))::integer as pages from pg_class
      where relname ~ '^(chats|conversation_notifications|notification_reads|notifications)'`.execute(
      db,
    )
    return firstOf(rows).pages
  }
  for (const mode of ['force_generic_plan', 'force_custom_plan'])
    await transaction(asAda, async (tx) => {
      await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(tx.db)
      const before = await readPages(tx)
      const found = await findEntries(tx, reader, { shown: 'unread', limit: 100 })
      assert.equal(found.length, 100)
      const pages = (await readPages(tx)) - before
      assert.ok(pages > 100 && pages < 1_500, `${pages} pages, ${mode}`)
    })
})
