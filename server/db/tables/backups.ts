import { boolean, number, text, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/**
 * The backups that were written, and the scheduled ones that failed, with their `error`. `due_at` is null if the
 * command was run by hand. Everything that was answered before `complete_until` is in the file; `limitation`: why that is not its end.
 */
export const backups = directoryTable().columns({
  id: uuid(),
  due_at: time().nullable(),
  started_at: time(),
  finished_at: time(),
  complete_until: time().nullable(),
  limitation: text().nullable(),
  file: text().nullable(),
  bytes: number().nullable(),
  is_encrypted: boolean().nullable(),
  has_files: boolean().nullable(),
  error: text().nullable(),
})

/** Rows of `backups`. */
export type Backups = typeof backups.row
