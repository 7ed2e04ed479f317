import type { RowSum } from './row-sum.ts'
import type { BackupSequence, BackupTable } from './read-backup-tables.ts'

/** The address of a server, by the name of its shard. The main one is first. */
export type BackupAddress = { shard: string; url: string }

/** A server of a backup: the name of its shard and the migrations that were applied to it. */
export type BackupServer = { shard: string; migrations: { name: string; sha256: string }[] }

/**
 * The first entry of a backup. `keyIds` are the ids of the keys that its secrets are encrypted with, as hexadecimal
 * digits; they reveal nothing about the keys. `files`: whether the stored files are in it, too.
 */
export type Manifest = {
  type: 'backup'
  release: string
  startedAt: string
  isEmbedded: boolean
  servers: BackupServer[]
  keyIds: string[]
  files: boolean
}

/**
 * The last entry of a backup: what it contains. Everything that was answered before `completeUntil` is in it; a backup of
 * an older release has no such time, and is complete until it was started. `limitation`: why that is not its end.
 */
export type Summary = {
  type: 'end'
  tables: number
  rows: number
  files: number
  fileBytes: number
  completeUntil?: string
  limitation?: string
}

/**
 * An entry of a backup. The data of a table or file follows its entry, up to its end.
 *
 * What was written while the tables were read follows them, in rounds: for each table a removal, whose data are the keys
 * of the rows that were written since the round before, with the count and sum of these rows as they were, and then an
 * addition with these rows as they are now. `file_removed`: a file that was deleted during the backup.
 */
export type Entry =
  | Manifest
  | ({ type: 'table'; shard: string } & BackupTable)
  | ({ type: 'table_end' } & RowSum)
  | ({ type: 'removal'; shard: string } & BackupTable)
  | ({ type: 'removal_end'; removed: RowSum } & RowSum)
  | ({ type: 'addition'; shard: string } & BackupTable)
  | ({ type: 'addition_end' } & RowSum)
  | ({ type: 'sequence'; shard: string } & BackupSequence)
  | { type: 'secret'; name: string; text: string }
  | { type: 'file'; key: string }
  | { type: 'file_end'; bytes: number; sha256: string }
  | { type: 'file_removed'; key: string }
  | Summary

/** An entry, or a piece of the data of the entry before it. */
export type Item = { entry: Entry } | { data: Buffer }
