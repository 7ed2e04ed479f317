import { DAMAGE_ADVICE, isDamage } from '#db/damage/is-damage.ts'
import type { Client } from '#db/pool.ts'
import { firstOf } from '#lib/first-of.ts'
import { toError } from '#lib/errors.ts'
import { StartError } from '../start/start-error.ts'

/** How long a wrong checksum that PostgreSQL has read counts as a fault, in milliseconds. */
const FRESH_MS = 24 * 60 * 60_000

/** A relation that cannot be read, and the error of PostgreSQL. */
type Damaged = { relation: string; problem: string }

/**
 * Checks the stored data: what running processes found damaged, and the pages with a wrong checksum that PostgreSQL counted. With
 * `deep`, reads every row and every long value, and names each table that cannot be read.
 *
 * @throws {StartError} with the damaged relations and what to do
 */
export async function checkData(client: Client, { deep }: { deep: boolean }): Promise<string> {
  const { are_on: areOn, failures, last_failure: last } = await readChecksums(client)
  const damaged = [...(await readReported(client)), ...(deep ? await readEverything(client) : [])]
  if (damaged.length > 0) {
    const places = new Map(damaged.map(({ relation, problem }) => [relation, problem]))
    const list = [...places].map(([relation, problem]) => `${relation} (${problem})`).join(', ')
    throw new StartError(`damaged: ${list}. ${DAMAGE_ADVICE}`)
  }
  if (last && Date.now() - last.getTime() < FRESH_MS && !deep)
    throw new StartError(
      `PostgreSQL has read ${failures} pages with a wrong checksum, the last one at ${last.toISOString()}. "doctor --deep" names the tables. ${DAMAGE_ADVICE}`,
    )
  const known = deep ? 'all rows can be read' : 'no damage is known'
  return `${known}; data checksums are ${areOn ? 'on' : 'off, so damage may stay unnoticed'}`
}

type Checksums = { are_on: boolean; failures: number; last_failure: Date | null }

async function readChecksums(client: Client): Promise<Checksums> {
  const { rows } = await client.query<Checksums>(
    `select current_setting('data_checksums') = 'on' as are_on,
      coalesce(sum(checksum_failures), 0)::float8 as failures, max(checksum_last_failure) as last_failure
    from pg_stat_database where datname = current_database() or datid = 0`,
  )
  return firstOf(rows)
}

/** Reads what the processes of the instance report, also those that were killed less than a day ago. None before its migration. */
async function readReported(client: Client): Promise<Damaged[]> {
  const { rows: columns } = await client.query(
    `select from information_schema.columns
    where table_schema = 'public' and table_name = 'processes' and column_name = 'damage'`,
  )
  if (columns.length === 0) return []
  const { rows } = await client.query<Damaged>(
    `select concat_ws(' of shard ', found.relation, nullif(found.shard, 'main')) as relation,
      concat_ws(', ', found.code, 'block ' || found.block, 'seen ' || found.seen_at) as problem
    from processes, jsonb_to_recordset(damage)
      as found (shard text, relation text, block bigint, code text, seen_at text)
    order by found.seen_at`,
  )
  return rows
}

/** Reads all tables, with the values that PostgreSQL stores apart. Their indexes need amcheck. */
async function readEverything(client: Client): Promise<Damaged[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace order by relname`,
  )
  const damaged: Damaged[] = []
  for (const { name } of tables) {
    try {
      // As text, a row is read with its long values.
      await client.query(`select sum(octet_length(read::text)) from only ${name} as read`)
    } catch (err) {
      if (!isDamage(err)) throw err
      damaged.push({ relation: name, problem: toError(err).message })
    }
  }
  return damaged
}
