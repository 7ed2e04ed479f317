import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import type { Config } from '#config.ts'
import { AppError } from '#lib/errors.ts'
import { gatherParts } from './gather-parts.ts'
import { isMediaKey } from './media-storage.ts'
import type { MediaStorage } from './media-storage.ts'
import { createS3Fetch } from './s3-fetch.ts'

/** Size of a part of an upload; all but the last need at least 5 MiB. Source: Amazon S3, "Multipart upload limits". */
const PART_BYTES = 8 * 1024 * 1024

/** The most keys of a page. Source: Amazon S3, "ListObjectsV2". */
const LIST_KEYS = 1_000

/**
 * Creates a storage in a bucket of an S3-compatible store at `S3_ENDPOINT`. A file that fits into one part is written
 * by one request, a larger one by an upload that takes effect at its end: a key has the whole file or nothing.
 *
 * Its functions throw AppError media_store_unavailable when the store fails or refuses; errors of `source` pass
 * through.
 */
export function createS3MediaStorage(s3: NonNullable<Config['s3']>): MediaStorage {
  let opened: Promise<S3mini> | undefined
  const open = () => (opened ??= openClient(s3))

  async function writeParts(key: string, parts: AsyncIterable<Buffer>, first: Buffer) {
    const client = await open()
    const uploadId = await ask(() => client.getMultipartUploadId(key))
    try {
      const done = [await ask(() => client.uploadPart(key, uploadId, first, 1))]
      for await (const part of parts)
        done.push(await ask(() => client.uploadPart(key, uploadId, part, done.length + 1)))
      const { etag } = await ask(() => client.completeMultipartUpload(key, uploadId, done))
      // This call can answer 200 and still fail. Source: Amazon S3, "CompleteMultipartUpload".
      if (!etag) throw unavailable(new Error('the upload was not completed'))
    } catch (err) {
      await client.abortMultipartUpload(key, uploadId).catch(() => undefined)
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
        throw unavailable(new Error('the storage does not support byte ranges'))
      }
      return response.body
        ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
        : Readable.from([])
    },
    async *list() {
      const client = await open()
      let next: string | undefined
      do {
        const token = next
        const page = await ask(() => client.listObjectsPaged('/', '', LIST_KEYS, token))
        if (!page) throw unavailable(new Error('the bucket does not exist'))
        for (const { Key: name } of page.objects ?? []) if (isMediaKey(name)) yield name
        next = page.nextContinuationToken
      } while (next)
    },
    async remove(key) {
      const client = await open()
      await ask(() => client.deleteObject(key)).catch(ifMissing)
    },
    // A lifecycle rule of the bucket aborts uploads that were never completed.
    removeUnfinished: async () => undefined,
  }
}

async function openClient(s3: NonNullable<Config['s3']>): Promise<S3mini> {
  // The client is loaded only where files are stored in a bucket.
  const { S3mini } = await import('s3mini')
  return new S3mini({ ...s3, fetch: createS3Fetch() })
}

/** Runs a request to the file storage. Its error describes the failure without the content of the request. */
async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (err) {
    const { status, serviceCode, body, code, message, cause } = err as Failure
    if (status === undefined)
      throw unavailable(new Error(code ?? cause?.code ?? cause?.message ?? message))
    const word = /<Code>(\w+)<\/Code>/.exec(body ?? '')?.[1] ?? serviceCode
    throw unavailable(new StoreRefusal(status, word ?? ''))
  }
}

type Failure = {
  status?: number
  serviceCode?: string
  body?: string
  code?: string
  message: string
  cause?: { code?: string; message?: string }
}

/** Returns the error of a non-success response of the store. Source: Amazon S3, "Error responses". */
class StoreRefusal extends Error {
  readonly isMissing: boolean

  constructor(status: number, word: string) {
    super(`it responded with ${status} ${word}`.trim())
    this.isMissing = status === 404 && word !== 'NoSuchBucket'
  }
}

function ifMissing(err: unknown): undefined {
  if (err instanceof AppError && err.cause instanceof StoreRefusal && err.cause.isMissing)
    return undefined
  throw err
}

function unavailable(cause: Error): AppError {
  return new AppError(
    'media_store_unavailable',
    'The file storage is currently unavailable. Try again in a moment.',
    {
      cause,
      headers: { 'retry-after': '5' },
    },
  )
}
