/**
 * Rows of `backups`: the backups that were written, and the scheduled ones that failed, with their `error`. `due_at` is null if the
 * command was run by hand. Everything that was answered before `complete_until` is in the file; `limitation`: why that is not its end.
 */
export type Backups = {
  id: string
  due_at: Date | null
  started_at: Date
  finished_at: Date
  complete_until: Date | null
  limitation: string | null
  file: string | null
  bytes: number | null
  is_encrypted: boolean | null
  has_files: boolean | null
  error: string | null
}
