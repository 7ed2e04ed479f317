import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import type { StoreConfig } from '#lib/settings/config.ts'
import { gatherParts } from './gather-parts.ts'
import { isMediaKey, storeUnavailable } from './media-storage.ts'
import type { MediaStorage } from './media-storage.ts'
import { ask, beginUpload, ifMissing, listObjects, openBucket } from './open-bucket.ts'

/** Size of a part of an upload; all but the last need at least 5 MiB. Source: Amazon S3, "Multipart upload limits". */
const PART_BYTES = 8 * 1024 * 1024

/**
 * Creates a storage in a bucket of an S3-compatible store at `S3_ENDPOINT`. A file that fits into one part is written
 * by one request, a larger one by an upload that takes effect at its end: a key has the whole file or nothing.
 *
 * Its functions throw AppError media_store_unavailable when the store fails or refuses; errors of `source` pass
 * through.
 */
export function createS3MediaStorage(s3: StoreConfig): MediaStorage {
  let opened: Promise<S3mini> | undefined
  const open = () => (opened ??= openBucket(s3))

  async function writeParts(key: string, parts: AsyncIterable<Buffer>, first: Buffer) {
    const upload = await beginUpload(await open(), key)
    try {
      await upload.write(first)
      for await (const part of parts) await upload.write(part)
      await upload.complete()
    } catch (err) {
      await upload.abort()
      throw err
    }
  }

  return {
    async write(key, source) {
      const parts = gatherParts(source, PART_BYTES)
      const { value: first = Buffer.alloc(0) } = await parts.next()
      if (first.length === PART_BYTES) return writeParts(key, parts, first)
      const client = await open()
      await ask(() => client.putObject(key, first))
    },
    async read(key, range) {
      const client = await open()
      const response = await ask(() =>
        range
          ? client.getObjectRaw(key, false, range.start, range.end + 1)
          : client.getObjectRaw(key),
      ).catch(ifMissing)
      if (!response) return undefined
      if (range && response.status !== 206) {
        await response.body?.cancel()
        throw storeUnavailable(new Error('the storage does not support byte ranges'))
      }
      return response.body
        ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
        : Readable.from([])
    },
    async *list() {
      for await (const { key } of listObjects(await open())) if (isMediaKey(key)) yield key
    },
    async remove(key) {
      const client = await open()
      await ask(() => client.deleteObject(key)).catch(ifMissing)
    },
    // A lifecycle rule of the bucket aborts uploads that were never completed.
    removeUnfinished: async () => undefined,
  }
}
