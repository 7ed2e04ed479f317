import type pg from 'pg'

/** The first version with functions that set statistics. */
const VERSION_MIN = 180_000

/**
 * Lets PostgreSQL expect the rows of the tables of a new database in few workspaces until it analyzes them: the setting `n_distinct` of a column counts only
 * from the first analysis on. Without it, an index by time seems as good as the primary key for a new table of wide rows, so that each
 * check of a foreign key reads all rows of the workspace, and connections keep this plan until the first analysis.
 */
export async function expectFewWorkspaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  if (!rows.some(({ version }) => version >= VERSION_MIN)) return
  await client.query(`
    select pg_restore_attribute_stats(
      'schemaname', schema.nspname::text, 'relname', tenants.relname::text, 'attname', attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)
    from pg_attribute
    join pg_class as tenants on tenants.oid = attrelid
    join pg_namespace as schema on schema.oid = relnamespace
    cross join lateral pg_options_to_table(attoptions) as setting
    where setting.option_name = 'n_distinct'
      and not exists (
        select from pg_stats
        where schemaname = schema.nspname and tablename = tenants.relname and pg_stats.attname = pg_attribute.attname
      )`)
}
