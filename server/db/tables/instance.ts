import type { ColumnType } from 'kysely'

/** Damage that a process found on a server: `block` is the page that was read last, `count` how many statements failed. */
type ReportedDamage = {
  shard: string
  relation: string
  block: number | null
  code: string
  count: number
  seen_at: string
}

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
  damage: ColumnType<ReportedDamage[], string | undefined, string>
}
