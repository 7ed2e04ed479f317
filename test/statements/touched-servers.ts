import type { Pool } from 'pg'
import { MAIN_SHARD } from '#db/shards.ts'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { checkStatement } from './rules.ts'

/** A statement that was sent to the server of a shard. */
type Sent = { shard: string; text: string; values: unknown[] }

/** The statements that were sent to the servers since the last `take`. */
export type SentStatements = { tap: (pool: Pool, shard: string) => void; take: () => Sent[] }

/** The statements of one piece of work: how many used rows of tenants on its shard, and those that went elsewhere. */
type Touched = { own: number; directory: number; wrong: string[] }

const BOUNDARY = /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|show)\b/i

/** Records the statements of every connection of the tapped pools, which must have none yet. */
export function recordSent(): SentStatements {
  let sent: Sent[] = []
  return {
    tap(pool, shard) {
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...args: unknown[]) => unknown
        client.query = ((...args: unknown[]) => {
          const first = args[0] as string | { text?: string; values?: unknown[] }
          const { text, values } =
            typeof first === 'string' ? { text: first, values: args[1] } : first
          if (text !== undefined && !BOUNDARY.test(text))
            sent.push({ shard, text, values: Array.isArray(values) ? values : [] })
          return query(...args)
        }) as typeof client.query
      })
    },
    take() {
      const taken = sent
      sent = []
      return taken
    },
  }
}

/**
 * Counts which servers the statements of a workspace on `shard` used. Rows of tenants and of work must be on that shard,
 * and rows of the directory on the main one, which also has what belongs to no workspace. Call `loadModule` of libpg-query
 * before.
 */
export function countTouched(sent: Sent[], shard: string): Touched {
  const touched: Touched = { own: 0, directory: 0, wrong: [] }
  for (const { shard: on, text, values } of sent) {
    const homes = homesOf(text)
    const isShared = on === MAIN_SHARD && JSON.stringify(values).includes(NO_WORKSPACE)
    const isTenants = homes.has('tenant') || homes.has('server')
    if (isTenants && on !== shard && !isShared) touched.wrong.push(`${on}: ${text}`)
    else if (homes.has('directory') && on !== MAIN_SHARD) touched.wrong.push(`${on}: ${text}`)
    else if (homes.has('tenant')) touched.own++
    else if (homes.has('directory')) touched.directory++
  }
  return touched
}

const known = new Map<string, ReadonlySet<string>>()

function homesOf(text: string): ReadonlySet<string> {
  const homes =
    known.get(text) ??
    new Set(
      checkStatement(text).tables.flatMap(
        (table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES] ?? [],
      ),
    )
  known.set(text, homes)
  return homes
}
