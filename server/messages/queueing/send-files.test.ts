import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import type { Respond } from '#test/receiver.ts'
import { createChannel } from '#channels/create-channel.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { newId } from '#lib/ids.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { getMessage } from '../get-message.ts'
import { getTrail } from '../get-trail.ts'
import { createSendLane } from '../sending/create-send-lane.ts'

let skewMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + skewMs) } }
const platform = await startReceiver()
const files = await startReceiver()
const safe = createSafeFetch({ allowLocal: true })
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` }, { timeoutMs: 5000 })
after(() => Promise.all([platform.close(), files.close(), safe.close(), clients.close()]))

const PICTURE = Buffer.from('a picture')
const gives =
  (type: string, status = 200): Respond =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(PICTURE)

/** A platform that accepts uploads, and messages except those with a link. */
const refusesLinks: Respond = (request, response) => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.path.endsWith('/media')) return json(200, { id: '4711' })
  if (request.body.includes('"link"'))
    return json(400, { error: { message: '(#131053) Media upload error', code: 131053 } })
  return json(200, { messages: [{ id: `wamid.${newId()}` }] })
}

async function setUp(options: { storage?: MediaStorage } = {}) {
  platform.requests.length = 0
  platform.respondWith(refusesLinks)
  files.requests.length = 0
  files.respondWith(gives('image/png'))
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createChannel(scope, {
    type: 'whatsapp',
    account: String(Date.now()) + testPhone().slice(5),
    access_token: 'EAA-token',
  })
  const chat = await createTestChat(scope, { channelId: channel.id })
  const lane = createSendLane(context, { clients, fetch: safe.fetch, ...options })
  const work = () =>
    lane.work({ workspaceId, targetId: channel.id, leaseToken: '' }, new AbortController().signal)
  async function queue(media: Record<string, unknown>, more: { retryOf?: string } = {}) {
    const id = newId()
    const now = scope.clock.now()
    await scope.db
      .insertInto('messages')
      .values({
        workspace_id: workspaceId,
        id,
        chat_id: chat.id,
        person_id: chat.personId,
        channel_id: channel.id,
        direction: 'outbound',
        type: 'image',
        text: 'Look',
        media: JSON.stringify(media),
        status: 'queued',
        author_type: 'system',
        send_due_at: now,
        created_at: now,
        retry_of_id: more.retryOf ?? null,
      })
      .execute()
    return id
  }
  const paths = () => platform.requests.map((request) => request.path.split('/').at(-1))
  return { scope, chat, work, queue, paths }
}

test('a file whose link the platform cannot use is fetched here and uploaded, in the same message', async () => {
  const { scope, work, queue, paths } = await setUp()
  const id = await queue({ url: `${files.url}/a/price%20list.png` })
  await work()
  assert.equal((await getMessage(scope, id)).status, 'sent')
  assert.deepEqual(paths(), ['messages', 'media', 'messages'])
  const [, upload, message] = platform.requests
  assert.ok(upload!.body.includes(PICTURE))
  assert.match(upload!.body.toString(), /image\/png/)
  const { image, biz_opaque_callback_data } = JSON.parse(message!.body.toString())
  assert.deepEqual([image, biz_opaque_callback_data], [{ id: '4711', caption: 'Look' }, id])
})

test('a large file behind a link is fetched completely', async () => {
  const { scope, work, queue } = await setUp()
  const large = Buffer.alloc(4_000_000, 'a picture ')
  files.respondWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(large),
  )
  const id = await queue({ url: `${files.url}/large.png` })
  await work()
  assert.equal((await getMessage(scope, id)).status, 'sent')
  assert.ok(platform.requests[1]!.body.includes(large))
})

test('a message that is sent instead of one whose link failed is uploaded at once', async () => {
  const { scope, work, queue, paths } = await setUp()
  const media = { url: `${files.url}/a.png` }
  const failed = await queue(media)
  await scope.db
    .updateTable('messages')
    .set({ status: 'failed', error_code: '131053', send_due_at: null })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', failed)
    .execute()
  const id = await queue(media, { retryOf: failed })
  await work()
  assert.equal((await getMessage(scope, id)).status, 'sent')
  assert.deepEqual(paths(), ['media', 'messages'])
})

test('a link without a usable file fails with the platform’s reason and advice', async () => {
  for (const respond of [gives('image/png', 404), gives('text/html'), gives('video/mp4')]) {
    const { scope, work, queue, paths } = await setUp()
    files.respondWith(respond)
    const id = await queue({ url: `${files.url}/a.png` })
    await work()
    const { status, error } = await getMessage(scope, id)
    assert.deepEqual([status, error?.code], ['failed', '131053'])
    assert.deepEqual(paths(), ['messages'])
    const { steps } = await getTrail(scope, id)
    assert.match(steps.at(-1)!.error!.advice, /Send it again.*upload the file/)
  }
})

test('an unavailable file storage does not count as an attempt of a message', async () => {
  const inner = createMediaStorage(context.config)
  let isAway = true
  const { scope, work, queue } = await setUp({
    storage: {
      ...inner,
      read: (key) => (isAway ? Promise.reject(new Error('away')) : inner.read(key)),
    },
  })
  const { workspaceId } = scope
  const uploadId = newId()
  await inner.write(
    `${workspaceId}/${uploadId}`,
    (async function* () {
      yield PICTURE
    })(),
  )
  await scope.db
    .insertInto('media_uploads')
    .values({
      workspace_id: workspaceId,
      id: uploadId,
      mime_type: 'image/png',
      filename: null,
      size_bytes: PICTURE.length,
      sha256: '',
      created_at: new Date(),
    })
    .execute()
  const id = await queue({ id: uploadId, status: 'stored' })
  for (let turn = 0; turn < 12; turn++) {
    await work()
    const { status, error } = await getMessage(scope, id)
    assert.deepEqual([status, error?.code], ['queued', 'media_store_unavailable'])
    skewMs += 60_000
  }
  isAway = false
  await work()
  assert.deepEqual((await getMessage(scope, id)).status, 'sent')
})

test('a message to a group says that it is one', async () => {
  const { scope, chat, work, queue } = await setUp()
  await scope.db
    .updateTable('chats')
    .set({ is_group: true, recipient: 'Y2FwaV9ncm91cA' })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  await queue({ url: `${files.url}/a.png` })
  await work()
  const { recipient_type, to, recipient } = JSON.parse(platform.requests[0]!.body.toString())
  assert.deepEqual([recipient_type, to, recipient], ['group', 'Y2FwaV9ncm91cA', undefined])
})
