import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { revokeApiKey } from '#account/keys/revoke-api-key.ts'
import { trimWorkspaces } from '#housekeeping/trim-workspaces.ts'
import { newId } from '#lib/ids.ts'
import { LOGGED_PER_SECOND, REQUEST_LOG_DAYS } from '#shared/request-log.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openErasures } from '#test/erasures.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { testRequest } from '#test/requests.ts'
import { signInTestMember } from '#test/session.ts'
import { inDays } from '#test/trimming.ts'
import { createRequestRecorder } from './create-request-recorder.ts'
import { insertRequests } from './insert-requests.ts'
import { requestLogDropped } from '#lib/metrics.ts'
import { moves, readMetric } from '#test/moves.ts'

const { context } = await openTestContext()
const { call, app } = await openTestApi(context)
const { finish } = openErasures(context, call)

let scope: Scope
let key: { id: string; secret: string }
let admin: Record<string, string>

before(() => app.ready())
beforeEach(async () => {
  scope = (await createTestWorkspace(context)).scope
  key = await createApiKey(scope, { name: 'Shop', scopes: ['*'] })
  admin = (await signInTestMember(call, scope)).headers
})

/** Reads the log after what was gathered is written. */
async function readLog(query = '') {
  await app.requestLog.flush()
  const answer = await call(`GET /api/developer/request-log${query}`, { headers: admin })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as Record<string, any>[]
}

async function readOne(id: string) {
  return (await call(`GET /api/developer/request-log/${id}`, { headers: admin })).body
}

async function recordBodies(isOn: boolean): Promise<void> {
  const body = { record_request_bodies: isOn }
  const answer = await call('PATCH /api/developer/workspace', { headers: admin, body })
  assert.equal(answer.body.record_request_bodies, isOn)
  await call('GET /api/v1/chats', { key: key.secret })
  // From the next flush on, bodies are kept.
  await app.requestLog.flush()
}

describe('the request log', () => {
  test('names method, route, path, status, duration, key and request id of a request', async () => {
    const id = newId()
    const answer = await call('GET /api/v1/chats?x=1', { key: key.secret })
    assert.equal(answer.status, 422)
    const found = await call(`GET /api/v1/chats/${id}`, {
      key: key.secret,
      headers: { 'x-request-id': 'order-4711-read' },
    })
    const [newest, first] = await readLog()
    assert.deepEqual(
      { ...newest, id: '', created_at: '', duration_ms: 0 },
      {
        id: '',
        key: { id: key.id, name: 'Shop', mode: 'live', last_four: key.secret.slice(-4) },
        method: 'GET',
        route: '/api/v1/chats/:id',
        path: `/api/v1/chats/${id}`,
        status: 404,
        duration_ms: 0,
        code: 'conversation_not_found',
        errors: [],
        request_id: 'order-4711-read',
        has_bodies: false,
        created_at: '',
      },
    )
    assert.equal(found.headers['x-request-id'], newest!['request_id'])
    assert.ok(newest!['duration_ms'] >= 0 && newest!['duration_ms'] < 60_000)
    assert.deepEqual(first!['errors'], [{ field: 'x', code: 'unknown_field' }])
    const detail = await readOne(newest!['id'])
    assert.deepEqual(detail, { ...newest, query: null, request_body: null, response_body: null })
  })

  test('explains a refused key, a missing scope, and a path or method that does not exist', async () => {
    const narrow = await createApiKey(scope, { name: 'Narrow', scopes: ['tickets:read'] })
    await call('GET /api/v1/chats', { key: narrow.secret })
    await call('POST /api/v1/chatz', { key: narrow.secret, body: {} })
    await call('DELETE /api/v1/chats', { key: narrow.secret })
    await revokeApiKey(scope, narrow.id)
    await call('GET /api/v1/tickets', { key: narrow.secret })
    await call('GET /api/v1/tickets', {
      key: narrow.secret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
    })
    await call('GET /api/v1/tickets')
    let rows: Record<string, any>[] = []
    for (let turn = 0; turn < 100 && rows.length < 4; turn++) rows = await readLog()
    assert.deepEqual(rows.map((row) => [row['code'], row['route'], row['path']]).toSorted(), [
      ['insufficient_scope', '/api/v1/chats', '/api/v1/chats'],
      ['invalid_api_key', '/api/v1/tickets', '/api/v1/tickets'],
      ['method_not_allowed', null, '/api/v1/chats'],
      ['route_not_found', null, '/api/v1/chatz'],
    ])
  })

  test('leaves out sessions, and what looks like an address in a path', async () => {
    await call('GET /api/v1/chats', { headers: admin })
    await call('GET /api/v1/contacts/+919876543210', { key: key.secret })
    await call('GET /api/v1/contacts/meera%40example.com', { key: key.secret })
    await call('GET /api/v1/contacts?phone_e164=%2B919876543210', { key: key.secret })
    const rows = await readLog()
    assert.deepEqual(
      rows.map((row) => row['path']),
      ['/api/v1/contacts', '/api/v1/contacts/…', '/api/v1/contacts/…'],
    )
  })

  test('is filtered by key, status, code, method, path, request id and time', async () => {
    const other = newId()
    const at = new Date(Date.now() - 3_600_000)
    const rows = [
      testRequest(scope, key.id),
      testRequest(scope, other, { method: 'POST', status: 201, requestId: 'wanted-one' }),
      testRequest(scope, key.id, {
        status: 404,
        code: 'ticket_not_found',
        route: null,
        path: '/x',
      }),
      testRequest(scope, key.id, { status: 503, code: 'database_unavailable', at }),
    ]
    await insertRequests(scope, rows)
    const statuses = async (query: string) =>
      (await readLog(query)).map((row) => row['status']).toSorted()
    assert.deepEqual(await statuses(''), [200, 201, 404, 503])
    assert.deepEqual(await statuses(`?key_id=${other}`), [201])
    assert.deepEqual(await statuses('?status=2xx'), [200, 201])
    assert.deepEqual(await statuses('?status=4xx,5xx'), [404, 503])
    assert.deepEqual(await statuses(`?status=5xx&key_id=${key.id}`), [503])
    assert.deepEqual(await statuses('?code=ticket_not_found'), [404])
    assert.deepEqual(await statuses('?method=POST,DELETE'), [201])
    assert.deepEqual(await statuses('?path=/x'), [404])
    assert.deepEqual(await statuses('?path=/api/v1/ch'), [200, 201, 503])
    assert.deepEqual(await statuses('?path=/api/v1/%25'), [])
    assert.deepEqual(await statuses('?request_id=wanted-one'), [201])
    const since = new Date(Date.now() - 600_000).toISOString()
    assert.deepEqual(await statuses(`?until=${since}`), [503])
    assert.deepEqual(await statuses(`?since=${since}`), [200, 201, 404])
    for (const query of ['status=6xx', 'method=FETCH', 'code=x', 'key_id=x'])
      assert.equal(
        (await call(`GET /api/developer/request-log?${query}`, { headers: admin })).status,
        422,
      )
  })

  test('is read in pages that neither repeat nor skip', async () => {
    const start = Date.now() - 60_000
    await insertRequests(
      scope,
      Array.from({ length: 7 }, (_, index) =>
        testRequest(scope, key.id, { durationMs: index, at: new Date(start + index) }),
      ),
    )
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `limit=3${cursor && `&cursor=${cursor}`}`
      const { body } = await call(`GET /api/developer/request-log?${query}`, { headers: admin })
      seen.push(...body.data.map((row: { duration_ms: number }) => row.duration_ms))
      cursor = body.next_cursor
    }
    assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, 0])
  })

  test('is unreachable for other workspaces, agents and keys', async () => {
    await call('GET /api/v1/chats', { key: key.secret })
    const [row] = await readLog()
    const other = (await createTestWorkspace(context)).scope
    const { headers } = await signInTestMember(call, other)
    const path = `/api/developer/request-log/${row!['id']}`
    assert.equal((await call(`GET ${path}`, { headers })).body.code, 'request_not_found')
    assert.deepEqual((await call('GET /api/developer/request-log', { headers })).body.data, [])
    const agent = (await signInTestMember(call, scope, 'agent')).headers
    assert.equal((await call(`GET ${path}`, { headers: agent })).status, 403)
    assert.equal((await call(`GET ${path}`, { key: key.secret })).status, 401)
  })
})

describe('bodies of requests', () => {
  const sent = { name: 'Meera Iyer', phone_e164: '+919876500001' }

  test('are recorded only while the workspace wants it, encrypted', async () => {
    const create = () => call('POST /api/v1/contacts?x=1', { key: key.secret, body: sent })
    await create()
    assert.equal((await readLog())[0]!['has_bodies'], false)
    await recordBodies(true)
    const { body } = await call('POST /api/v1/contacts', { key: key.secret, body: sent })
    const [row] = await readLog()
    assert.equal(row!['has_bodies'], true)
    const detail = await readOne(row!['id'])
    assert.deepEqual(JSON.parse(detail.request_body), sent)
    assert.equal(JSON.parse(detail.response_body).id, body.id)
    await call('GET /api/v1/contacts?phone_e164=%2B919876500001', { key: key.secret })
    const [read] = await readLog()
    assert.equal((await readOne(read!['id'])).query, 'phone_e164=+919876500001')
    const stored = await sql<{ text: string }>`
      select encode(bodies, 'escape') as text from api_requests
      where workspace_id = ${scope.workspaceId} and bodies is not null`.execute(context.db)
    assert.ok(stored.rows.length >= 2)
    for (const { text } of stored.rows) assert.ok(!text.includes('Meera'))
    // What was gathered before it was turned off is not written either.
    await call('POST /api/v1/contacts', { key: key.secret, body: sent })
    await call('PATCH /api/developer/workspace', {
      headers: admin,
      body: { record_request_bodies: false },
    })
    assert.equal((await readLog())[0]!['has_bodies'], false)
  })

  test('are recorded of a workspace that is quiet while others are busy', async () => {
    await recordBodies(true)
    const other = (await createTestWorkspace(context)).scope
    const busy = await createApiKey(other, { name: 'Busy', scopes: ['*'] })
    await call('GET /api/v1/chats', { key: busy.secret })
    await app.requestLog.flush()
    await call('GET /api/v1/chats', { key: key.secret })
    assert.equal((await readLog())[0]!['has_bodies'], true)
  })

  test('contain no secrets and are cut', async () => {
    await recordBodies(true)
    const { body } = await call('POST /api/v1/webhooks', {
      key: key.secret,
      body: { url: 'https://hooks.example.com/a', headers: { 'X-Api-Key': 'hush-hush' } },
    })
    const [row] = await readLog()
    const text = JSON.stringify(await readOne(row!['id']))
    assert.match(body.secret, /^whsec_/)
    assert.ok(!text.includes(body.secret) && !text.includes('hush-hush'), text)
    assert.match(text, /hooks\.example\.com/)
    await call('POST /api/v1/tickets', {
      key: key.secret,
      body: { title: `my key is ${key.secret}`, more: 'x'.repeat(10_000) },
    })
    const long = await readOne((await readLog())[0]!['id'])
    assert.equal(long.request_body.length, 4_000)
    assert.ok(!long.request_body.includes(key.secret))
  })

  test('of a contact are deleted with it, those of others stay', async () => {
    await recordBodies(true)
    const contact = (await call('POST /api/v1/contacts', { key: key.secret, body: sent })).body
    await call('POST /api/v1/contacts', {
      key: key.secret,
      body: { name: 'Tom', phone_e164: '+919876500002' },
    })
    await call('GET /api/v1/contacts?phone_e164=%2B919876500001', { key: key.secret })
    await app.requestLog.flush()
    const erased = await call(`DELETE /api/v1/contacts/${contact.id}`, { key: key.secret })
    // In the queue while the erasure was requested.
    await call('POST /api/v1/tickets', {
      key: key.secret,
      body: { person_id: contact.id, title: 'For +919876500001' },
    })
    await app.requestLog.flush()
    await finish(scope, erased.body.id)
    const rows = await readLog('?limit=100')
    const kept = await Promise.all(rows.map((row) => readOne(row['id'])))
    assert.ok(kept.length >= 5)
    assert.ok(!JSON.stringify(kept).includes('9876500001'))
    assert.ok(!JSON.stringify(kept).includes('Meera'))
    assert.match(JSON.stringify(kept), /9876500002/)
  })
})

describe('the writer of the request log', () => {
  function record(
    recorder: ReturnType<typeof createRequestRecorder>,
    fields?: Parameters<typeof testRequest>[2],
  ): void {
    const request = testRequest(scope, key.id, fields)
    recorder.record(request, () => request)
  }

  test('keeps all failures and a limited number of successes, and counts what it drops', async () => {
    const recorder = createRequestRecorder(context, { flushMs: 3_600_000 })
    const before = await readMetric(requestLogDropped)
    for (let index = 0; index < LOGGED_PER_SECOND + 50; index++) record(recorder)
    for (let index = 0; index < 150; index++)
      record(recorder, { status: 429, code: 'rate_limited' })
    await recorder.flush()
    assert.equal((await readMetric(requestLogDropped)) - before, 50)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from api_requests
      where workspace_id = ${scope.workspaceId}`.execute(context.db)
    assert.equal(rows[0]!.count, LOGGED_PER_SECOND + 150)
    record(recorder)
    await recorder.close()
    assert.equal((await readLog('?limit=100&status=2xx')).length, 100)
  })

  test('drops requests that cannot be written, and goes on', async () => {
    const broken = { ...context, directory: context.directory.withSchema('nowhere') }
    const recorder = createRequestRecorder(broken, { flushMs: 3_600_000 })
    record(recorder)
    await moves(requestLogDropped, {}, () => recorder.flush(), 1)
    const before = await readMetric(requestLogDropped)
    for (let index = 0; index < 6_000; index++) record(recorder, { status: 500 })
    const dropped = (await readMetric(requestLogDropped)) - before
    assert.equal(dropped, 1_000, 'the queue is bounded')
    await recorder.close()
  })

  test('keeps requests for a limited time', async () => {
    const now = Date.now()
    const at = (days: number) => new Date(now - days * 86_400_000)
    await insertRequests(scope, [
      testRequest(scope, key.id, { status: 200, at: at(REQUEST_LOG_DAYS + 1) }),
      testRequest(scope, key.id, { status: 201, at: at(REQUEST_LOG_DAYS - 1) }),
    ])
    await trimWorkspaces(context)
    assert.deepEqual(
      (await readLog()).map((row) => row['status']),
      [201],
    )
    await trimWorkspaces(inDays(context, 2))
    assert.deepEqual(await readLog(), [])
  })
})
