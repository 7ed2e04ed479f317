import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { TOKEN, startPair, textTo } from '../test/pair.ts'
import { messageOf, statusOf } from '../test/receiver.ts'

const NUMBER = '555000111222'
const headers = { authorization: `Bearer ${TOKEN}` }

function formOf(
  type: string,
  bytes: string | Uint8Array<ArrayBuffer> = 'some bytes',
  name = 'a.bin',
): FormData {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', type)
  form.set('file', new File([bytes], name, { type }))
  return form
}

async function startWithUpload(t: Parameters<typeof startPair>[0]) {
  const pair = await startPair(t)
  const upload = async (body: FormData) => {
    const url = `${pair.simulator.url}/v24.0/${NUMBER}/media`
    const response = await fetch(url, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as any }
  }
  const find = async (id: string) =>
    (await pair.call('GET', `/v24.0/${id}`, undefined, headers)).body
  return { ...pair, upload, find }
}

test('an uploaded file comes back byte for byte, with its hash and size', async (t) => {
  const { upload, find, simulator } = await startWithUpload(t)
  const bytes = Buffer.from([0, 255, 10, 13, 26, 0])
  const { body } = await upload(formOf('image/png', bytes))
  const found = await find(body.id)
  assert.equal(found.messaging_product, 'whatsapp')
  assert.equal(found.file_size, '6')
  assert.equal(found.sha256, createHash('sha256').update(bytes).digest('base64'))
  assert.ok(found.url.startsWith(simulator.url))
  const fetched = await fetch(found.url, { headers })
  assert.equal(fetched.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), bytes)
  const part = await fetch(found.url, { headers: { ...headers, range: 'bytes=1-2' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), 'bytes 1-2/6')
  assert.deepEqual([...new Uint8Array(await part.arrayBuffer())], [255, 10])
  const beyond = await fetch(found.url, { headers: { ...headers, range: 'bytes=9-' } })
  assert.equal(beyond.status, 416)
})

test('an address of a file needs the token, works for five minutes, and cannot be guessed', async (t) => {
  const { upload, find, call } = await startWithUpload(t)
  const { id } = (await upload(formOf('application/pdf'))).body
  const { url } = await find(id)
  assert.equal((await fetch(url)).status, 401)
  const other = new URL(url)
  other.searchParams.set('ext', String(Number(other.searchParams.get('ext')) + 600))
  assert.equal((await fetch(other, { headers })).status, 404)
  await call('POST', '/sim/time', { advance_ms: 5 * 60_000 + 1_000 })
  assert.equal((await fetch(url, { headers })).status, 404)
  assert.equal((await fetch((await find(id)).url, { headers })).status, 200, 'a new address works')
})

test('a file is gone after 30 days, one of a customer after 7', async (t) => {
  const { upload, find, call, receiver } = await startWithUpload(t)
  const ours = (await upload(formOf('image/jpeg'))).body.id
  await call('POST', '/sim/inbound', {
    from: '+15550142277',
    phone_number_id: NUMBER,
    type: 'image',
    image: { caption: 'Look' },
    media: { base64: 'aGk=', mime_type: 'image/jpeg' },
  })
  const { image } = messageOf(receiver.caught[0]!)
  assert.equal(image.caption, 'Look')
  assert.equal(image.sha256, createHash('sha256').update('hi').digest('base64'))
  assert.equal((await find(image.id)).file_size, '2')
  const day = 24 * 60 * 60 * 1000
  await call('POST', '/sim/time', { advance_ms: 8 * day })
  assert.equal((await find(image.id)).error.error_subcode, 33)
  assert.equal((await find(ours)).id, ours)
  await call('POST', '/sim/time', { advance_ms: 23 * day })
  assert.equal((await find(ours)).error.error_subcode, 33)
})

test('a type the platform does not take, an empty and a too large file are refused', async (t) => {
  const { upload, call } = await startWithUpload(t)
  const large = new Uint8Array(5 * 1024 * 1024 + 1)
  const nothing = new FormData()
  nothing.set('messaging_product', 'whatsapp')
  const unnamed = formOf('image/png')
  unnamed.delete('messaging_product')
  for (const form of [
    formOf('image/svg+xml'),
    formOf('image/png', ''),
    formOf('image/png', large),
    formOf('image/webp', new Uint8Array(500 * 1024 + 1)),
    nothing,
    unnamed,
  ]) {
    const { status, body } = await upload(form)
    assert.equal(status, 400)
    assert.equal(body.error.code, 100)
  }
  assert.equal((await upload(formOf('video/mp4', large))).status, 200)
  const plain = await call('POST', `/v24.0/${NUMBER}/media`, { file: 'x' }, headers)
  assert.equal(plain.status, 400)
})

test('a file of the wrong kind fails later, an unknown one at once where rules are strict', async (t) => {
  const { upload, send, call, receiver } = await startWithUpload(t)
  const { id } = (await upload(formOf('audio/ogg'))).body
  const image = (mediaId: string) =>
    send({ ...textTo('+15550142277'), text: undefined, type: 'image', image: { id: mediaId } })
  assert.equal((await image(id)).status, 200)
  const [failed] = await receiver.until((all) => all.length === 1)
  assert.equal(statusOf(failed!).errors[0].code, 131053)
  assert.equal((await image('123')).status, 200)
  await call('PATCH', '/sim/settings', { media: 'strict' })
  assert.match((await image('123')).body.error.message, /media attachment ID/)
})
