import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { after, afterEach, describe, test } from 'node:test'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { startTestS3Server } from '#test/s3-server.ts'
import { mediaKey } from './media-storage.ts'
import { createMediaStorage } from './create-media-storage.ts'

const MIB = 1024 * 1024
const store = await startTestS3Server()
const storage = createMediaStorage({ dataDir: '/nowhere', s3: store.config })
after(() => store.close())
afterEach(() => store.fail())

const newKey = () => mediaKey(newId(), newId())

async function* inChunks(bytes: Buffer, size = 100_000, end?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  if (end) throw end
}

/** Returns the texts of an outage and its causes. */
function outage(pattern: RegExp) {
  return (err: unknown) => {
    assert.ok(err instanceof AppError, String(err))
    assert.equal(err.code, 'media_store_unavailable')
    assert.match((err.cause as Error).message, pattern)
    assert.doesNotMatch(JSON.stringify(err.cause), /s3cret|AKIATEST/)
    return true
  }
}

describe('a file in an S3-compatible store', () => {
  test('is written, read whole and in part, and removed', async () => {
    const key = newKey()
    await storage.write(key, inChunks(Buffer.from('a picture, as good as any')))
    assert.deepEqual([...store.objects.keys()], [key])
    assert.equal(await text((await storage.read(key))!), 'a picture, as good as any')
    assert.equal(await text((await storage.read(key, { start: 2, end: 8 }))!), 'picture')
    await storage.remove(key)
    assert.equal(await storage.read(key), undefined)
    await storage.remove(key)
  })

  test('is listed, whatever the number of files, and no other object', async () => {
    store.objects.clear()
    const keys = Array.from({ length: 2_500 }, newKey)
    for (const key of keys) store.objects.set(key, Buffer.from('x'))
    store.objects.set('notes.txt', Buffer.from('x'))
    const listed = await Array.fromAsync(storage.list())
    assert.deepEqual(listed.toSorted(), keys.toSorted())
    store.objects.clear()
    assert.deepEqual(await Array.fromAsync(storage.list()), [])
    store.fail({ status: 500 })
    await assert.rejects(Array.fromAsync(storage.list()), outage(/500/))
  })

  test('of any size comes back byte for byte', async () => {
    for (const size of [0, 1, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 17 * MIB]) {
      const key = newKey()
      const bytes = randomBytes(size)
      await storage.write(key, inChunks(bytes))
      assert.ok(bytes.equals(await buffer((await storage.read(key))!)), `${size} bytes`)
      const range = { start: Math.max(0, size - 10), end: size - 1 }
      if (size > 0)
        assert.deepEqual(
          await buffer((await storage.read(key, range))!),
          bytes.subarray(range.start),
        )
    }
    assert.equal(store.uploads.size, 0)
  })

  test('whose source fails is not kept, and the failure is that of the source', async () => {
    for (const size of [10, 9 * MIB]) {
      const key = newKey()
      const failure = new Error('the hash is wrong')
      await assert.rejects(storage.write(key, inChunks(randomBytes(size), MIB, failure)), failure)
      assert.equal(await storage.read(key), undefined)
    }
    assert.equal(store.uploads.size, 0)
  })
})

describe('a store that cannot be used', () => {
  test('is told apart from a file that is not there', async () => {
    const key = newKey()
    await storage.write(key, inChunks(Buffer.from('there')))
    store.fail({ status: 503, body: '<Error><Code>SlowDown</Code></Error>' })
    await assert.rejects(storage.read(key), outage(/503 SlowDown/))
    await assert.rejects(storage.remove(key), outage(/503/))
    await assert.rejects(storage.write(newKey(), inChunks(Buffer.from('x'))), outage(/503/))
    const missing = '<Error><Code>NoSuchBucket</Code></Error>'
    store.fail({ status: 404, body: missing, headers: { 'content-type': 'application/xml' } })
    await assert.rejects(storage.read(key), outage(/404 NoSuchBucket/))
    store.fail()
    assert.equal(await text((await storage.read(key))!), 'there')
  })

  test('is one that refuses our signature', async () => {
    const { endpoint } = store.config
    const wrong = { ...store.config, secretAccessKey: 'another', endpoint }
    const refused = createMediaStorage({ dataDir: '/nowhere', s3: wrong })
    await assert.rejects(refused.read(newKey()), outage(/403 SignatureDoesNotMatch/))
    const elsewhere = createMediaStorage({
      dataDir: '/nowhere',
      s3: { ...store.config, region: 'us-east-1' },
    })
    await assert.rejects(elsewhere.read(newKey()), outage(/403/))
  })

  test('is one that sends us elsewhere', async () => {
    store.fail({ status: 307, headers: { location: 'http://127.0.0.1:1/stolen' } })
    await assert.rejects(storage.read(newKey()), outage(/307/))
  })

  test('is one without byte ranges', async () => {
    store.fail({ status: 200, body: 'everything' })
    await assert.rejects(storage.read(newKey(), { start: 0, end: 1 }), outage(/byte ranges/))
  })

  test('is one that is not there', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const s3 = { ...store.config, endpoint: `http://127.0.0.1:${port}/parley` }
    const away = createMediaStorage({ dataDir: '/nowhere', s3 })
    await assert.rejects(away.read(newKey()), outage(/ECONNREFUSED/))
  })
})
