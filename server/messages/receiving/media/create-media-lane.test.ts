import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { createVoice } from '#test/create-voice.ts'
import { createApi } from '#api.ts'
import { listChats } from '#conversations/list-chats.ts'
import type { App } from '#http/app.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { payloadOf, wamid } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { createMediaLane } from './create-media-lane.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-media-'))
const { context } = await openTestContext({ dataDir })
const { open } = openInbound(context)
const BYTES = Buffer.from('a picture, as good as any')
const SHA256 = createHash('sha256').update(BYTES).digest('base64')

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const routes = new Map<string, Handler>()
const requests: { path: string; token: string | undefined }[] = []
const platform = createServer((request, response) => {
  const path = request.url!.split('?')[0]!
  requests.push({ path, token: request.headers.authorization })
  const handler = routes.get(path)
  if (handler) handler(request, response)
  else response.writeHead(404).end('{}')
})
let base = ''
let api: App
let clients: ReturnType<typeof createPlatformClients>
let lane: ReturnType<typeof createMediaLane>
const storage = createMediaStorage({ dataDir })

before(async () => {
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  clients = createPlatformClients({ graphUrl: `${base}/v25.0` }, { mediaBytesMax: 1000 })
  lane = createMediaLane(context, { clients, storage })
  api = await createApi(context)
})
after(async () => {
  await clients.close()
  platform.closeAllConnections()
  platform.close()
  await rm(dataDir, { recursive: true })
})

const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

/** Creates a workspace that received one file, by default an image; `node` is the payload's description of the file. */
async function receiveImage(
  node: Json,
  accessToken: string | null = 'EAA-token',
  type: 'image' | 'audio' = 'image',
) {
  const own = await open(accessToken === null ? {} : { access_token: accessToken })
  const id = wamid()
  const from = newWaId()
  const file = { mime_type: 'image/png', ...node }
  const message = {
    from,
    id,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type,
    [type]: file,
  }
  await own.receive(payloadOf(own.account, { messages: [message] }))
  const work = () =>
    lane.work(
      { workspaceId: own.workspaceId, targetId: own.channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  return {
    ...own,
    id,
    fetchMedia: work,
    media: async () => (await messageOf(own.scope, id)).media!,
  }
}

/** Stores a file under `id` at the platform. */
function host(id: string, bytes: Buffer = BYTES, more: Json = {}) {
  const body = JSON.stringify({
    url: `${base}/files/${id}`,
    mime_type: 'image/png',
    sha256: SHA256,
    ...more,
  })
  routes.set(`/v25.0/${id}`, answer(200, body))
  routes.set(`/files/${id}`, answer(200, bytes, { 'content-type': 'image/png' }))
}

describe('a file that comes with a message', () => {
  test('is fetched, stored, told, and read by a link that expires', async () => {
    host('101')
    const { fetchMedia, media, scope } = await receiveImage({ id: '101', sha256: SHA256 })
    assert.deepEqual([(await media())['status'], (await media())['url']], ['pending', null])
    assert.equal(await fetchMedia(), null)
    const { url, ...shown } = await media()
    assert.deepEqual(
      { ...shown, id: undefined },
      {
        id: undefined,
        status: 'stored',
        mime_type: 'image/png',
        filename: null,
        size_bytes: BYTES.length,
        sha256: Buffer.from(SHA256, 'base64').toString('hex'),
        error: null,
      },
    )
    assert.equal((await eventTypes(scope)).at(-1), 'message.updated')
    const { pathname } = new URL(String(url))
    const response = await api.inject({ url: pathname })
    assert.equal(response.statusCode, 200)
    assert.deepEqual(response.rawPayload, BYTES)
    assert.equal(response.headers['content-type'], 'image/png')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
    assert.match(String(response.headers['content-security-policy']), /sandbox/)
    const part = await api.inject({ url: pathname, headers: { range: 'bytes=2-8' } })
    assert.deepEqual([part.statusCode, part.body], [206, 'picture'])
    assert.equal(part.headers['content-range'], `bytes 2-8/${BYTES.length}`)
    const beyond = await api.inject({ url: pathname, headers: { range: 'bytes=999-' } })
    assert.equal(beyond.statusCode, 416)
    const forged = `${pathname.slice(0, -2)}${pathname.endsWith('AA') ? 'BB' : 'AA'}`
    assert.equal((await api.inject({ url: forged })).statusCode, 404)
    const inNineDays = { now: () => new Date(Date.now() + 9 * 86_400_000) }
    const later = await createApi({ ...context, clock: inNineDays })
    assert.equal((await later.inject({ url: pathname })).statusCode, 404)
    await later.close()
  })

  test('has a length, which the list of conversations shows, if it is a voice message', async () => {
    const voice = createVoice(0.7)
    const sha256 = createHash('sha256').update(voice).digest('base64')
    const node = { id: '102', mime_type: 'audio/ogg; codecs=opus', voice: true, sha256 }
    host('102', voice, node)
    const { fetchMedia, media, scope } = await receiveImage(node, 'EAA-token', 'audio')
    const shown = async () => (await listChats(scope, {})).data[0]!.last_message!.file
    assert.deepEqual(await shown(), { filename: null, voice: true, duration_seconds: null })
    await fetchMedia()
    assert.equal((await media())['duration_seconds'], 1)
    assert.deepEqual(await shown(), { filename: null, voice: true, duration_seconds: 1 })
  })

  test('is one of several that a page got, each with its own state', async () => {
    const own = await open({ type: 'messenger', access_token: 'EAA-token' })
    const mid = wamid()
    routes.set('/files/one', answer(200, BYTES, { 'content-type': 'image/png' }))
    routes.set('/files/two', answer(200, BYTES, { 'content-type': 'video/mp4' }))
    const attachments = ['one', 'gone', 'two'].map((name) => ({
      type: 'image',
      payload: { url: `${base}/files/${name}` },
    }))
    const event = {
      sender: { id: newWaId() },
      recipient: { id: own.account },
      timestamp: Date.now(),
      message: { mid, attachments },
    }
    await own.receive({ object: 'page', entry: [{ id: own.account, messaging: [event] }] })
    await lane.work(
      { workspaceId: own.workspaceId, targetId: own.channel.id, leaseToken: '' },
      new AbortController().signal,
    )
    const message = await messageOf(own.scope, mid)
    assert.deepEqual(
      message.attachments.map((each) => [each['status'], each['mime_type'], each['error']]),
      [
        ['stored', 'image/png', null],
        ['failed', null, 'expired'],
        ['stored', 'video/mp4', null],
      ],
    )
    for (const each of [message.attachments[0]!, message.attachments[2]!]) {
      const { pathname } = new URL(String(each['url']))
      assert.deepEqual((await api.inject({ url: pathname })).rawPayload, BYTES)
    }
    assert.equal(
      (await eventTypes(own.scope)).filter((each) => each === 'message.updated').length,
      3,
    )
  })

  test('is asked for anew where its address has expired', async () => {
    host('102')
    routes.set('/files/old', answer(404, ''))
    const { fetchMedia, media } = await receiveImage({ id: '102', url: `${base}/files/old` })
    await fetchMedia()
    assert.equal((await media())['status'], 'stored')
  })

  test('that is not the one that was named is not stored', async () => {
    host('103', Buffer.from('another picture'))
    const { fetchMedia, scope, workspaceId } = await receiveImage({ id: '103' })
    assert.ok((await fetchMedia())! > new Date())
    const [file] = await rowsOf(scope, 'media_files')
    assert.deepEqual([file.status, file.error, file.attempts], ['pending', 'wrong_hash', 1])
    assert.deepEqual(await readdir(join(dataDir, 'media', workspaceId)), [])
  })

  test('that is too large is given up, also when its size was not told', async () => {
    const large = Buffer.alloc(5000)
    host('104', large)
    routes.set('/files/104', (_request, response) => {
      response.writeHead(200)
      for (let sent = 0; sent < 5000; sent += 500) response.write(large.subarray(0, 500))
      response.end()
    })
    const { fetchMedia, media, scope } = await receiveImage({ id: '104' })
    assert.equal(await fetchMedia(), null)
    assert.deepEqual([(await media())['status'], (await media())['error']], ['failed', 'too_large'])
    assert.equal((await eventTypes(scope)).at(-1), 'message.updated')
  })

  test('that is gone is given up, and a platform that is away is tried again', async () => {
    routes.set('/v25.0/105', answer(400, '{"error":{"code":100,"error_subcode":33}}'))
    const gone = await receiveImage({ id: '105' })
    assert.equal(await gone.fetchMedia(), null)
    assert.equal((await gone.media())['error'], 'gone')
    routes.set('/v25.0/106', answer(503, ''))
    const away = await receiveImage({ id: '106' })
    assert.ok((await away.fetchMedia())! > new Date())
    host('106')
    await away.scope.db
      .updateTable('media_files')
      .set({ due_at: new Date() })
      .where('workspace_id', '=', away.workspaceId)
      .execute()
    await away.fetchMedia()
    assert.equal((await away.media())['status'], 'stored')
  })

  test('that cannot be stored is tried again, until it can', async () => {
    host('110')
    const image = await receiveImage({ id: '110' })
    // A file where the folder of files has to be.
    const broken = await mkdtemp(join(tmpdir(), 'parley-media-'))
    await writeFile(join(broken, 'media'), '')
    const failing = createMediaLane(context, {
      clients,
      storage: createMediaStorage({ dataDir: broken }),
    })
    const { workspaceId, channel, scope } = image
    const ref = { workspaceId, targetId: channel.id, leaseToken: '' }
    assert.ok((await failing.work(ref, new AbortController().signal))! > new Date())
    assert.equal((await image.media())['status'], 'pending')
    await scope.db
      .updateTable('media_files')
      .set({ due_at: new Date() })
      .where('workspace_id', '=', workspaceId)
      .execute()
    assert.equal(await image.fetchMedia(), null)
    assert.equal((await image.media())['status'], 'stored')
    await rm(broken, { recursive: true })
  })

  test('never takes the token to a host that a payload names', async () => {
    const before_ = requests.length
    const stranger = createServer((request, response) => {
      requests.push({ path: 'stranger', token: request.headers.authorization })
      response.end(BYTES)
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const { port } = stranger.address() as AddressInfo
    const { fetchMedia, media } = await receiveImage({
      id: '107',
      url: `http://127.0.0.1:${port}/steal`,
    })
    await fetchMedia()
    stranger.close()
    assert.equal((await media())['error'], 'host_not_allowed')
    assert.deepEqual(requests.slice(before_), [])
  })

  test('of a message that is revoked while it is fetched leaves nothing', async () => {
    host('109')
    const { fetchMedia, scope, workspaceId } = await receiveImage({ id: '109', sha256: SHA256 })
    routes.set('/files/109', (_request, response) => {
      void scope.db
        .updateTable('media_files')
        .set({ status: 'failed', error: 'revoked' })
        .where('workspace_id', '=', workspaceId)
        .execute()
        .then(() => response.writeHead(200).end(BYTES))
    })
    assert.equal(await fetchMedia(), null)
    const [file] = await rowsOf(scope, 'media_files')
    assert.deepEqual([file.status, file.error], ['failed', 'revoked'])
    assert.deepEqual(await readdir(join(dataDir, 'media', workspaceId)), [])
  })

  test('waits for a channel to get its token', async () => {
    const { fetchMedia, scope } = await receiveImage({ id: '108' }, null)
    assert.ok((await fetchMedia())! > new Date())
    const [file] = await rowsOf(scope, 'media_files')
    assert.deepEqual([file.status, file.error], ['pending', 'no_access_token'])
  })
})
