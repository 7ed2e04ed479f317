/** Rows of `backup_runs`: scheduled backups with their file and its size in bytes, or the error. */
export type BackupRuns = {
  id: string
  due_at: Date
  started_at: Date
  ended_at: Date
  file: string | null
  bytes: number | null
  error: string | null
}
