import { setTimeout as delay } from 'node:timers/promises'
import type { S3mini } from 's3mini'
import type { BucketKeys } from '#lib/settings/backup-settings.ts'
import { AppError } from '#lib/errors.ts'
import { ask, beginUpload, listObjects, openBucket } from '#messages/media/s3-client.ts'
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
  let opened: Promise<S3mini> | undefined
  const open = () => (opened ??= openBucket({ endpoint, ...keys }))
  const describe = (name: string) => `${endpoint}/${name}`
  const inBucket = async <T>(operation: (client: S3mini) => Promise<T>): Promise<T> => {
    const client = await open()
    for (let attempt = 0; ; attempt++) {
      try {
        return await operation(client)
      } catch (err) {
        const cause = err instanceof AppError ? (err.cause as Error) : (err as Error)
        const pauseMs = cause.message.startsWith('it responded with 4')
          ? undefined
          : pausesMs[attempt]
        if (pauseMs === undefined)
          throw new BackupError(`The bucket ${endpoint} cannot be used: ${cause.message}.`, {
            cause,
          })
        await delay(pauseMs)
      }
    }
  }
  const list = () => inBucket((client) => Array.fromAsync(listObjects(client)))
  const refuseExisting = async (name: string) => {
    if ((await list()).some(({ key }) => key === name))
      throw new BackupError(`The file ${describe(name)} exists. Choose another name.`)
  }

  async function create(name: string): Promise<BackupSink> {
    await refuseExisting(name)
    const upload = await inBucket((client) => beginUpload(client, name))
    let held: Buffer[] = []
    let heldBytes = 0
    let bytes = 0
    const writePart = async (size: number) => {
      const all = Buffer.concat(held, heldBytes)
      await inBucket(() => upload.write(all.subarray(0, size)))
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
        await refuseExisting(name)
        try {
          await inBucket(() => upload.complete())
        } catch (err) {
          // The answer to the first attempt may have been lost: a completed upload is unknown to the store.
          const stored = (await list()).find(({ key }) => key === name)
          if (stored?.size !== bytes) throw err
        }
      },
      discard: () => upload.abort(),
    }
  }

  async function openFile(name: string): Promise<BackupSource> {
    const size = (await list()).find(({ key }) => key === name)?.size
    if (size === undefined) throw new BackupError(`There is no file ${describe(name)}.`)
    let start = 0
    let piece = Buffer.alloc(0)
    const load = async (at: number, end: number) => {
      const bytes = await inBucket(async (client) => {
        const response = await ask(() => client.getObjectRaw(name, false, at, end))
        return ask(async () => Buffer.from(await response.arrayBuffer()))
      })
      if (bytes.length !== end - at)
        throw new BackupError(
          `The bucket ${endpoint} cannot be used: it does not support byte ranges.`,
        )
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

  return limitPlace(
    {
      describe,
      list: async () => (await list()).map(({ key }) => key),
      create,
      open: openFile,
      remove: (name) =>
        inBucket(async (client) => void (await ask(() => client.deleteObject(name)))),
      // A lifecycle rule of the bucket aborts uploads that were never completed.
      removeUnfinished: async () => undefined,
    },
    stallMs,
  )
}
