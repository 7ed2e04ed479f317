import { json, number, text, texts, time, uuid } from '../column.ts'
import { directoryTable } from '../table.ts'

/** Damage that a process found on a server: `block` is the page that was read last, `count` how many statements failed. */
type ReportedDamage = {
  shard: string
  relation: string
  block: number | null
  code: string
  count: number
  seen_at: string
}

/** The processes of the instance that run, or were killed less than a day ago. */
export const processes = directoryTable().columns({
  id: uuid(),
  host: text(),
  pid: number(),
  parts: texts(),
  version: text(),
  node_version: text(),
  memory_bytes: number(),
  started_at: time(),
  seen_at: time(),
  damage: json<ReportedDamage[]>().defaulted(),
})
