import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { FIGURES, readBounded } from '#db/instance/figures.ts'
import { present } from '#lib/present.ts'
import { INSTANCE_TABLES_MAX } from '#shared/instance.ts'
import type { ShardState } from './schema.ts'

type Server = NonNullable<ShardState['server']>
type Table = NonNullable<ShardState['tables']>[number]

type ServerRow = Omit<Server, 'size_bytes' | 'replicas' | 'archive'> & {
  archive_mode: string
  archived_at: Date | null
  archive_failed_at: Date | null
}

/** Reads the state of a PostgreSQL server: its size, connections, replicas and archive. */
export async function readServer(context: Pick<Context, 'db'>): Promise<Server> {
  const readings = await readBounded(context.db, FIGURES.server())
  const [row] = await readBounded(
    context.db,
    sql<ServerRow>`
      select current_setting('server_version') as version, pg_postmaster_start_time() as started_at,
        current_setting('max_connections')::integer as connections_max,
        (select count(*)::integer from pg_stat_activity where backend_type = 'client backend' or backend_type is null)
          as connections,
        (
          select extract(epoch from max(now() - xact_start))::float8 from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        ) as oldest_transaction_seconds,
        exists (select from pg_stat_replication where state is null) as hides_replicas,
        current_setting('archive_mode') as archive_mode,
        (select last_archived_time from pg_stat_archiver) as archived_at,
        (select last_failed_time from pg_stat_archiver) as archive_failed_at`,
  )
  const { archive_mode: mode, archived_at, archive_failed_at: failedAt, ...server } = row!
  return {
    ...server,
    size_bytes: present(readings.find(({ gauge }) => gauge === 'parley_database_size_bytes')).value,
    replicas: readings
      .filter(({ gauge }) => gauge === 'parley_database_replication_lag_seconds')
      .map(({ label, value }) => ({ name: label, lag_seconds: value })),
    archive:
      mode === 'off'
        ? null
        : {
            archived_at,
            is_failing: failedAt !== null && (archived_at === null || failedAt > archived_at),
          },
  }
}

/**
 * Reads the largest tables, with all their partitions. Their sizes are those of the catalogue, because measuring a table waits for
 * its lock, and counting its rows would read all of it.
 */
export function readTables({ db }: Pick<Context, 'db'>): Promise<Table[]> {
  return readBounded(
    db,
    sql<Table>`
      select coalesce(parent.relname, relation.relname) as name, sum(nullif(relation.reltuples, -1))::bigint as rows,
        (sum(relation.relpages + coalesce(toast.relpages, 0) + coalesce(indexes.pages, 0))
          * current_setting('block_size')::bigint)::bigint as bytes,
        sum(coalesce(stats.n_dead_tup, 0))::bigint as dead_rows,
        max(greatest(stats.last_vacuum, stats.last_autovacuum)) as vacuumed_at
      from pg_class as relation
      left join pg_inherits on pg_inherits.inhrelid = relation.oid
      left join pg_class as parent on parent.oid = pg_inherits.inhparent
      left join pg_class as toast on toast.oid = relation.reltoastrelid
      left join pg_stat_user_tables as stats on stats.relid = relation.oid
      left join lateral (
        select sum(part.relpages)::bigint as pages
        from pg_index join pg_class as part on part.oid = pg_index.indexrelid
        where pg_index.indrelid in (relation.oid, relation.reltoastrelid)
      ) as indexes on true
      where relation.relkind in ('r', 'm') and relation.relnamespace = 'public'::regnamespace
      group by 1
      order by bytes desc, name limit ${INSTANCE_TABLES_MAX}`,
  )
}
