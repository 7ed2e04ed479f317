/**
 * A file of a backup that is being written: nothing has its name before `finish`, and nothing is left of it after
 * `discard`.
 */
export type BackupSink = {
  append: (bytes: Buffer) => Promise<void>
  finish: () => Promise<void>
  discard: () => Promise<void>
}

/** A file of a backup that is read in pieces; `size` is in bytes. `read` returns fewer bytes only at its end. */
export type BackupSource = {
  size: number
  read: (at: number, length: number) => Promise<Buffer>
  close: () => Promise<void>
}

/**
 * A place for backups: a folder or a bucket. `describe` returns the path or the URL of a file; `list` returns the names of
 * all complete files. `removeUnfinished` deletes the remains of killed writes, where the place does not do so itself.
 *
 * Its functions throw BackupError.
 */
export type BackupPlace = {
  describe: (name: string) => string
  list: () => Promise<string[]>
  create: (name: string) => Promise<BackupSink>
  open: (name: string) => Promise<BackupSource>
  remove: (name: string) => Promise<void>
  removeUnfinished: () => Promise<void>
}

/** A file of a backup: its place and its name there. */
export type BackupFile = { place: BackupPlace; name: string }

/** Returns the path or the URL of a file, for people. */
export function describeFile({ place, name }: BackupFile): string {
  return place.describe(name)
}
