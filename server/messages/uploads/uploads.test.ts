import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { toPng } from '#test/png.ts'
import { signInTestMember } from '#test/session.ts'

const run = promisify(execFile)
const dataDir = await mkdtemp(join(tmpdir(), 'parley-uploads-'))
const { context } = await openTestContext({ dataDir })
const { call, app } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
after(() => rm(dataDir, { recursive: true, force: true }))

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1')

/** Returns a multipart body with one file. */
function toForm(bytes: Buffer, type = 'image/png') {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
}

/** Posts a body and reads nothing before all of it is sent. */
async function postAll(path: string, { body, headers }: ReturnType<typeof toForm>) {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body, () => resolve())
  })
  return (await buffer(socket)).toString()
}

describe('a refused upload', () => {
  test('is answered also for a client that sends everything before it reads', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const large = Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)])
    const wrong = Buffer.alloc(20 * 1024 * 1024, 'no picture ')
    for (const [path, form, status] of [
      ['/api/v1/media', toForm(wrong), 422],
      ['/api/v1/media', toForm(large), 413],
      ['/api/v1/media', toForm(wrong, 'text/x-sh'), 422],
      ['/api/v1/imports', toForm(Buffer.concat([wrong, wrong])), 413],
      ['/api/v1/nowhere', toForm(wrong), 404],
    ] as const) {
      const answer = await postAll(path, form)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), `${path} ${answer.slice(0, 200)}`)
    }
  })
})

describe('a disk', () => {
  test('that is full refuses an upload with 507, and accepts it once there is space', async (t) => {
    const media = join(dataDir, 'media')
    await run('mkdir', ['-p', media])
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', media])
    } catch {
      t.skip('this machine cannot mount a small disk for the test')
      return
    }
    t.after(() => run('umount', [media]))
    await writeFile(join(media, 'filling'), Buffer.alloc(60 * 1024))
    const form = toForm(Buffer.concat([PNG, Buffer.alloc(32 * 1024)]))
    const answer = await call('POST /api/v1/media', { key, ...form })
    assert.deepEqual([answer.status, answer.body.code], [507, 'media_store_full'], answer.text)
    assert.doesNotMatch(answer.text, /parley-uploads/)
    const folders = (await readdir(media)).filter((name) => name !== 'filling')
    for (const folder of folders) assert.deepEqual(await readdir(join(media, folder)), [])
    await rm(join(media, 'filling'))
    await writeFile(join(media, 'filling'), Buffer.alloc(64 * 1024))
    const { headers, membershipId } = await signInTestMember(call, scope)
    const picture = toForm(toPng(64, 64, [0, 0, 0, 255]))
    for (const path of [
      '/api/session/picture',
      '/api/developer/workspace/picture',
      `/api/v1/members/${membershipId}/picture`,
    ]) {
      const all = { ...headers, ...picture.headers }
      const refused = await call(`PUT ${path}`, { body: picture.body, headers: all })
      assert.deepEqual([refused.status, refused.body.code], [507, 'media_store_full'], path)
    }
    await rm(join(media, 'filling'))
    assert.equal((await call('POST /api/v1/media', { key, ...form })).status, 201)
  })

  test('that fails refuses an upload with 503', async () => {
    // A file where the folder of files has to be.
    const broken = await mkdtemp(join(tmpdir(), 'parley-uploads-'))
    await writeFile(join(broken, 'media'), '')
    const config = { ...context.config, dataDir: broken }
    const { call: ask } = await openTestApi({ ...context, config })
    const answer = await ask('POST /api/v1/media', { key, ...toForm(PNG) })
    assert.deepEqual([answer.status, answer.body.code], [503, 'media_store_unavailable'])
    assert.equal(answer.headers['retry-after'], '5')
    await rm(broken, { recursive: true })
  })
})
