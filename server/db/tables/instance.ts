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
