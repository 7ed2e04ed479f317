import type { RowSum } from './row-sum.ts'
import type { BackupSequence, BackupTable } from './read-catalogue.ts'

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

/** The last entry of a backup: what it contains. */
export type Summary = {
  type: 'end'
  tables: number
  rows: number
  files: number
  fileBytes: number
}

/** An entry of a backup. The data of a table or file follows its entry, up to its end. */
export type Entry =
  | Manifest
  | ({ type: 'table'; shard: string } & BackupTable)
  | ({ type: 'table_end' } & RowSum)
  | ({ type: 'sequence'; shard: string } & BackupSequence)
  | { type: 'secret'; name: string; text: string }
  | { type: 'file'; key: string }
  | { type: 'file_end'; bytes: number; sha256: string }
  | Summary

/** An entry, or a piece of the data of the entry before it. */
export type Item = { entry: Entry } | { data: Buffer }
