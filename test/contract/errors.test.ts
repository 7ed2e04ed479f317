import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { createDb, createPool } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { assertLinear } from '#test/cpu-time.ts'
import { createTestChat } from '#test/factories.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { app, call, context, scope, key } = await openContract()
const contacts = 'POST /api/v1/contacts'
const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(contacts, { key, body, headers })

describe('an error', () => {
  test('is problem+json with exactly the fields of the contract', async () => {
    const { status, headers, body } = await call('GET /api/v1/nothing', { key })
    assert.equal(status, 404)
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
    assert.deepEqual(Object.keys(body).toSorted(), [
      'code',
      'detail',
      'request_id',
      'status',
      'title',
      'type',
    ])
    const invalid = await post({})
    assert.deepEqual(Object.keys(invalid.body.errors[0]).toSorted(), ['code', 'field', 'message'])
  })

  test('of an unknown path is route_not_found', async () => {
    for (const request of ['GET /nothing', 'GET /api', 'DELETE /api/v1/contacts/a/b/c/d'])
      assertProblem(await call(request, { key }), 404, 'route_not_found')
  })

  test('suggests the path, the field and the credentials that were meant', async () => {
    const detailOf = async (...args: Parameters<typeof call>) => (await call(...args)).body.detail
    assert.equal(
      await detailOf('GET /api/v1/conversations', { key }),
      'GET /api/v1/conversations does not exist. Did you mean /api/v1/chats?',
    )
    const body = { name: 'Meera', phne: '+919000000001' }
    const text = 'phne is not a known field (Did you mean phone?).'
    assert.equal(await detailOf(contacts, { key, body }), text)
    const batch = await call('POST /api/v1/contacts/batch', { key, body: { items: [body] } })
    assert.equal(batch.body.data[0].problem.detail, text)
    const filtered = await detailOf('GET /api/v1/chats?stauts=open', { key })
    assert.equal(filtered, 'stauts is not a known field (Did you mean status?).')
    const basic = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    assert.match(await detailOf('GET /api/v1/chats', { headers: basic }), /Bearer <key>.* instead/)
  })

  test('of a path with an empty id says so', async () => {
    assert.equal((await call('GET /api/v1/contacts/', { key })).status, 200, 'the list')
    for (const path of ['/api/v1/contacts/%20', '/api/v1/contacts//timeline']) {
      const answer = await call(`GET ${path}`, { key })
      assertProblem(answer, 400, 'bad_request')
      assert.match(answer.body.detail, /has an empty id/)
    }
  })

  test('of a send without any field names its text and its target', async () => {
    const answer = await call('POST /api/v1/messages/send', { key, body: {} })
    assertProblem(answer, 422, 'validation_failed')
    assert.deepEqual(
      answer.body.errors.map(({ field }: { field: string }) => field),
      ['message', 'conversation_id'],
    )
  })

  test('of a method that a path does not have is a 405 that lists its methods', async () => {
    for (const [request, allow] of [
      ['POST /api/v1/chats', 'GET, HEAD'],
      ['DELETE /api/v1/contacts', 'GET, HEAD, POST'],
      ['POST /api/v1/search?q=a', 'GET, HEAD'],
      ['PUT /api/v1/contacts?limit=1', 'GET, HEAD, POST'],
      ['QUERY /api/v1/contacts', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await call(request, { key })
      assertProblem(answer, 405, 'method_not_allowed')
      assert.equal(answer.headers['allow'], allow, request)
    }
  })

  test('of the body null is a 422', async () => {
    const json = { 'content-type': 'application/json' }
    const undo = `POST /api/v1/bulk-actions/${newId()}/undo`
    for (const request of [contacts, 'POST /api/v1/tickets', undo]) {
      const none = await call(request, { key, body: 'null', headers: json })
      assertProblem(none, 422, 'validation_failed')
      assert.equal(none.body.detail, 'The body must be an object.')
    }
  })

  test('of a body without content is a 422 that says what it must have', async () => {
    const required = 'The body is empty. It must be a JSON object with person_id, title.'
    for (const headers of [{ 'content-type': 'application/json' }, {}])
      assert.equal((await call('POST /api/v1/tickets', { key, headers })).body.detail, required)
    const chat = await createTestChat(scope)
    const path = `PATCH /api/v1/chats/${chat.id}`
    for (const body of [undefined, {}]) {
      const none = await call(path, { key, ...(body && { body }) })
      assertProblem(none, 422, 'validation_failed')
      assert.equal(none.body.detail, 'The body must be a JSON object with at least one field.')
    }
    assertProblem(await call(contacts, { key }), 422, 'validation_failed', 'name')
    assertProblem(await call('POST /api/v1/messages/send', { key }), 422, 'validation_failed')
  })

  test('names the missing field, and shows no regular expression', async () => {
    const missing = await call('POST /api/v1/tickets', { key, body: { person_id: newId() } })
    assert.equal(missing.body.detail, 'title is required.')
    const described = JSON.stringify((app as unknown as { swagger: () => object }).swagger())
    const patterns: { pattern: string; 'x-message'?: string }[] = []
    JSON.parse(described, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'pattern' in value)
        patterns.push(value as { pattern: string })
      return value
    })
    const explained = patterns.filter(({ pattern }) => typeof pattern === 'string')
    assert.ok(explained.length > 10)
    for (const { pattern, 'x-message': message = '' } of explained) {
      // The id of a path is not validated by its pattern in the description.
      assert.match(message, /^must [^\\^$*{}[\]]+$/, pattern)
    }
  })

  test('of an address that cannot be read is a 400', async () => {
    for (const path of ['/api/v1/contacts/%zz', '/%', `/api/v1/contacts/${'a'.repeat(300)}`])
      assertProblem(await call(`GET ${path}`, { key }), 400, 'bad_request')
    assertProblem(await call('GET /api/v1/contacts/%00', { key }), 400, 'bad_request')
    assertProblem(await call('GET /api/v1/contacts?q=%00', { key }), 400, 'bad_request')
  })

  test('of malformed JSON is a 400', async () => {
    const bodies = [
      '{"name":',
      '{name:"A"}',
      '{"name":"A"}{}',
      "{'name':'A'}",
      'NaN',
      '{"name":"A",}',
      Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      Buffer.from('{"name":"A"}', 'utf16le'),
      '{"name":"a\0b"}',
    ]
    for (const body of bodies) assertProblem(await post(body), 400, 'malformed_json')
  })

  test('of a body that is no object is a 422', async () => {
    for (const body of ['[]', '"text"', '5', 'true', '[[[]]]'])
      assertProblem(await post(body), 422, 'validation_failed')
  })

  test('of another content type is a 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])
      assertProblem(
        await post('{"name":"A"}', { 'content-type': type }),
        415,
        'unsupported_media_type',
      )
    const plain = await post('{"name":"A"}', { 'content-type': 'application/json; charset=utf-8' })
    assert.equal(plain.status, 201)
  })

  test('of more than 1 MiB is a 413', async () => {
    const just = JSON.stringify({ name: 'A', x: 'y'.repeat(1024 * 1024 - 19) })
    assert.equal(just.length, 1024 * 1024)
    assertProblem(await post(just), 422, 'validation_failed')
    assertProblem(await post(`${just} `), 413, 'body_too_large')
  })

  test('of characters that no text may hold is a 422', async () => {
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00x', '\\uD83D'])
      for (const body of [`{"name":"${text}"}`, `{"${text}":1}`, `{"name":["${text}"]}`])
        assertProblem(await post(body), 422, 'validation_failed')
    assert.equal((await post('{"name":"\\ud83d\\ude00"}')).body.name, '😀')
    assert.equal((await post('{"name":"\\\\u0000"}')).body.name, '\\u0000')
  })

  test('of keys that reach for a prototype is a 422 and reaches nothing', async () => {
    for (const body of [
      '{"__proto__":{"name":"A"}}',
      '{"name":"A","__proto__":null}',
      '{"name":"A","constructor":{"prototype":{"polluted":1}}}',
      '{"\\u005f_proto__":{"polluted":1},"name":"A"}',
      '{"name":{"__proto__":{"polluted":1}}}',
    ])
      assertProblem(await post(body), 422, 'validation_failed')
    assert.equal(({} as { polluted?: number }).polluted, undefined)
  })

  test('of deep nesting or endless lists is a 4xx, and costs CPU time in proportion to its size', async () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    for (const write of [
      deep,
      (depth: number) => `{"name":${deep(depth)}}`,
      (depth: number) => `{"x":${deep(depth)}}`,
      (depth: number) => `{"name":"\\u0000","x":${deep(depth)}}`,
      (depth: number) => `{"x":${deep(depth)},"__proto__":1}`,
      (depth: number) => `{"x":[${'1,'.repeat(depth * 2)}1]}`,
      (depth: number) =>
        `{${Array.from({ length: depth / 4 }, (_, index) => `"k${index}":1`).join(',')}}`,
    ]) {
      const ask = async (depth: number) => {
        const answer = await post(write(depth))
        assert.ok([400, 422].includes(answer.status), `${write} ${answer.text}`)
        assert.ok((answer.body.errors ?? []).length <= 20)
      }
      await assertLinear(200_000, ask, String(write))
    }
  })

  test('without a body names what is required', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/tickets',
        headers: { ...headers, authorization: `Bearer ${key}` },
      })
      assert.equal(response.statusCode, 422, response.body)
      assert.deepEqual(
        response.json().errors.map((each: { field: string }) => each.field),
        ['person_id', 'title'],
      )
    }
  })

  test('that nobody expected is a 500 that says nothing', async () => {
    const broken = await openTestApi({
      ...context,
      clock: {
        now: () => {
          throw new Error('secret: select * from people at /srv/app.js:1')
        },
      },
    })
    const answer = await broken.call('GET /api/v1/chats', { key })
    assertProblem(answer, 500, 'internal')
    assert.doesNotMatch(answer.text, /secret|people|srv|Error/)
  })

  test('below HTTP is problem+json too', async () => {
    const server = app.server.listening
      ? app.server
      : (await app.listen({ port: 0, host: '127.0.0.1' }), app.server)
    const { port } = server.address() as { port: number }
    for (const [bytes, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const text = await exchange(port, bytes)
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(text, /content-type: application\/problem\+json/i)
      const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
      assert.equal(body.status, status)
      assert.equal(body.code, status === 400 ? 'bad_request' : 'headers_too_large')
    }
  })

  function exchange(port: number, bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
  }
})

describe('a request id', () => {
  test('that is well-formed comes back, in the header and in an error', async () => {
    for (const id of ['abcdefgh', newId(), 'A.b:c-d_e'.repeat(10)]) {
      const headers = { 'x-request-id': id }
      assert.equal((await post({ name: 'A' }, headers)).headers['x-request-id'], id)
      assert.equal((await post({}, headers)).body.request_id, id)
      assert.equal((await call('GET /nope', { headers })).body.request_id, id)
    }
  })

  test('that is not is replaced', async () => {
    for (const id of ['', 'short', 'with space', '<script>', 'x'.repeat(129), 'a\tbcdefgh']) {
      const answer = await post({ name: 'A' }, { 'x-request-id': id })
      assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/)
    }
    const [a, b] = await Promise.all([post({ name: 'A' }), post({ name: 'A' })])
    assert.notEqual(a.headers['x-request-id'], b.headers['x-request-id'])
  })
})

describe('while the database is away', () => {
  test('every answer is a 503 with Retry-After, nothing is written, and then all goes on', async () => {
    const proxy = await startTcpProxy(new URL(context.config.database.url!))
    const pool = createPool({ url: proxy.url, max: 4, name: 'test', onError: () => undefined })
    const db = createDb(pool)
    after(async () => {
      await db.destroy()
      await proxy.close()
    })
    const away = await openTestApi({ ...context, db, directory: db })
    const chat = await createTestChat(scope)
    const requests: [string, unknown?][] = [
      ['GET /api/v1/chats'],
      ['GET /api/v1/contacts'],
      [contacts, { name: 'Away' }],
      ['POST /api/v1/messages/send', { conversation_id: chat.id, message: 'Away' }],
      ['POST /api/v1/tickets', { person_id: chat.personId, title: 'Away' }],
    ]
    const ask = () =>
      Promise.all(
        requests.map(([request, body]) =>
          away.call(request, {
            key,
            ...(body !== undefined && { body, headers: { 'idempotency-key': 'away' } }),
          }),
        ),
      )
    assert.equal((await away.call('GET /health/ready')).status, 200)
    for (const _ of [1, 2]) {
      await proxy.cut()
      for (const answer of await ask()) {
        assertProblem(answer, 503, 'database_unavailable')
        assert.match(String(answer.headers['retry-after']), /^\d+$/)
      }
      assert.equal((await away.call('GET /health/ready')).status, 503)
      assert.equal((await away.call('GET /health/live')).status, 200)
      const messages = await call(`GET /api/v1/chats/${chat.id}/messages`, { key })
      assert.deepEqual(messages.body.data, [])
      proxy.restore()
      await waitFor(async () => (await away.call('GET /api/v1/chats', { key })).status === 200)
    }
    const answers = await ask()
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 201, 201, 201],
    )
  })

  test('a connection that was lost silently is a 503 in time, and then all goes on', async () => {
    const proxy = await startTcpProxy(new URL(context.config.database.url!))
    const pool = createPool({ url: proxy.url, max: 4, name: 'test', onError: () => undefined })
    const db = createDb(pool)
    after(async () => {
      await db.destroy()
      await proxy.close()
    })
    const lossy = await openTestApi({ ...context, db, directory: db })
    const chat = await createTestChat(scope)
    const send = () =>
      lossy.call('POST /api/v1/messages/send', {
        key,
        body: { conversation_id: chat.id, message: 'Lost' },
        headers: { 'idempotency-key': newId() },
      })
    const ask = () =>
      Promise.all(
        [1, 2, 3, 4].flatMap(() => [
          send(),
          lossy.call('GET /api/v1/chats', { key }),
          lossy.call(contacts, { key, body: { name: 'Lost' } }),
        ]),
      )
    const isAnswered = ({ status }: { status: number }) => status < 300
    assert.ok((await ask()).every(isAnswered))
    proxy.lose()
    const startedAt = performance.now()
    for (const answer of await ask()) {
      assertProblem(answer, 503, 'database_unavailable')
      assert.match(String(answer.headers['retry-after']), /^\d+$/)
    }
    // The promise is 8 s. The rest is for a machine that is busy with other tests.
    assert.ok(performance.now() - startedAt < 14_000)
    assert.equal((await lossy.call('GET /health/ready')).status, 200)
    assert.ok((await ask()).every(isAnswered))
  })
})
