import { sql } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import { lastOf } from '#lib/last-of.ts'
import type { Db } from '../pool.ts'

/** Tablespaces by the first part of a path: that of the database, and the shared one. */
const TABLESPACES: Record<string, string> = { base: '0', global: '1664' }

type Found = { name: string; kind: string; parent: string | null }

/**
 * Returns what is in a file of PostgreSQL, such as `messages` or `messages_pkey (index of messages)` for `base/16384/16500`;
 * undefined if the file belongs to another database or to no relation any more. Reads only the catalogue.
 */
export async function nameRelation(db: Db, path: string): Promise<string | undefined> {
  const parts = path.split('/')
  const file = /^(\d+)(?:_[a-z]+)?(?:\.\d+)?$/.exec(lastOf(parts))?.[1]
  const tablespace = TABLESPACES[firstOf(parts)] ?? parts[1]
  if (file === undefined || !/^\d+$/.test(tablespace ?? '')) return undefined
  const database = parts[0] === 'global' ? null : parts.at(-2)!
  const { rows } = await sql<Found>`
    select relation.relname as name, relation.relkind as kind, coalesce(indexed.relname, owner.relname) as parent
    from pg_class as relation
    left join pg_index on pg_index.indexrelid = relation.oid
    left join pg_class as indexed on indexed.oid = pg_index.indrelid
    left join pg_class as owner on owner.reltoastrelid = relation.oid
    where relation.oid = pg_filenode_relation(${tablespace}::oid, ${file}::oid)
      and (${database}::text is null
        or ${database}::text = (
          select oid::text from pg_database where datname = current_database()
        ))`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { name, kind, parent } = found
  if (kind === 'i') return `${name} (index of ${parent})`
  return kind === 't' ? `${name} (long values of ${parent})` : name
}
