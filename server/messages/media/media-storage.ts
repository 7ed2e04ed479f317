import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

/**
 * Where files are kept, by a key that is a path of safe names. `write` keeps all of `source` or, when that throws,
 * nothing; `read` gives a file that is there, or a part of it; `remove` is content when there is none.
 * `removeUnfinished` deletes what writes left that were killed, where the storage does not do so itself.
 */
export type MediaStorage = {
  write: (key: string, source: AsyncIterable<Uint8Array>) => Promise<void>
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  remove: (key: string) => Promise<void>
  removeUnfinished: () => Promise<void>
}

/** The key of a file of a workspace. */
export function mediaKey(workspaceId: string, mediaId: string): string {
  return `${workspaceId}/${mediaId}`
}
