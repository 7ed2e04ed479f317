import type { S3mini } from 's3mini'
import type { StoreConfig } from '#lib/settings/config.ts'
import { AppError } from '#lib/errors.ts'
import { createS3Fetch } from './create-s3-fetch.ts'
import { storeUnavailable } from './media-storage.ts'

/** The most keys of a page. Source: Amazon S3, "ListObjectsV2". */
const LIST_KEYS = 1_000

/** Opens the bucket of an S3-compatible store. */
export async function openBucket(s3: StoreConfig): Promise<S3mini> {
  // The client is loaded only where files are stored in a bucket.
  const { S3mini } = await import('s3mini')
  return new S3mini({ ...s3, fetch: createS3Fetch() })
}

/**
 * Runs a request to a bucket. Its error describes the failure without the content of the request.
 *
 * @throws {AppError} media_store_unavailable
 */
export async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (err) {
    const { status, serviceCode, body, code, message, cause } = err as Failure
    if (status === undefined)
      throw storeUnavailable(new Error(code ?? cause?.code ?? cause?.message ?? message))
    const word = /<Code>(\w+)<\/Code>/.exec(body ?? '')?.[1] ?? serviceCode
    throw storeUnavailable(new StoreRefusal(status, word ?? ''))
  }
}

/** Lists the objects of a bucket, with their sizes in bytes. @throws {AppError} media_store_unavailable */
export async function* listObjects(client: S3mini): AsyncGenerator<{ key: string; size: number }> {
  let next: string | undefined
  do {
    const token = next
    const page = await ask(() => client.listObjectsPaged('/', '', LIST_KEYS, token))
    if (!page) throw storeUnavailable(new Error('the bucket does not exist'))
    for (const { Key: key, Size: size } of page.objects ?? []) yield { key, size: Number(size) }
    next = page.nextContinuationToken
  } while (next)
}

/** An upload in parts. The object has its content when it is complete, and does not exist before. */
type Upload = {
  write: (part: Buffer) => Promise<void>
  complete: () => Promise<void>
  abort: () => Promise<void>
}

/** Begins an upload in parts. Each but the last needs at least 5 MiB, and all the same size. */
export async function beginUpload(client: S3mini, key: string): Promise<Upload> {
  const uploadId = await ask(() => client.getMultipartUploadId(key))
  const done: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  return {
    async write(part) {
      done.push(await ask(() => client.uploadPart(key, uploadId, part, done.length + 1)))
    },
    async complete() {
      const { etag } = await ask(() => client.completeMultipartUpload(key, uploadId, done))
      // This call can answer 200 and still fail. Source: Amazon S3, "CompleteMultipartUpload".
      if (!etag) throw storeUnavailable(new Error('the upload was not completed'))
    },
    abort: async () =>
      void (await client.abortMultipartUpload(key, uploadId).catch(() => undefined)),
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

/** Returns undefined for the error of a missing object, and throws any other. */
export function ifMissing(err: unknown): undefined {
  if (err instanceof AppError && err.cause instanceof StoreRefusal && err.cause.isMissing)
    return undefined
  throw err
}
