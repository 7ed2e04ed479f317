import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import type { EventType } from '#shared/event-types.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestEndpoint,
  emit,
  onlyDelivery,
  startDeliveries,
  succeededDelivery,
  triedDelivery,
} from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { deleteEndpoint } from '#webhooks/delete-endpoint.ts'
import { getEndpoint } from '#webhooks/get-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { explainDelivery } from './explain-delivery.ts'
import type { EventOutcomeDetail, EndpointOutcome } from './schema.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)
await startDeliveries(context, url)

const hook = { url: 'http://127.0.0.1:8099/hook' }

/** Creates a workspace with a clock that can be set, and the time it shows, in ms. */
async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const { headers, membershipId } = await signInTestMember(call, scope)
  let now = Date.now() - 3_600_000
  const at: Scope = {
    ...scope,
    clock: { now: () => new Date(now) },
    actor: { type: 'member', id: membershipId },
  }
  /** Records an event one minute after the last one, and returns its id. */
  const happen = async (type: EventType = 'message.sent'): Promise<string> => {
    now += 60_000
    await emit(at, [1], type)
    const { id } = await scope.db
      .selectFrom('events')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    now += 60_000
    return id
  }
  const read = async (id: string): Promise<EventOutcomeDetail> => {
    const answer = await call(`GET /api/developer/events/${id}`, { headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const readEndpoint = async (id: string, endpointId: string): Promise<EndpointOutcome> => {
    const found = (await read(id)).endpoints.find((each) => each.endpoint.id === endpointId)
    assert.ok(found, 'the endpoint is not named')
    return found
  }
  return { scope, at, headers, membershipId, happen, read, readEndpoint, time: () => new Date(now) }
}

test('an event in a workspace without endpoints says so', async () => {
  const { happen, read } = await setUp()
  const outcome = await read(await happen())
  assert.deepEqual([outcome.outcome, outcome.endpoints], ['not_sent', []])
  assert.match(outcome.message, /no webhook endpoint/)
  assert.equal((outcome.payload as any).data.text, 'नमस्ते 👋')
})

test('an endpoint that was not subscribed is explained by its subscription at the time of the event', async () => {
  const { at, happen, readEndpoint, time } = await setUp()
  const { id } = await createEndpoint(at, { ...hook, events: ['ticket.created'] })
  const before = await happen()
  await updateEndpoint(at, id, { events: ['message.sent'] })
  const later = await happen('ticket.created')
  const first = await readEndpoint(before, id)
  assert.deepEqual(
    [first.reason, first.asked_then, first.asks_now, first.delivery],
    ['not_subscribed', ['ticket.created'], ['message.sent'], null],
  )
  assert.match(first.message, /only to ticket\.created\. It subscribes to it now\./)
  const second = await readEndpoint(later, id)
  assert.deepEqual([second.reason, second.asked_then], ['not_subscribed', ['message.sent']])
  assert.doesNotMatch(second.message, /By now/)
  assert.ok(time() < new Date())
})

test('an endpoint that was disabled is explained with the time and the member, also after it is enabled again', async () => {
  const { at, happen, readEndpoint, time, membershipId } = await setUp()
  const { id } = await createEndpoint(at, hook)
  await happen()
  await updateEndpoint(at, id, { status: 'disabled' })
  const since = time()
  await happen()
  await updateEndpoint(at, id, { url: `${hook.url}/2` })
  const missed = await happen()
  await updateEndpoint(at, id, { status: 'enabled' })
  const found = await readEndpoint(missed, id)
  assert.equal(found.reason, 'disabled')
  assert.equal(String(found.since), since.toISOString())
  assert.deepEqual([found.by?.type, found.by?.id], ['member', membershipId])
  assert.ok(found.by?.name)
  assert.deepEqual(found.endpoint, { id, url: `${hook.url}/2`, status: 'enabled' })
  assert.match(found.message, /disabled by/)
})

test('an endpoint that was disabled by a 410 is explained by it', async () => {
  const { scope, endpoint } = await createTestEndpoint(context, (_request, response) => {
    response.writeHead(410).end()
  })
  const { headers } = await signInTestMember(call, scope)
  await emit(scope, [1])
  await waitFor(async () => (await getEndpoint(scope, endpoint.id)).status === 'disabled')
  const later: Scope = { ...scope, clock: { now: () => new Date(Date.now() + 60_000) } }
  await emit(later, [2])
  const { body } = await call('GET /api/developer/events?outcome=not_sent', { headers })
  const detail = await call(`GET /api/developer/events/${body.data[0].id}`, { headers })
  const [found] = detail.body.endpoints
  assert.deepEqual([found.endpoint.id, found.reason], [endpoint.id, 'disabled'])
  assert.match(found.message, /410 Gone/)
  assert.deepEqual(found.by, { type: 'system', id: null, name: null })
})

test('endpoints that were created later or deleted earlier are distinguished, and one that was both created and deleted later is omitted', async () => {
  const { at, happen, readEndpoint, read } = await setUp()
  const old = await createEndpoint(at, hook)
  await deleteEndpoint(at, old.id)
  const event = await happen()
  const late = await createEndpoint(at, hook)
  const brief = await createEndpoint(at, hook)
  await deleteEndpoint(at, brief.id)
  const deleted = await readEndpoint(event, old.id)
  assert.deepEqual(
    [deleted.reason, deleted.endpoint.status, deleted.asks_now],
    ['deleted_before', 'deleted', null],
  )
  const created = await readEndpoint(event, late.id)
  assert.deepEqual([created.reason, created.asked_then], ['created_later', null])
  assert.match(created.message, /created on .*, after the event/)
  const { endpoints } = await read(event)
  assert.ok(!endpoints.some((each) => each.endpoint.id === brief.id))
})

test('an endpoint that was changed at the moment of the event is reported as uncertain', async () => {
  const { at, happen, readEndpoint, scope } = await setUp()
  const event = await happen()
  const { created_at } = await scope.db
    .selectFrom('events')
    .select('created_at')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const moment = { ...at, clock: { now: () => new Date(created_at.getTime() - 1) } }
  const { id } = await createEndpoint(moment, hook)
  assert.equal((await readEndpoint(event, id)).reason, 'changed_meanwhile')
  const earlier = { ...at, clock: { now: () => new Date(created_at.getTime() - 60_000) } }
  const lost = await createEndpoint(earlier, hook)
  assert.equal((await readEndpoint(event, lost.id)).reason, 'unknown')
})

test('a delivery is shown with its outcome', async () => {
  const { scope, endpoint, receiver } = await createTestEndpoint(context)
  const { headers } = await signInTestMember(call, scope)
  await emit(scope, [1])
  const { id, event_id } = await succeededDelivery(scope)
  const { body } = await call(`GET /api/developer/events/${event_id}`, { headers })
  assert.equal(body.outcome, 'delivered')
  const [outcome] = body.endpoints
  assert.deepEqual(
    [outcome.delivery.id, outcome.delivery.status, outcome.reason],
    [id, 'succeeded', null],
  )
  assert.match(outcome.message, /^Delivered on .* with attempt 1; the response was 200\.$/)
  assert.equal(receiver.requests.length, 1)
  await deleteEndpoint(scope, endpoint.id)
  const after_ = await call(`GET /api/developer/events/${event_id}`, { headers })
  assert.equal(after_.body.endpoints[0].endpoint.status, 'deleted')
  assert.equal(after_.body.outcome, 'delivered')
})

test('a failing delivery is explained with advice, and one of a disabled endpoint is pending', async () => {
  const { scope, endpoint } = await createTestEndpoint(context, (_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  })
  const { headers } = await signInTestMember(call, scope)
  await emit(scope, [1])
  const { event_id } = await triedDelivery(scope, 1)
  const read = async () => (await call(`GET /api/developer/events/${event_id}`, { headers })).body
  const tried = await read()
  assert.equal(tried.outcome, 'pending')
  assert.match(tried.endpoints[0].message, /Attempted once .* redirect.* next attempt is on/)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  assert.match(
    (await read()).endpoints[0].message,
    /^Pending: the endpoint is disabled since .*disabled manually/,
  )
  await deleteEndpoint(scope, endpoint.id)
  const cancelled = await read()
  assert.equal(cancelled.outcome, 'cancelled')
  assert.match(cancelled.endpoints[0].message, /^Canceled on /)
  assert.equal((await onlyDelivery(scope)).status, 'cancelled')
})

test('each state of a delivery has its own message', () => {
  const now = new Date('2026-01-02T03:04:05.678Z')
  const pending = {
    id: newId(),
    status: 'pending' as const,
    attempt_count: 0,
    last_error: null,
    last_response_status: null,
    next_attempt_at: now,
    held: false,
    created_at: now,
    completed_at: null,
  }
  const enabled = { status: 'enabled', reason: null, since: now }
  const say = (change: object, endpoint: object = {}) =>
    explainDelivery({ ...pending, ...change }, { ...enabled, ...endpoint }, now)
  const texts = [
    say({}),
    say({ held: true }),
    say({ attempt_count: 3, last_error: 'timeout' }),
    say({}, { status: 'disabled', reason: 'failing' }),
    say({}, { status: 'disabled', reason: 'gone' }),
    say({ status: 'failed', attempt_count: 10, last_error: 'dns_not_found', completed_at: now }),
    say({
      status: 'failed',
      attempt_count: 1,
      last_error: 'unexpected_status',
      last_response_status: 401,
    }),
    say({ status: 'cancelled', completed_at: now }),
    say({ status: 'cancelled', completed_at: now, last_error: 'expired' }),
    say({ created_at: new Date(now.getTime() + 86_400_000) }),
  ]
  assert.equal(new Set(texts).size, texts.length)
  assert.match(texts[5]!, /after 10 attempts\. The host name of the URL does not exist\. Check/)
  assert.match(texts[6]!, /authentication \(401\)/)
  assert.match(texts[8]!, /disabled for as long/)
  assert.match(texts.at(-1)!, /^Queued by a replay on 2026-01-03/)
})

test('an unknown event is a 404', async () => {
  const { headers } = await setUp()
  for (const id of [newId(), 'x'])
    assert.equal(
      (await call(`GET /api/developer/events/${id}`, { headers })).body.code,
      'event_not_found',
    )
})
