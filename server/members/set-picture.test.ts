import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'
import { readImageSize } from '#account/pictures/read-image-size.ts'
import { deleteUnusedPictures } from '#housekeeping/delete-unused-pictures.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { toPng } from '#test/png.ts'
import { signInTestMember } from '#test/session.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
const { context } = await openTestContext({ dataDir })
after(() => rm(dataDir, { recursive: true }))
const { call, app } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const admin = await signInTestMember(call, scope)

const compile = async (name: string) =>
  (await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve(name)))) as never

/** Pixels of noise, which no image format compresses. */
function noise(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  let state = 1
  for (let at = 0; at < data.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    data[at] = at % 4 === 3 ? 255 : state >> 16
  }
  return { data, width, height } as ImageData
}

function toForm(bytes: Uint8Array) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/png\r\n\r\n'
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
}

async function set(id: string, bytes: Uint8Array) {
  return call(`PUT /api/v1/members/${id}/picture`, { key, ...toForm(bytes) })
}

const read = (url: string) => app.inject({ url: new URL(url).pathname })

/** Returns the number of files of the workspace in the storage after housekeeping of now, or of `minutes` later. */
async function countFiles(minutes = 0): Promise<number> {
  const now = () => new Date(context.clock.now().getTime() + minutes * 60_000)
  await deleteUnusedPictures(
    { ...context, clock: { ...context.clock, now } },
    createMediaStorage({ dataDir }),
  )
  return (await readdir(join(dataDir, 'media', scope.workspaceId))).length
}

describe('the picture of a member', () => {
  test('is made of a PNG, a JPEG and a WebP, as a small square WebP at an address of its own', async () => {
    await initJpeg(await compile('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
    await initWebp(await compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
    const { id } = await newMember()
    const urls = new Set<string>()
    for (const bytes of [
      toPng(640, 480, [200, 10, 10, 255]),
      new Uint8Array(await encodeJpeg(noise(700, 300))),
      new Uint8Array(await encodeWebp(noise(300, 700), { quality: 100 })),
    ]) {
      const { status, body } = await set(id, bytes)
      assert.equal(status, 200, JSON.stringify(body))
      const shown = await read(body.picture_url)
      assert.equal(shown.statusCode, 200)
      assert.deepEqual(
        ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy'].map(
          (name) => shown.headers[name],
        ),
        [
          'image/webp',
          'public, max-age=31536000, immutable',
          'nosniff',
          "default-src 'none'; sandbox",
        ],
      )
      assert.deepEqual(readImageSize(shown.rawPayload, 'image/webp'), { width: 256, height: 256 })
      assert.ok(shown.rawPayload.length <= 60_000)
      urls.add(body.picture_url)
    }
    assert.equal(urls.size, 3)
    const [first] = urls
    assert.equal((await read(first!)).statusCode, 404)
    assert.equal((await read(`${[...urls].at(-1)!.slice(0, -2)}AA`)).statusCode, 404)
  })

  test('is refused when it is damaged, another type or too large, and the former one stays', async () => {
    const { id } = await newMember()
    const png = toPng(64, 64, [0, 90, 90, 255])
    const { body: before } = await set(id, png)
    for (const [bytes, message] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG or WebP/],
      [png.subarray(0, png.length / 2), /complete image/],
      [toPng(5000, 5000, [0, 0, 0, 255]), /4,096/],
      [Buffer.concat([png.subarray(0, 16), Buffer.alloc(8, 0x7f), png.subarray(24)]), /4,096/],
    ] as const) {
      const { status, body } = await set(id, bytes)
      assert.deepEqual([status, body.code], [422, 'media_not_usable'], JSON.stringify(body))
      assert.match(JSON.stringify(body.errors), message)
    }
    const form = toForm(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    for (const path of ['/api/session/picture', '/api/developer/workspace/picture']) {
      const headers = { ...admin.headers, ...form.headers }
      const { status, body } = await call(`PUT ${path}`, { body: form.body, headers })
      assert.deepEqual([status, body.code], [422, 'media_not_usable'], path)
    }
    const large = await set(id, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
    assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
    const { body: after } = await call(`GET /api/v1/members/${id}`, { key })
    assert.equal(after.picture_url, before.picture_url)
  })

  test('keeps nothing else of the file', async () => {
    const { id } = await newMember()
    const secret = Buffer.from('tEXtGPS 18.5204 N 73.8567 E')
    const png = Buffer.concat([toPng(300, 300, [1, 2, 3, 255]), secret, deflateSync(secret)])
    const { body } = await set(id, png)
    assert.ok(!(await read(body.picture_url)).rawPayload.includes('GPS'))
  })

  test('is their own to set; others need the right, which the audit log says', async () => {
    const { id, headers } = await newMember()
    const form = toForm(toPng(64, 64, [9, 9, 9, 255]))
    const own = await call('PUT /api/session/picture', {
      body: form.body,
      headers: { ...headers, ...form.headers },
    })
    assert.equal(own.status, 200)
    assert.equal(own.body.id, id)
    const refused = await call(`PUT /api/v1/members/${admin.membershipId}/picture`, {
      key: await createTestKey(scope, ['chats:write']),
      ...form,
    })
    assert.equal(refused.status, 403)
    await set(id, toPng(64, 64, [8, 8, 8, 255]))
    assert.equal((await call(`DELETE /api/v1/members/${id}/picture`, { key })).status, 204)
    assert.equal((await call('DELETE /api/session/picture', { headers })).status, 204)
    const unknown = await set(scope.workspaceId, toPng(64, 64, [9, 9, 9, 255]))
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'membership_not_found'])
    const { body: log } = await call('GET /api/developer/audit-log', { headers: admin.headers })
    assert.deepEqual(
      log.data
        .filter(({ target }: { target: { id: string } }) => target.id === id)
        .map(({ action }: { action: string }) => action)
        .filter((action: string) => action.includes('picture')),
      ['member.picture_removed', 'member.picture_set'],
    )
    const { body: events } = await call('GET /api/v1/events?type=member.updated&limit=100', { key })
    assert.deepEqual(
      events.data
        .filter(({ data }: any) => data.id === id)
        .map(({ data }: any) => data.picture_url === null),
      [false, false, true],
    )
  })

  test('is deleted with the member', async () => {
    const { id } = await newMember()
    const { body } = await set(id, toPng(64, 64, [7, 7, 7, 255]))
    await call(`DELETE /api/developer/members/${id}`, { headers: admin.headers })
    assert.equal((await read(body.picture_url)).statusCode, 404)
    assert.equal((await call(`GET /api/v1/members/${id}`, { key })).body.picture_url, null)
  })

  test('is a file of the workspace, which housekeeping deletes once nobody has it', async () => {
    const { id } = await newMember()
    const before = await countFiles(11)
    await set(id, toPng(64, 64, [6, 6, 6, 255]))
    const { body } = await set(id, toPng(64, 64, [5, 5, 5, 255]))
    assert.equal(await countFiles(), before + 2)
    assert.equal(await countFiles(11), before + 1)
    assert.equal((await read(body.picture_url)).statusCode, 200)
    await call(`DELETE /api/v1/members/${id}/picture`, { key })
    assert.equal(await countFiles(11), before)
  })

  test('is refused while the storage of files fails, and the former one stays', async () => {
    const { id, headers } = await newMember()
    const form = toForm(toPng(64, 64, [4, 4, 4, 255]))
    const { body: before } = await call(`PUT /api/v1/members/${id}/picture`, { key, ...form })
    // A file where the folder of files has to be.
    const broken = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
    await writeFile(join(broken, 'media'), '')
    const failing = await openTestApi({
      ...context,
      config: { ...context.config, dataDir: broken },
    })
    for (const [path, own] of [
      [`/api/v1/members/${id}/picture`, { key }],
      ['/api/session/picture', { headers }],
      ['/api/developer/workspace/picture', { headers: admin.headers }],
    ] as const) {
      const all = 'headers' in own ? { ...own.headers, ...form.headers } : form.headers
      const { status, body } = await failing.call(`PUT ${path}`, { ...own, ...form, headers: all })
      assert.deepEqual([status, body.code], [503, 'media_store_unavailable'], path)
    }
    const { pathname: url } = new URL(before.picture_url)
    assert.equal((await failing.app.inject({ url })).statusCode, 503)
    const { body: kept } = await call(`GET /api/v1/members/${id}`, { key })
    assert.equal(kept.picture_url, before.picture_url)
    await rm(broken, { recursive: true })
  })
})

async function newMember() {
  const { membershipId: id, headers } = await signInTestMember(call, scope, 'agent')
  return { id, headers }
}
