import pg from 'pg'

/** The role that the product connects as. It owns the database, may use replication slots for backups, and is no superuser. */
export const APP_ROLE = 'parley_app'

/**
 * Prepares the role that the product connects as, and makes it the owner of the database and of everything in it. In a
 * cluster of an older release, all of that belongs to the superuser; so does what such a release added after a
 * downgrade. Extensions keep their owner.
 */
export async function prepareAppRole(client: pg.Client, password: string): Promise<void> {
  await client.query('begin')
  await client.query(
    `do $$ begin create role ${APP_ROLE}; exception when duplicate_object then null; end $$`,
  )
  await client.query(
    `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole replication nobypassrls
      password ${pg.escapeLiteral(password)}`,
  )
  const { rows } = await client.query<{ statement: string }>(foreignObjects, [APP_ROLE])
  for (const { statement } of rows) await client.query(statement)
  await client.query('commit')
}

/**
 * Selects the statements that change the owner of the database and of objects in the schema "public". Objects that belong
 * to an extension or to a table (its sequences, its row type) follow it; partitions do not.
 */
const foreignObjects = `
  with app as (
    select $1::text as name, (select oid from pg_roles where rolname = $1) as id
  ), bound as (
    select classid, objid from pg_depend where deptype in ('a', 'e', 'i')
  )
  select format('alter database %I owner to %I', datname, app.name) as statement
  from pg_database, app
  where datname = current_database() and datdba <> app.id
  union all
  select format('alter %s %s owner to %I',
    case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
    pg_class.oid::regclass, app.name)
  from pg_class, app
  where relnamespace = 'public'::regnamespace and relowner <> app.id and relkind in ('r', 'p', 'v', 'm', 'S')
    and (relispartition or ('pg_class'::regclass, pg_class.oid) not in (select classid, objid from bound))
  union all
  select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, app.name)
  from pg_proc, app
  where pronamespace = 'public'::regnamespace and proowner <> app.id
    and ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from bound)
  union all
  select format('alter type %s owner to %I', pg_type.oid::regtype, app.name)
  from pg_type, app
  where typnamespace = 'public'::regnamespace and typowner <> app.id and typtype in ('d', 'e')
    and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from bound)`
