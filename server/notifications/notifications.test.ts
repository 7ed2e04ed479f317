import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorName } from '#shared/visitor-name.ts'
import { hindiVisitors } from '#shared/visitor-words/hi.ts'
import { sql } from 'kysely'
import { createBulkLane } from '#bulk-actions/create-bulk-lane.ts'
import { wakeSnoozedChats } from '#conversations/wake-snoozed-chats.ts'
import { openTestContext } from '#test/context.ts'
import { openTestApi } from '#test/app.ts'
import { newId } from '#lib/ids.ts'
import { createTestChannel, createTestChat, createTestPerson } from '#test/factories.ts'
import { createTicket } from '#tickets/create-ticket.ts'
import { openNotifications } from '#test/notifications.ts'
import { newWaId } from '#test/inbound.ts'
import { pushes } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { work, record, send, open } = await openNotifications(context, call)

const list = async ({ headers }: { headers: Record<string, string> }, query = '') =>
  (await call(`GET /api/app/notifications${query}`, { headers })).body.data as any[]
const unread = async ({ headers }: { headers: Record<string, string> }) =>
  (await call('GET /api/app/notifications/unread', { headers })).body

test('a message in an unassigned conversation notifies every agent and device once', async () => {
  const { scope, ada, ben, device, receive } = await open()
  await receive('Where is my order?')
  await moves(pushes, { result: 'sent' }, () => work(scope), 1)
  await work(scope)
  assert.equal(device.received.length, 1)
  const { payload, headers } = device.received[0]!
  const [mine] = await list(ada)
  assert.deepEqual(
    [payload.id, payload.title, payload.body],
    [mine.id, 'Leela Nair', 'New message'],
  )
  assert.equal(payload.url, `/inbox/${mine.conversation_id}`)
  assert.equal(headers['topic'], mine.id.replaceAll('-', ''))
  assert.ok(Number(headers['ttl']) > 0)
  assert.deepEqual([mine.kind, mine.text, mine.read_at], ['message', 'Where is my order?', null])
  assert.equal((await list(ben)).length, 1)
  assert.deepEqual((await unread(ben)).unread_count, 1)
})

test('reading the notifications of a conversation or a ticket can be undone, for what was read then', async () => {
  const { scope, ada, ben, receive, chatId } = await open()
  const read = async (body: object, headers = ada.headers) =>
    (await call('POST /api/app/notifications/read', { headers, body })).body
  const mention = async (text: string) => {
    const body = { text, mentions: [ada.membershipId] }
    await call(`POST /api/v1/chats/${id}/notes`, { headers: ben.headers, body })
    await work(scope)
  }
  await receive('Hello')
  await work(scope)
  const id = await chatId()
  await mention('First')
  const first = await read({ conversation_id: id })
  await read({ conversation_id: id }, ben.headers)
  assert.deepEqual([(await unread(ada)).unread_count, (await unread(ben)).unread_count], [0, 0])
  const undone = await read({ conversation_id: id, undo: first.read_at })
  assert.deepEqual(undone, first, 'the mention and the message')
  assert.deepEqual([(await unread(ada)).unread_count, (await unread(ben)).unread_count], [1, 0])

  await read({ conversation_id: id })
  const { body: chat } = await call(`GET /api/v1/chats/${id}`, { headers: ben.headers })
  const { body: ticket } = await call('POST /api/v1/tickets', {
    headers: ben.headers,
    body: { person_id: chat.person.id, title: 'Broken kettle', assignee_id: ada.membershipId },
  })
  await work(scope)
  const last = await read({ ticket_id: ticket.id })
  assert.equal(last.read_count, 1)
  await read({ ticket_id: ticket.id, undo: first.read_at })
  assert.equal((await unread(ada)).unread_count, 0, 'nothing of the ticket was read then')
  await read({ ticket_id: ticket.id, undo: last.read_at })
  assert.deepEqual((await unread(ada)).subject_ids, [ticket.id])
  await read({})
  assert.equal((await unread(ada)).unread_count, 0)
})

test('a message in an assigned conversation notifies its assignee, and agents who want everything', async () => {
  const { scope, ada, ben, receive, chatId, patch } = await open()
  await receive('Hello')
  await record(scope)
  const id = await chatId()
  await patch(`/api/v1/chats/${id}`, ada.headers, { assignee_id: ben.membershipId })
  await receive('Are you there?')
  await record(scope)
  assert.deepEqual(
    (await list(ben)).map((each) => [each.kind, each.message_count]),
    [['assignment', 2]],
    'one entry for the conversation',
  )
  assert.deepEqual(await list(ada), [], 'it is assigned to another member')
  await patch('/api/app/notification-settings', ada.headers, { rules: ['everything'] })
  await receive('Please answer')
  await record(scope)
  assert.deepEqual(
    (await list(ada)).map((each) => [each.kind, each.text, each.message_count]),
    [['message', 'Please answer', 3]],
  )
})

test('a reminder notifies who asked for it and the assignee, once, unless the customer answers', async () => {
  for (const [assignee, expected] of [
    ['nobody', [1, 0]],
    ['ada', [1, 0]],
    ['ben', [1, 1]],
  ] as const) {
    const place = await open()
    const { scope, ada, ben, receive, chatId, patch } = place
    await receive('Hello')
    const id = await chatId()
    const path = `/api/v1/chats/${id}`
    if (assignee !== 'nobody')
      await patch(path, ada.headers, { assignee_id: place[assignee].membershipId })
    await work(scope)
    const remind = async () => {
      const snoozed_until = new Date(Date.now() + 60_000).toISOString()
      await patch(path, ada.headers, { snoozed_until, remind_if_unanswered: true })
      for (const { headers } of [ada, ben])
        await call('POST /api/app/notifications/read', { headers, body: {} })
    }
    const end = async () => {
      await sql`update chats set snoozed_until = now() - interval '1 second'
        where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'snoozed'`.execute(
        scope.db,
      )
      await wakeSnoozedChats(context)
      await work(scope)
      await work(scope)
    }
    const unreads = async () => [(await unread(ada)).unread_count, (await unread(ben)).unread_count]
    await remind()
    await end()
    assert.deepEqual(await unreads(), expected, assignee)
    const [entry] = await list(ada, '?unread=true')
    assert.equal(entry.kind, 'reminder')

    await remind()
    await receive('Here I am')
    await work(scope)
    const answered = await call(`GET ${path}`, { headers: ada.headers })
    assert.deepEqual([answered.body.status, answered.body.remind_if_unanswered], ['open', false])
    await end()
    const left = await list(ada, '?unread=true')
    assert.ok(left.every((each) => each.kind === 'message'))
  }
})

test('an assignment, a mention and the end of a snooze notify the member they concern, once', async () => {
  const { scope, ada, ben, device, receive, chatId, patch } = await open()
  await receive('Hello')
  const id = await chatId()
  const path = `/api/v1/chats/${id}`
  await call('POST /api/app/notifications/read', { headers: ada.headers, body: {} })
  await patch(path, ben.headers, { assignee_id: ada.membershipId })
  await patch(path, ada.headers, { assignee_id: null })
  await patch(path, ada.headers, { assignee_id: ada.membershipId })
  const note = await call(`POST ${path}/notes`, {
    headers: ben.headers,
    body: { text: 'Please call back', mentions: [ada.membershipId, ben.membershipId] },
  })
  await patch(`/api/v1/notes/${note.body.id}`, ben.headers, { text: 'Please call back today' })
  await patch(path, ben.headers, { snoozed_until: new Date(Date.now() + 60_000).toISOString() })
  await sql`update chats set snoozed_until = now() - interval '1 second'
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  await wakeSnoozedChats(context)
  await work(scope)
  await work(scope)
  const [mention, ...others] = await list(ada)
  assert.deepEqual(others, [], 'one entry for the conversation')
  assert.deepEqual(
    [mention.kind, mention.text, mention.actor.id],
    ['mention', 'Please call back today', ben.membershipId],
  )
  const author = mention.actor.name
  assert.deepEqual(
    device.received.map(({ payload }) => [payload.title, payload.body]).toSorted(),
    [
      [`${author} mentioned you: Leela Nair`, ''],
      ['Leela Nair', `${author} assigned this conversation to you`],
      ['Leela Nair', 'New message'],
      ['Leela Nair', 'Snoozed conversation is due'],
    ].toSorted(),
  )
  assert.deepEqual(
    (await list(ben)).map((each) => each.kind),
    [],
    'nobody is notified of their own actions, or of what is assigned to another one',
  )
})

test('a ticket notifies of its assignment, of mentions in comments, and once when it is overdue', async () => {
  const { scope, ada, ben, device, receive, patch } = await open()
  await receive('Hello')
  await work(scope)
  await call('POST /api/app/notifications/read', { headers: ada.headers, body: {} })
  device.received.length = 0
  const [chat] = (await call('GET /api/v1/chats', { headers: ben.headers })).body.data
  const { body: ticket } = await call('POST /api/v1/tickets', {
    headers: ben.headers,
    body: { person_id: chat.person.id, title: 'Broken kettle', assignee_id: ada.membershipId },
  })
  await call(`POST /api/v1/tickets/${ticket.id}/comments`, {
    headers: ben.headers,
    body: { text: 'Can you look?', mentions: [ada.membershipId, ben.membershipId] },
  })
  const path = `/api/v1/tickets/${ticket.id}`
  const overdue = new Date(Date.now() - 60_000).toISOString()
  await patch(path, ben.headers, { due_at: overdue })
  await work(scope)
  await work(scope)
  const mine = await list(ada, '?unread=true')
  assert.deepEqual(
    mine.map((each) => [each.kind, each.ticket?.number, each.text, each.contact_name]),
    [['mention', 1, 'Can you look?', 'Leela Nair']],
    'one entry for the ticket',
  )
  assert.equal((await unread(ada)).unread_count, 1, 'they count as one ticket')
  assert.deepEqual(
    device.received.map(({ payload }) => [payload.title, payload.body, payload.url]).toSorted(),
    [
      [`${mine[0].actor.name} mentioned you: Ticket #1 · Leela Nair`, '', `/tickets/${ticket.id}`],
      [
        'Ticket #1 · Leela Nair',
        `${mine[0].actor.name} assigned this ticket to you`,
        `/tickets/${ticket.id}`,
      ],
      ['Ticket #1 · Leela Nair', 'The ticket is overdue', `/tickets/${ticket.id}`],
    ].toSorted(),
  )
  const { body } = await call('POST /api/app/notifications/read', {
    headers: ada.headers,
    body: { ticket_id: ticket.id },
  })
  assert.equal(body.read_count, 3)
  await patch(path, ben.headers, { due_at: new Date(Date.now() - 30_000).toISOString() })
  await record(scope)
  assert.deepEqual(
    (await list(ada, '?unread=true')).map((each) => each.kind),
    ['reminder'],
    'another due time is another reminder',
  )
  await patch(path, ada.headers, { status: 'solved', due_at: overdue })
  await record(scope)
  assert.deepEqual(await list(ada, '?unread=true'), [], 'a solved ticket is not overdue')
  const soon = new Date(Date.now() + 3_600_000)
  await patch(path, ada.headers, { status: 'open', due_at: soon.toISOString() })
  assert.deepEqual((await record(scope)).dueAt, soon, 'the lane continues when the ticket is due')
})

test('reading a conversation reads its notifications, and they are no longer pushed', async () => {
  const { scope, ada, device, receive, chatId } = await open()
  await receive('One')
  await receive('Two')
  await receive('Other', newWaId())
  await record(scope)
  assert.equal((await unread(ada)).unread_count, 2)
  const read = await call('POST /api/app/notifications/read', {
    headers: ada.headers,
    body: { conversation_id: await chatId() },
  })
  assert.equal(read.body.read_count, 1)
  await send(scope)
  assert.equal(device.received.length, 2)
  assert.equal((await unread(ada)).unread_count, 1)
  assert.deepEqual(
    (await list(ada, '?unread=true')).map((each) => [each.text, each.message_count]),
    [['Two', 2]],
  )
  const { body } = await call('POST /api/app/notifications/read', {
    headers: ada.headers,
    body: {},
  })
  assert.equal(body.read_count, 1)
  assert.deepEqual(await unread(ada), { unread_count: 0, subject_ids: [], newest: null })
})

test('the text of a message, without marks, is in a push only if its device asks for it, in the member’s language', async () => {
  const { scope, ada, device, receive, patch } = await open()
  await sql`update users set locale = 'hi' where id = ${ada.userId}`.execute(scope.directory)
  await receive('Secret question')
  await work(scope)
  assert.equal(device.received[0]!.payload.body, 'नया संदेश')
  assert.doesNotMatch(JSON.stringify(device.received[0]!.payload), /Secret/)
  await patch(`/api/app/push-devices/${device.deviceId}`, ada.headers, { show_text: true })
  await receive('*Secret* answer to 2*3*4')
  await work(scope)
  assert.equal(device.received[1]!.payload.body, 'Secret answer to 2*3*4')
  const [notification] = await list(ada)
  assert.equal(notification.text, 'Secret answer to 2*3*4')
  await receive('Who am I?')
  await sql`update people set name = null, phone_e164 = null where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  await work(scope)
  const name = visitorName(notification.contact_id, hindiVisitors)
  assert.equal(device.received[2]!.payload.title, name, 'a visitor without a name has one to show')
})

test('a device receives only what its rules want, and nothing in quiet hours', async () => {
  const { scope, ada, device, receive, patch } = await open()
  const path = `/api/app/push-devices/${device.deviceId}`
  await patch(path, ada.headers, { rules: ['mentions'] })
  await receive('One')
  await work(scope)
  assert.equal(device.received.length, 0)
  assert.equal((await list(ada)).length, 1)
  await patch(path, ada.headers, { rules: null })
  const quiet = { quiet_hours: { from: '00:00', to: '23:59' } }
  const zone = new Date().getUTCHours() === 23 ? 'Asia/Tokyo' : 'UTC'
  const settings = await patch('/api/app/notification-settings', ada.headers, {
    ...quiet,
    time_zone: zone,
  })
  assert.deepEqual(settings.body.quiet_hours, quiet.quiet_hours)
  await receive('Two')
  await work(scope)
  assert.equal(device.received.length, 0)
  await patch('/api/app/notification-settings', ada.headers, { quiet_hours: null })
  await receive('Three')
  await work(scope)
  assert.equal(device.received.length, 1)
})

test('an erased conversation leaves no notification behind', async () => {
  const { scope, ada, receive } = await open()
  await receive('Hello')
  await record(scope)
  await sql`delete from messages where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  assert.equal((await list(ada))[0].text, null)
  await sql`delete from chats where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  assert.deepEqual(await list(ada), [])
})

test('events from before a long outage notify nobody', async () => {
  const { scope, ada, receive } = await open()
  await receive('Old news')
  await sql`update events set created_at = now() - interval '25 hours'
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await record(scope)
  assert.deepEqual(await list(ada), [])
})

test('a bulk action that assigns many conversations or tickets notifies their assignee once, and its undo nobody', async () => {
  const { scope, ada, ben, device } = await open()
  const { id: channelId } = await createTestChannel(scope)
  const { id: personId } = await createTestPerson(scope)
  const chats: string[] = []
  for (let index = 0; index < 101; index++)
    chats.push((await createTestChat(scope, { channelId })).id)
  const tickets = await Promise.all(
    ['A', 'B'].map((title) => createTicket(scope, { person_id: personId, title })),
  )
  const assign = async (subject: string, ids: string[], to = ada.membershipId, by = ben) => {
    const path = `/api/v1/${subject}/bulk-actions`
    const body = { action: 'assign', assignee_id: to, ids }
    const { body: bulk, text } = await call(`POST ${path}`, { headers: by.headers, body })
    const lane = createBulkLane(context)
    const target = { workspaceId: scope.workspaceId, targetId: bulk.id, leaseToken: newId() }
    while (await lane.work({ ...target, wakes: 0 }, new AbortController().signal));
    await work(scope)
    return {
      text,
      undo: () => call(`POST /api/v1/bulk-actions/${bulk.id}/undo`, { headers: by.headers }),
    }
  }
  await assign('chats', chats)
  await assign(
    'tickets',
    tickets.map(({ id }) => id),
  )
  const found = await list(ada)
  assert.deepEqual(
    found.map((each) => [each.kind, each.bulk, each.conversation_id, each.ticket]),
    [
      ['assignment', { subject: 'tickets', count: 2 }, null, null],
      ['assignment', { subject: 'chats', count: 101 }, null, null],
    ],
  )
  assert.deepEqual(
    device.received.map(({ payload }) => [payload.title, payload.url]),
    [
      ['101 conversations', `/inbox?view=mine&notification=${found[1].id}`],
      ['2 tickets', `/tickets?assignee=me&notification=${found[0].id}`],
    ],
  )
  const { undo } = await assign('chats', chats.slice(0, 3), ben.membershipId, ada)
  assert.deepEqual((await list(ben))[0].bulk, { subject: 'chats', count: 3 })
  assert.equal((await undo()).body.undone, 3)
  await work(scope)
  assert.equal((await list(ada)).length, 2)
  await assign('chats', chats.slice(0, 1), ben.membershipId, ada)
  const [single] = await list(ben)
  assert.deepEqual([single.bulk, single.conversation_id], [null, chats[0]])
})
