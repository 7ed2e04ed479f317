import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import type { EventType } from '#shared/event-types.ts'
import type { EndpointFilters } from '#shared/webhooks.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

const events: EventType[] = [
  'message.received',
  'message.sent',
  'conversation.updated',
  'ticket.created',
  'ticket_comment.created',
  'contact.created',
]
const hook = { url: 'http://127.0.0.1:8099/hook', events }

async function setUp(filters: EndpointFilters) {
  const { scope } = await createTestWorkspace(context)
  const { headers, membershipId } = await signInTestMember(call, scope)
  const key = await createTestKey(scope, ['*'])
  const { body: endpoint } = await call('POST /api/v1/webhooks', {
    key,
    body: { ...hook, filters },
  })
  assert.deepEqual(endpoint.filters, filters)
  /** Records an event and returns its id. */
  const happen = async (type: EventType, data: object): Promise<string> => {
    await transaction(scope, (tx) => recordEvents(tx, [{ type, data }]))
    const { id } = await scope.db
      .selectFrom('events')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  /** Returns whether an event was queued for the endpoint. */
  const isQueued = async (id: string): Promise<boolean> => {
    const rows = await scope.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('event_id', '=', id)
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    return rows.length > 0
  }
  const passes = async (type: EventType, data: object) => isQueued(await happen(type, data))
  return { scope, headers, key, membershipId, endpoint, happen, isQueued, passes }
}

test('a filter by direction delivers only messages of that direction, and other events', async () => {
  const { passes } = await setUp({ directions: ['inbound'] })
  assert.equal(await passes('message.received', { direction: 'inbound' }), true)
  assert.equal(await passes('message.sent', { direction: 'outbound' }), false)
  assert.equal(await passes('contact.created', { id: newId() }), true)
})

test('a filter by channel looks at the channel of the conversation', async () => {
  const { scope: first } = await createTestWorkspace(context)
  const foreign = await createTestChat(first)
  const { scope, key, endpoint, passes } = await setUp({ channel_ids: [foreign.channelId] })
  const [a, b] = [await createTestChat(scope), await createTestChat(scope)]
  const filters = { channel_ids: [a.channelId.toUpperCase(), a.channelId] }
  const changed = await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body: { filters } })
  assert.deepEqual(changed.body.filters, { channel_ids: [a.channelId] })
  assert.equal(await passes('message.sent', { conversation_id: a.id }), true)
  assert.equal(await passes('message.sent', { conversation_id: b.id }), false)
  const ofConversation = (channelId: string) => ({ id: newId(), channel: { id: channelId } })
  assert.equal(await passes('conversation.updated', ofConversation(a.channelId)), true)
  assert.equal(await passes('conversation.updated', ofConversation(b.channelId)), false)
  assert.equal(await passes('ticket.created', { id: newId(), conversation_id: null }), true)
  // Another workspace's conversation has no channel here.
  assert.equal(await passes('message.sent', { conversation_id: foreign.id }), true)
})

test('a filter by assignee looks at the ticket, or else the conversation', async () => {
  const { scope, key, membershipId, endpoint, passes } = await setUp({ assignee_ids: ['none'] })
  const chat = await createTestChat(scope)
  const ticket = (assignee_id: string | null) => ({ id: newId(), assignee_id, tags: [] })
  assert.equal(await passes('ticket.created', ticket(null)), true)
  assert.equal(await passes('ticket.created', ticket(membershipId)), false)
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), true)
  await call(`PATCH /api/v1/chats/${chat.id}`, { key, body: { assignee_id: membershipId } })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), false)
  const body = { filters: { assignee_ids: ['none', membershipId] } }
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), true)
  const created = await call('POST /api/v1/tickets', {
    key,
    body: { person_id: chat.personId, title: 'T', assignee_id: membershipId },
  })
  const comment = { id: newId(), ticket_id: created.body.id }
  assert.equal(await passes('ticket_comment.created', comment), true)
  const unassigned = { filters: { assignee_ids: ['none'] } }
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body: unassigned })
  assert.equal(await passes('ticket_comment.created', comment), false)
})

test('a filter by team looks at the ticket, or else the conversation, and the log says so', async () => {
  const { key, headers, endpoint, scope, happen, isQueued, passes } = await setUp({
    team_ids: ['none'],
  })
  const chat = await createTestChat(scope)
  const { body: team } = await call('POST /api/v1/teams', { key, body: { name: 'Returns' } })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), true)
  await call(`PATCH /api/v1/chats/${chat.id}`, { key, body: { team_id: team.id } })
  const event = await happen('message.sent', { conversation_id: chat.id })
  assert.equal(await isQueued(event), false)
  // The change is older than what could have come after the event.
  await scope.db
    .updateTable('webhook_endpoint_changes')
    .set({ changed_at: new Date(Date.now() - 60_000) })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const { body: log } = await call(`GET /api/developer/events/${event}`, { headers })
  assert.equal(log.endpoints[0].excluded_by, 'team_ids')
  const body = { filters: { team_ids: [team.id] } }
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), true)
  const own = { id: newId(), tags: [], team_id: null }
  assert.equal(await passes('conversation.updated', own), false)
  assert.equal(await passes('conversation.updated', { ...own, team_id: team.id }), true)
  assert.equal(await passes('ticket.created', own), false)
  assert.equal(await passes('ticket.created', { id: newId(), tags: [] }), true, 'of before teams')
  const created = await call('POST /api/v1/tickets', {
    key,
    body: { person_id: chat.personId, title: 'T', team_id: team.id },
  })
  const comment = { id: newId(), ticket_id: created.body.id }
  assert.equal(await passes('ticket_comment.created', comment), true)
})

test('a filter by tag looks at the ticket, or else the conversation', async () => {
  const { scope, key, endpoint, passes } = await setUp({ tag_ids: [newId()] })
  const chat = await createTestChat(scope)
  const { body: tag } = await call('POST /api/v1/tags', { key, body: { name: 'VIP' } })
  const body = { filters: { tag_ids: [tag.id] } }
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), false)
  await call(`PATCH /api/v1/chats/${chat.id}`, { key, body: { tag_ids: [tag.id] } })
  assert.equal(await passes('message.sent', { conversation_id: chat.id }), true)
  assert.equal(await passes('conversation.updated', { id: chat.id, tags: [tag] }), true)
  assert.equal(await passes('ticket.created', { id: newId(), tags: [] }), false)
  assert.equal(await passes('contact.created', { id: newId() }), true)
})

test('an event must match every filter, and an endpoint without filters receives all', async () => {
  const { scope, key, endpoint, passes } = await setUp({ directions: ['inbound'] })
  const chat = await createTestChat(scope)
  const body = { filters: { directions: ['inbound'], channel_ids: [newId()] } }
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body })
  const message = { direction: 'inbound', conversation_id: chat.id }
  assert.equal(await passes('message.received', message), false)
  for (const filters of [null, {}, { directions: [] }]) {
    const changed = await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body: { filters } })
    assert.equal(changed.body.filters, null)
    assert.equal(await passes('message.received', message), true)
  }
})

test('the log says which filter excluded an event, by the filters of that time', async () => {
  const { scope, headers, key, endpoint, happen } = await setUp({ directions: ['inbound'] })
  const id = await happen('message.sent', { direction: 'outbound' })
  // The change is older than what could have come after the event.
  const before = new Date(Date.now() - 60_000)
  await scope.db
    .updateTable('webhook_endpoint_changes')
    .set({ changed_at: before })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const { body } = await call(`GET /api/developer/events/${id}`, { headers })
  const [outcome] = body.endpoints
  assert.deepEqual([outcome.reason, outcome.excluded_by], ['filtered', 'directions'])
  assert.match(outcome.message, /filter directions excluded the event/)
  const list = await call('GET /api/developer/events?outcome=not_sent', { headers })
  assert.deepEqual(
    list.body.data.map((each: any) => [each.id, each.reason.code]),
    [[id, 'filtered']],
  )
  await call(`PATCH /api/v1/webhooks/${endpoint.id}`, { key, body: { filters: null } })
  const history = await scope.db
    .selectFrom('webhook_endpoint_changes')
    .select('filters')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('changed_at')
    .execute()
  assert.deepEqual(
    history.map((each) => each.filters),
    [{ directions: ['inbound'] }, null],
  )
})

test('an event that is resent goes to an endpoint that excludes it only if that is named', async () => {
  const { key, endpoint, happen, isQueued } = await setUp({ directions: ['inbound'] })
  const id = await happen('message.sent', { direction: 'outbound' })
  const all = await call(`POST /api/v1/events/${id}/resend`, { key, body: {} })
  assert.deepEqual(all.body.deliveries, [])
  const named = { endpoint_id: endpoint.id }
  await call(`POST /api/v1/events/${id}/resend`, { key, body: named })
  assert.equal(await isQueued(id), true)
})

test('filters that cannot match are refused', async () => {
  const { key } = await setUp({ directions: ['inbound'] })
  for (const filters of [
    { directions: ['sideways'] },
    { channel_ids: ['none'] },
    { assignee_ids: ['me'] },
    { teams: [newId()] },
    { tag_ids: Array(101).fill(newId()) },
  ]) {
    const answer = await call('POST /api/v1/webhooks', { key, body: { ...hook, filters } })
    assert.equal(answer.status, 422, JSON.stringify(filters))
  }
})
