import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, test } from 'node:test'
import { createTestChannel, createTestChat, createTestPerson } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { sendTestMessage } from './factories.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { app, call, scope, key } = await openContract()
const ask = (request: string, headers: Record<string, string> = {}, body?: object) =>
  call(request, { key, headers, ...(body && { body }) })

/** Creates one resource of each kind that has an ETag; `change` is the body of a PATCH that changes it. */
async function createResources() {
  const chat = await createTestChat(scope)
  const message = await sendTestMessage(call, scope, key, chat.id)
  const create = async (path: string, body: object) => (await ask(`POST ${path}`, {}, body)).body.id
  const ticket = await create('/api/v1/tickets', { person_id: chat.personId, title: 'T' })
  const webhook = await create('/api/v1/webhooks', { url: 'https://hooks.example.com/a' })
  const channel = await createTestChannel(scope)
  return [
    { path: `/api/v1/chats/${chat.id}`, change: { status: 'closed' } },
    { path: `/api/v1/contacts/${chat.personId}`, change: { name: 'Changed' } },
    { path: `/api/v1/tickets/${ticket}`, change: { title: 'Changed' } },
    { path: `/api/v1/webhooks/${webhook}`, change: { description: 'Changed' } },
    { path: `/api/v1/messages/${message.id}`, change: undefined },
    { path: `/api/v1/channels/${channel.id}`, change: undefined },
  ]
}

describe('an ETag', () => {
  test('stays while a resource stays, and answers 304 without a body', async () => {
    for (const { path } of await createResources()) {
      const first = await ask(`GET ${path}`)
      const etag = String(first.headers['etag'])
      assert.match(etag, /^"[\w-]{27}"$/, path)
      assert.equal((await ask(`GET ${path}`)).headers['etag'], etag, path)
      for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await ask(`GET ${path}`, { 'if-none-match': named })
        assert.deepEqual([status, text, headers['etag']], [304, '', etag], `${path} ${named}`)
      }
      assert.equal((await ask(`GET ${path}`, { 'if-none-match': '"other"' })).status, 200)
    }
  })

  test('lets exactly the first of two changes of one version happen', async () => {
    for (const { path, change } of await createResources()) {
      if (!change) continue
      const etag = String((await ask(`GET ${path}`)).headers['etag'])
      const changed = await ask(`PATCH ${path}`, { 'if-match': etag }, change)
      assert.equal(changed.status, 200, changed.text)
      const next = String(changed.headers['etag'])
      assert.notEqual(next, etag)
      const read = await ask(`GET ${path}`)
      assert.equal(read.headers['etag'], next, path)
      const stale = await ask(`PATCH ${path}`, { 'if-match': etag }, change)
      assertProblem(stale, 412, 'precondition_failed')
      assert.equal(stale.headers['etag'], next)
      assert.deepEqual((await ask(`GET ${path}`)).body, read.body)
      for (const named of [`W/${next}`, '*'])
        assert.equal((await ask(`PATCH ${path}`, { 'if-match': named }, change)).status, 200, path)
    }
  })

  test('of an endpoint is the same in the developer area, and protects it there, too', async () => {
    const { headers } = await signInTestMember(call, scope)
    const created = await ask('POST /api/v1/webhooks', {}, { url: 'https://hooks.example.com/b' })
    const path = `/api/developer/webhooks/${created.body.id}`
    const asMember = (method: string, more: Record<string, string> = {}, body?: object) =>
      call(`${method} ${path}`, { headers: { ...headers, ...more }, ...(body && { body }) })
    const etag = String((await asMember('GET')).headers['etag'])
    const byKey = await ask(`GET /api/v1/webhooks/${created.body.id}`)
    assert.equal(byKey.headers['etag'], etag)
    assert.equal((await asMember('GET', { 'if-none-match': etag })).status, 304)
    const change = { description: 'Changed' }
    assert.equal((await asMember('PATCH', { 'if-match': etag }, change)).status, 200)
    const stale = await asMember('PATCH', { 'if-match': etag }, { description: 'Again' })
    assertProblem(stale, 412, 'precondition_failed')
    assertProblem(await asMember('DELETE', { 'if-match': etag }), 412, 'precondition_failed')
    assert.equal((await asMember('GET')).body.description, 'Changed')
  })

  test('is checked with the change: of many changes at once one wins', async () => {
    const { id } = await createTestPerson(scope)
    const chat = await createTestChat(scope)
    for (const [path, toBody] of [
      [`/api/v1/contacts/${id}`, (n: number) => ({ name: `Name ${n}` })],
      [
        `/api/v1/chats/${chat.id}`,
        (n: number) => ({ snoozed_until: `2031-01-0${n + 1}T00:00:00Z` }),
      ],
    ] as const) {
      const etag = String((await ask(`GET ${path}`)).headers['etag'])
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((n) => ask(`PATCH ${path}`, { 'if-match': etag }, toBody(n))),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      assert.deepEqual(statuses, [200, 412, 412, 412, 412], path)
    }
  })

  test('protects what is deleted, and a repeat with its idempotency key is answered', async () => {
    const [, contact, ticket, webhook] = await createResources()
    for (const { path } of [contact!, webhook!]) {
      const etag = String((await ask(`GET ${path}`)).headers['etag'])
      const refused = await ask(`DELETE ${path}`, { 'if-match': '"other"' })
      assertProblem(refused, 412, 'precondition_failed')
      assert.equal((await ask(`GET ${path}`)).status, 200)
      assert.ok((await ask(`DELETE ${path}`, { 'if-match': etag })).status < 300, path)
      assert.equal((await ask(`GET ${path}`)).status, 404)
    }
    const { path } = ticket!
    const etag = String((await ask(`GET ${path}`)).headers['etag'])
    const headers = { 'if-match': etag, 'idempotency-key': 'once' }
    const first = await ask(`PATCH ${path}`, headers, { title: 'Once' })
    assert.equal(first.status, 200, first.text)
    const repeated = await ask(`PATCH ${path}`, headers, { title: 'Once' })
    assert.deepEqual([repeated.status, repeated.text], [200, first.text])
  })

  test('is refused where it would not be checked, or is malformed', async () => {
    const chat = await createTestChat(scope)
    const note = await ask(`POST /api/v1/chats/${chat.id}/notes`, {}, { text: 'N' })
    const path = `PATCH /api/v1/notes/${note.body.id}`
    assertProblem(await ask(path, { 'if-match': '"x"' }, { text: 'M' }), 400, 'invalid_header')
    const change = { status: 'closed' }
    for (const header of ['x', '"x', '""x""', ''])
      assertProblem(
        await ask(`PATCH /api/v1/chats/${chat.id}`, { 'if-match': header }, change),
        400,
        'invalid_header',
      )
  })

  test('is absent with expand, because such an answer is several resources', async () => {
    const chat = await createTestChat(scope)
    const expanded = await ask(`GET /api/v1/chats/${chat.id}?expand=contact`)
    assert.equal(expanded.headers['etag'], undefined)
    assert.equal(expanded.status, 200)
  })
})

describe('a long JSON answer', () => {
  const fetchList = (headers: Record<string, string>, path = '/api/v1/contacts?limit=100') =>
    app.inject({ method: 'GET', url: path, headers })
  const bearer = { authorization: `Bearer ${key}` }

  test('is compressed for a key that accepts it, and equal to the plain one', async () => {
    for (let n = 0; n < 12; n++) await createTestPerson(scope, { name: `Person ${n}` })
    const plain = await fetchList(bearer)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers['vary'], 'accept-encoding')
    assert.ok(plain.rawPayload.length > 1_024)
    for (const [accepted, coding, expand] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await fetchList({ ...bearer, 'accept-encoding': accepted })
      assert.equal(packed.headers['content-encoding'], coding)
      assert.equal(packed.headers['content-length'], String(packed.rawPayload.length))
      assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2)
      assert.equal(expand(packed.rawPayload).toString(), plain.payload)
    }
  })

  test('is not compressed for a session, when it is short, or when it is a stream', async () => {
    const accepted = { 'accept-encoding': 'br, gzip' }
    const { headers } = await signInTestMember(call, scope)
    const bySession = await fetchList({ ...headers, ...accepted })
    assert.ok(bySession.rawPayload.length > 1_024)
    assert.equal(bySession.headers['content-encoding'], undefined)
    const short = await fetchList({ ...bearer, ...accepted }, '/api/v1/me')
    assert.equal(short.headers['content-encoding'], undefined)
    const csv = await fetchList({ ...bearer, ...accepted }, '/api/v1/contacts/export.csv')
    assert.equal(csv.statusCode, 200)
    assert.equal(csv.headers['content-encoding'], undefined)
  })

  test('keeps its ETag, and is logged and answered with 304 as before', async () => {
    const { id } = await createTestPerson(scope)
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`field ${n}`, 'x'.repeat(100)]),
    )
    const path = `/api/v1/contacts/${id}`
    await ask(`PATCH ${path}`, {}, { fields })
    const plain = await fetchList(bearer, path)
    const packed = await fetchList({ ...bearer, 'accept-encoding': 'br' }, path)
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(packed.headers['etag'], plain.headers['etag'])
    const none = await fetchList(
      { ...bearer, 'accept-encoding': 'br', 'if-none-match': String(plain.headers['etag']) },
      path,
    )
    assert.deepEqual([none.statusCode, none.payload], [304, ''])
    assert.equal(none.headers['content-encoding'], undefined)
  })

  test('of a GET contains no secret', async () => {
    const { body } = await call('GET /openapi.json')
    const answers = Object.values(body.paths as Record<string, { get?: { responses: unknown } }>)
      .flatMap(({ get }) => (get ? [JSON.stringify(get.responses)] : []))
      .join()
    const names = [...answers.matchAll(/schemas\/(\w+)/g)].map(([, name]) => name!)
    const seen = new Set<string>()
    const visit = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      const text = JSON.stringify(body.components.schemas[name])
      assert.doesNotMatch(text, /"(secret|access_token)":/, name)
      for (const [, inner] of text.matchAll(/schemas\/(\w+)/g)) visit(inner!)
    }
    for (const [, name] of JSON.stringify(body.components.responses).matchAll(/schemas\/(\w+)/g))
      if (answers.includes(name!)) visit(name!)
    for (const name of names) visit(name)
    assert.ok(seen.size > 20)
  })
})
