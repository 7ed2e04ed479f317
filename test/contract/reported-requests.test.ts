import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-requests-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const { context } = await openTestContext({ dataDir })
const { call, app } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])

const create = (body: unknown, headers = {}) =>
  call('POST /api/v1/contacts', { key, body, headers })

/** Sends the bytes of a request and returns those of the answer. */
async function exchange(lines: string[], body = ''): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${[...lines, 'Host: localhost', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  return (await buffer(socket)).toString()
}

test('a JSON body is read with every way to write its type, and with a byte order mark', async () => {
  for (const type of [
    'application/json',
    'application/json;charset=UTF-8',
    'application/json; charset=utf8',
    'APPLICATION/JSON',
  ])
    assert.equal((await create('{"name":"Asha Rao"}', { 'content-type': type })).status, 201, type)
  assert.equal((await create('\ufeff{"name":"Asha Rao"}')).status, 201)
})

test('a request without a body can say that it is JSON', async () => {
  const headers = { 'content-type': 'application/json' }
  const { id } = await createTestChat(scope)
  const read = await call(`POST /api/v1/chats/${id}/read`, { key, headers })
  assert.ok(read.status < 300, read.text)
  const body = { url: 'https://hooks.example.com/parley' }
  const { body: webhook } = await call('POST /api/v1/webhooks', { key, body })
  const removed = await call(`DELETE /api/v1/webhooks/${webhook.id}`, { key, headers })
  assert.ok(removed.status < 300, removed.text)
})

test('null characters and halves of emojis are stored or refused with their field', async () => {
  for (const body of [
    '{"name":"a\\u0000b"}',
    '{"name":"x\\ud83d"}',
    '{"name":"Asha","campaign":"a\\u0000b"}',
    '{"name":"Asha","fields":{"k":"a\\u0000b \\udc00"}}',
  ]) {
    const { status, body: answer, text } = await create(body)
    if (status !== 201) assert.ok(status === 422 && answer.errors[0].field, `${body}: ${text}`)
    assert.doesNotMatch(JSON.stringify(answer), /\\u0000|\\ud83d|\\udc00/)
  }
  const { body: contact } = await create({ name: 'Asha Rao' })
  const ticket = `{"person_id":"${contact.id}","title":"a\\u0000b \\ud83d"}`
  assert.ok([201, 422].includes((await call('POST /api/v1/tickets', { key, body: ticket })).status))
})

test('a key is read in every spelling of its scheme', async () => {
  for (const authorization of [`bearer ${key}`, `BEARER ${key}`, `Bearer  ${key}`]) {
    const answer = await call('GET /api/v1/me', { headers: { authorization } })
    assert.equal(answer.status, 200, authorization.slice(0, 8))
  }
})

test('a file whose name is a path and a header is uploaded and downloaded under a plain name', async () => {
  const name = '../..\\\\Отчёт %22Q4%22%0D%0ASet-Cookie: c=d; 💥.pdf'
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
  const made = await call('POST /api/v1/media', {
    key,
    body: Buffer.from(`${head}${pdf}\r\n--x--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  assert.equal(made.status, 201, made.text)
  assert.doesNotMatch(String(made.body.filename), /[\r\n/]/)
  const { pathname, search } = new URL(made.body.url, 'http://localhost')
  const file = await app.inject(pathname + search)
  assert.equal(file.statusCode, 200)
  assert.equal(file.headers['set-cookie'], undefined)
  assert.doesNotMatch(String(file.headers['content-disposition']), /[\r\n]|\.\.\//)
  assert.deepEqual(file.rawPayload, Buffer.from(pdf))
})

test('clients of every age are answered, and a request with two lengths is refused', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const authorization = `Authorization: Bearer ${key}`
  const json = 'Content-Type: application/json'
  const body = '{"name":"Asha Rao"}'
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const post = ['POST /api/v1/contacts HTTP/1.1', authorization, json]
  assert.match(await exchange(['GET /api/v1/me HTTP/1.0', authorization]), /^HTTP\/1\.[01] 200 /)
  assert.match(
    await exchange([...post, 'Expect: 100-continue', `Content-Length: ${body.length}`], body),
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /,
  )
  assert.match(await exchange([...post, 'Transfer-Encoding: chunked'], chunked), /^HTTP\/1\.1 201 /)
  assert.match(
    await exchange([...post, 'Content-Length: 5', 'Transfer-Encoding: chunked'], chunked),
    /^HTTP\/1\.1 400 /,
  )
  const answer = await exchange(['HEAD /api/v1/me HTTP/1.1', authorization])
  assert.match(answer, /^HTTP\/1\.1 (200|404|405) [^]*\r\n\r\n$/)
})
