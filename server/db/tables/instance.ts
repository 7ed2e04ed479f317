/** Rows of `processes`: the processes of the instance that run, or were killed less than a day ago. */
export type Processes = {
  id: string
  host: string
  pid: number
  parts: string[]
  version: string
  node_version: string
  memory_bytes: number
  started_at: Date
  seen_at: Date
}

/** Rows of `backups`: the newest backups that the command wrote. Its file contains what was committed before `started_at`. */
export type Backups = {
  id: string
  started_at: Date
  finished_at: Date
  bytes: number
  is_encrypted: boolean
  has_files: boolean
}
