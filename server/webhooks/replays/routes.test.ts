import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { addBacklog, addEvents } from '#test/deliveries.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const webhooks = '/api/developer/webhooks'

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const { headers, membershipId } = await signInTestMember(call, scope)
  const endpoint = await createEndpoint(scope, { url: 'http://127.0.0.1:8099/hook' })
  const ask = (request: string, body?: unknown, more: Record<string, string> = {}) =>
    call(request, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) })
  return { scope, endpoint, ask, membershipId, replay: `POST ${webhooks}/${endpoint.id}/replay` }
}

test('a replay is created, shown, listed, paused, resumed and canceled', async () => {
  const { scope, endpoint, ask, replay, membershipId } = await setUp()
  await addBacklog(scope, endpoint.id, 'failed', 3)
  const dry = await ask(replay, { dry_run: true })
  assert.equal(dry.status, 200)
  assert.deepEqual(Object.keys(dry.body), ['count', 'oldest', 'newest'])
  assert.equal(dry.body.count, 3)
  assert.deepEqual((await ask(`GET ${webhooks}/replays`)).body, { data: [], next_cursor: null })

  const since = new Date(Date.now() - 60_000).toISOString()
  const created = await ask(replay, { types: ['message.sent'], since, rate_limit: 5 })
  assert.equal(created.status, 201, created.text)
  const { id, until, created_at } = created.body
  assert.deepEqual(created.body, {
    id,
    endpoint_id: endpoint.id,
    types: ['message.sent'],
    statuses: ['cancelled', 'failed'],
    since,
    until,
    rate_limit: 5,
    status: 'running',
    paused_reason: null,
    total: 3,
    offered: 0,
    created_by: { type: 'member', id: membershipId },
    created_at,
    updated_at: created_at,
    completed_at: null,
  })
  const shown = await ask(`GET ${webhooks}/replays/${id}`)
  const deliveries = { pending: 0, succeeded: 0, failed: 0, cancelled: 0 }
  assert.deepEqual(shown.body, { ...created.body, deliveries })

  const second = await ask(replay, {})
  assert.equal((await ask(`POST ${webhooks}/replays/${id}/pause`, {})).body.status, 'paused')
  const list = async (query: string) =>
    (await ask(`GET ${webhooks}/replays${query}`)).body.data.map((each: { id: string }) => each.id)
  assert.deepEqual(await list(''), [second.body.id, id])
  assert.deepEqual(await list('?status=paused'), [id])
  assert.deepEqual(await list(`?endpoint_id=${endpoint.id}&status=running`), [second.body.id])
  assert.deepEqual(await list(`?endpoint_id=${newId()}`), [])
  assert.equal((await ask(`POST ${webhooks}/replays/${id}/resume`, {})).body.status, 'running')
  assert.equal((await ask(`POST ${webhooks}/replays/${id}/cancel`, {})).body.status, 'cancelled')
  const ended = await ask(`POST ${webhooks}/replays/${id}/resume`, {})
  assert.deepEqual([ended.status, ended.body.code], [409, 'replay_ended'])
})

test('the fields status and statuses must agree', async () => {
  const { ask, replay } = await setUp()
  const created = await ask(replay, { status: 'succeeded' })
  assert.deepEqual(created.body.statuses, ['succeeded'])
  const both = await ask(replay, { status: 'failed', statuses: ['failed', 'failed'] })
  assert.deepEqual(both.body.statuses, ['failed'])
  const refused = await ask(replay, { status: 'failed', statuses: ['failed', 'missing'] })
  assert.deepEqual([refused.status, refused.body.code], [422, 'conflicting_fields'])
})

test('an invalid body is refused', async () => {
  const { ask, replay } = await setUp()
  for (const body of [
    { types: [] },
    { types: ['message.deleted'] },
    { statuses: [] },
    { status: 'pending' },
    { rate_limit: 0 },
    { rate_limit: 1.5 },
    { since: 'yesterday' },
    { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' },
    { since: '2999-01-01T00:00:00Z' },
    { dryrun: true },
  ])
    assert.equal((await ask(replay, body)).status, 422, JSON.stringify(body))
})

test('a repeated request creates one replay, also after its endpoint was deleted', async () => {
  const { scope, endpoint, ask, replay } = await setUp()
  await addBacklog(scope, endpoint.id, 'failed', 3)
  const once = { 'idempotency-key': 'once' }
  const first = await ask(replay, {}, once)
  await ask(`DELETE ${webhooks}/${endpoint.id}`)
  const again = await ask(replay, {}, once)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal((await ask(`GET ${webhooks}/replays`)).body.data.length, 1)
  assert.equal((await ask(replay, {})).body.code, 'endpoint_not_found')
})

test('a key that may change webhooks resends an event, and so does the developer area', async () => {
  const { scope, endpoint, ask } = await setUp()
  await addEvents(scope, 1)
  const event = await scope.db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const path = `/api/v1/events/${event.id}/resend`
  const weak = await call(`POST ${path}`, { key: await createTestKey(scope, ['read']), body: {} })
  assert.deepEqual([weak.status, weak.body.code], [403, 'insufficient_scope'])
  const key = await createTestKey(scope, ['webhooks:write'])
  const first = await call(`POST ${path}`, { key, body: {} })
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    first.body.deliveries.map((each: any) => [each.event_id, each.endpoint_id, each.status]),
    [[event.id, endpoint.id, 'pending']],
  )
  const second = await ask(`POST /api/developer/events/${event.id}/resend`, {
    endpoint_id: endpoint.id,
  })
  assert.equal(second.body.deliveries[0].id, first.body.deliveries[0].id)
  const unknown = await call(`POST ${path}`, { key, body: { endpoint_id: newId() } })
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'endpoint_not_found'])
})

test('a key that may change webhooks replays a range', async () => {
  const { scope, endpoint, ask } = await setUp()
  await addBacklog(scope, endpoint.id, 'failed', 2)
  const byKey = '/api/v1/webhooks'
  const as = async (scopes: ['webhooks:read'] | ['webhooks:read', 'webhooks:write']) => {
    const key = await createTestKey(scope, scopes)
    return (request: string, body?: unknown) =>
      call(request, { key, ...(body !== undefined && { body }) })
  }
  const [reader, writer] = [
    await as(['webhooks:read']),
    await as(['webhooks:read', 'webhooks:write']),
  ]
  const replay = `POST ${byKey}/${endpoint.id}/replay`
  assert.equal((await reader(replay, { dry_run: true })).status, 403)
  assert.equal((await writer(replay, { dry_run: true })).body.count, 2)
  const unclear = await writer(replay, { status: 'failed', statuses: ['missing'] })
  assert.deepEqual([unclear.status, unclear.body.code], [422, 'conflicting_fields'])
  const created = await writer(replay, {})
  assert.equal(created.status, 201, created.text)
  assert.equal(created.body.created_by.type, 'api_key')
  const path = `/api/v1/webhook-replays/${created.body.id}`
  assert.equal((await reader(`POST ${path}/pause`, {})).status, 403)
  for (const [move, status] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'cancelled'],
  ])
    assert.equal((await writer(`POST ${path}/${move}`, {})).body.status, status)
  assert.equal((await reader(`GET ${path}`)).body.total, 2)
  const { data } = (await reader('GET /api/v1/webhook-replays')).body
  assert.deepEqual(
    data.map((each: { id: string }) => each.id),
    [created.body.id],
  )
  assert.equal((await ask(`GET ${webhooks}/replays/${created.body.id}`)).status, 200)
})
