import type { Readable } from 'node:stream'
import { AppError } from '#lib/errors.ts'

/** Bytes `start` to `end`, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

/**
 * A file store, with keys that are paths of safe names. `write` stores all of `source` or, when it throws, nothing;
 * `read` returns a file or a part of it; `list` returns the keys of all files; `remove` accepts a missing file.
 * `removeUnfinished` deletes the remains of killed writes, where the store does not do so itself.
 */
export type MediaStorage = {
  write: (key: string, source: AsyncIterable<Uint8Array>) => Promise<void>
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  list: () => AsyncIterable<string>
  remove: (key: string) => Promise<void>
  removeUnfinished: () => Promise<void>
}

/** Returns the key of a file of a workspace. */
export function mediaKey(workspaceId: string, mediaId: string): string {
  return `${workspaceId}/${mediaId}`
}

/** Returns whether a name in a store is the key of a file of a workspace. */
export function isMediaKey(name: string): boolean {
  return /^[\w-]+\/[\w-]+$/.test(name)
}

/** Returns the error for a storage that fails for the moment. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError(
    'media_store_unavailable',
    'The file storage is currently unavailable. Try again in a moment.',
    { cause, headers: { 'retry-after': '5' } },
  )
}
