import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openSimulated } from '#test/simulated.ts'

const { call, sim, open } = await openSimulated()
let own: Awaited<ReturnType<typeof open>>
let chat: Awaited<ReturnType<typeof own.customerWrites>>

before(async () => {
  own = await open()
  chat = await own.customerWrites()
})

const problem = (answer: { status: number; body: any }, code: string, field?: string) => {
  assert.deepEqual([answer.body.code, answer.status >= 400], [code, true], JSON.stringify(answer))
  if (field) assert.equal(answer.body.errors[0]?.field, field)
}

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('a small picture'),
])

/** Uploads a file as a browser or curl does. */
async function upload(
  bytes: Buffer,
  { type = 'image/png', name = 'file', filename = 'Currículum café.png', headers = {} } = {},
) {
  const form = new FormData()
  form.set(name, new Blob([new Uint8Array(bytes)], { type }), filename)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return call('POST /api/v1/media', {
    key: own.key,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')!, ...headers },
  })
}

describe('an uploaded file', () => {
  test('is sent by an id of the platform, which is asked for once, and stays readable', async () => {
    const { status, body } = await upload(png)
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(
      [body.type, body.mime_type, body.filename, body.size_bytes],
      ['image', 'image/png', 'Currículum café.png', png.length],
    )
    const shown = await call(`GET ${new URL(body.url).pathname}`)
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
    const requests = []
    for (const message of ['Look', undefined]) {
      const { body: sent } = await own.send({
        conversation_id: chat.id,
        media_id: body.id,
        ...(message && { message }),
      })
      assert.deepEqual([sent.type, sent.text], ['image', message ?? null])
      assert.deepEqual([sent.media.id, sent.media.status], [body.id, 'stored'])
      assert.match(sent.media.url, /\/media\//)
      await own.settled(sent.id, 'delivered')
      requests.push((await own.sent(sent.id)).image)
    }
    assert.deepEqual(requests[0], { id: requests[1].id, caption: 'Look' })
    const file = await sim(`GET /v25.0/${requests[0].id}`)
    assert.deepEqual(
      [file.mime_type, file.file_size, Buffer.from(file.sha256, 'base64').toString('hex')],
      ['image/png', String(png.length), body.sha256],
    )
  })

  test('is refused when it is none that can be sent', async () => {
    const refused: [Parameters<typeof upload>, string, string | undefined][] = [
      [[Buffer.from('#!/bin/sh'), { type: 'text/x-sh' }], 'media_not_usable', 'file'],
      [[Buffer.from('not a picture at all'), {}], 'media_not_usable', 'file'],
      [[Buffer.alloc(0), {}], 'media_not_usable', 'file'],
      [[png, { name: 'picture' }], 'validation_failed', 'picture'],
      [[Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), {}], 'body_too_large', undefined],
    ]
    for (const [args, code, field] of refused) problem(await upload(...args), code, field)
    problem(await own.post('/api/v1/media', {}), 'unsupported_media_type')
    const { body } = await upload(png)
    const send = { conversation_id: chat.id, media_id: body.id }
    problem(await own.send({ ...send, type: 'video' }), 'media_not_usable', 'media_id')
    problem(await own.send({ ...send, message: 'x'.repeat(1025) }), 'validation_failed', 'message')
    const other = await open()
    problem(
      await other.send({ ...send, conversation_id: (await other.customerWrites()).id }),
      'media_not_found',
    )
  })

  test('is stored once for an idempotency key', async () => {
    const headers = { 'idempotency-key': newId() }
    const [first, second] = [await upload(png, { headers }), await upload(png, { headers })]
    assert.equal(second.text, first.text)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    const other = Buffer.concat([png, Buffer.from('!')])
    problem(await upload(other, { headers }), 'idempotency_key_reused')
  })
})

describe('a chat', () => {
  test('is marked as read here and with the customer, and shows that somebody types', async () => {
    const fresh = await own.customerWrites()
    const { body } = await own.post(`/api/v1/chats/${fresh.id}/read`)
    assert.deepEqual([body.told, body.unread_count, body.error], [true, 0, null])
    assert.equal((await own.get(`/api/v1/chats/${fresh.id}`)).body.unread_count, 0)
    const { data } = await sim('GET /sim/inbound?limit=50')
    const asked = data.find((each: any) => each.id === fresh.platformMessageId)
    assert.equal(asked.is_read_by_business, true)
    assert.equal((await own.post(`/api/v1/chats/${fresh.id}/typing`)).body.told, true)
  })
})
