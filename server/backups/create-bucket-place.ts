import { setTimeout as delay } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import type { BucketKeys } from '#lib/settings/to-backup-settings.ts'
import { AppError, toError } from '#lib/errors.ts'
import { ask, beginUpload, listObjects, openBucket } from '#media/open-bucket.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace, BackupSink, BackupSource } from './backup-place.ts'
import { limitPlace } from './limit-place.ts'

/**
 * Size of a part of an upload: with at most 10,000 parts, a backup may have 160 GB. All but the last have the same size,
 * which some stores need. Source: Amazon S3, "Multipart upload limits".
 */
const PART_BYTES = 16 * 1024 * 1024
/** So many bytes are read by one request. */
const READ_BYTES = 8 * 1024 * 1024

/** Pauses before a failed request is repeated. A backup of hours must not fail because of one answer. */
const PAUSES_MS = [1_000, 5_000, 15_000]

/** Options for tests: the pauses before a failed request is repeated, the size of a part in bytes, and `limitPlace`'s time limit. */
type BucketOptions = { pausesMs?: number[]; partBytes?: number; stallMs?: number }

/**
 * Creates the place of backups in a bucket of an S3-compatible store. A file is uploaded in parts and exists once the last
 * one was stored.
 */
export function createBucketPlace(
  endpoint: string,
  keys: BucketKeys,
  { pausesMs = PAUSES_MS, partBytes = PART_BYTES, stallMs }: BucketOptions = {},
): BackupPlace {
  const bucket = createBucket(endpoint, keys, pausesMs)
  return limitPlace(
    {
      describe: bucket.describe,
      list: async () => (await bucket.list()).map(({ key }) => key),
      create: (name) => createSink(bucket, name, partBytes),
      open: (name) => openFile(bucket, name),
      remove: (name) =>
        bucket.run(async (client) => void (await ask(() => client.deleteObject(name)))),
      // A lifecycle rule of the bucket aborts uploads that were never completed.
      removeUnfinished: async () => undefined,
    },
    stallMs,
  )
}

/** A bucket whose failed requests are repeated. `refuseExisting` throws if a file exists. */
type Bucket = ReturnType<typeof createBucket>

function createBucket(endpoint: string, keys: BucketKeys, pausesMs: number[]) {
  let opened: Promise<S3mini> | undefined
  const describe = (name: string) => `${endpoint}/${name}`
  const fail = (reason: string, cause?: Error) =>
    new BackupError(`The bucket ${endpoint} cannot be used: ${reason}.`, { cause })
  async function run<T>(operation: (client: S3mini) => Promise<T>): Promise<T> {
    const client = await (opened ??= openBucket({ endpoint, ...keys }))
    for (let attempt = 0; ; attempt++) {
      try {
        return await operation(client)
      } catch (err) {
        const cause = toError(err instanceof AppError ? err.cause : err)
        const pauseMs = cause.message.startsWith('it responded with 4')
          ? undefined
          : pausesMs[attempt]
        if (pauseMs === undefined) throw fail(cause.message, cause)
        await delay(pauseMs)
      }
    }
  }
  const list = () => run((client) => Array.fromAsync(listObjects(client)))
  async function refuseExisting(name: string): Promise<void> {
    if ((await list()).some(({ key }) => key === name))
      throw new BackupError(`The file ${describe(name)} exists. Choose another name.`)
  }
  return { describe, fail, run, list, refuseExisting }
}

async function createSink(bucket: Bucket, name: string, partBytes: number): Promise<BackupSink> {
  await bucket.refuseExisting(name)
  const upload = await bucket.run((client) => beginUpload(client, name))
  let held: Buffer[] = []
  let heldBytes = 0
  let bytes = 0
  const writePart = async (size: number) => {
    const all = Buffer.concat(held, heldBytes)
    await bucket.run(() => upload.write(all.subarray(0, size)))
    held = [all.subarray(size)]
    heldBytes -= Math.min(size, heldBytes)
  }
  return {
    async append(piece) {
      held.push(piece)
      heldBytes += piece.length
      bytes += piece.length
      while (heldBytes >= partBytes) await writePart(partBytes)
    },
    async finish() {
      if (heldBytes > 0) await writePart(heldBytes)
      await bucket.refuseExisting(name)
      try {
        await bucket.run(() => upload.complete())
      } catch (err) {
        // The answer to the first attempt may have been lost: a completed upload is unknown to the store.
        const stored = (await bucket.list()).find(({ key }) => key === name)
        if (stored?.size !== bytes) throw err
      }
    },
    discard: () => upload.abort(),
  }
}

async function openFile(bucket: Bucket, name: string): Promise<BackupSource> {
  const size = (await bucket.list()).find(({ key }) => key === name)?.size
  if (size === undefined) throw new BackupError(`There is no file ${bucket.describe(name)}.`)
  let start = 0
  let piece = Buffer.alloc(0)
  const load = async (at: number, end: number) => {
    const bytes = await bucket.run(async (client) => {
      const response = await ask(() => client.getObjectRaw(name, false, at, end))
      return ask(async () => Buffer.from(await response.arrayBuffer()))
    })
    if (bytes.length !== end - at) throw bucket.fail('it does not support byte ranges')
    piece = bytes
    start = at
  }
  return {
    size,
    async read(at, length) {
      const end = Math.min(at + length, size)
      if (end <= at) return Buffer.alloc(0)
      if (at < start || end > start + piece.length)
        await load(at, Math.min(size, Math.max(end, at + READ_BYTES)))
      return piece.subarray(at - start, end - start)
    },
    close: async () => undefined,
  }
}
