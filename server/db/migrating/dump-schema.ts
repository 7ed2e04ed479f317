import { createClient } from '../pool.ts'

type Row = { name: string; sql: string }

/**
 * Returns the schema of the database at `url` as SQL, read from its catalogs. Equal schemas return equal text,
 * regardless of the order in which they were created. Covers what migrations create in the schema "public":
 * tables, constraints, indexes, comments, views, functions and triggers. Partitions are left out, because their names and bounds
 * depend on the time; their storage parameters stand at their table.
 */
export async function dumpSchema(url: string): Promise<string> {
  await using client = createClient(url, 'parley schema')
  await client.connect()
  const read = async (sql: string) => (await client.query<Row>(sql)).rows.map((row) => row.sql)
  const parts: string[] = []
  for (const sql of [tables, constraints, indexes, comments, others])
    parts.push(...(await read(sql)))
  return `-- Written by "npm run schema" from a migrated database. Not read by the product.\n\n${parts.join('\n')}\n`
}

const inPublic = `relnamespace = 'public'::regnamespace`

const tables = `
  select relname as name, format(E'create table %I (\\n%s\\n)%s;\\n', relname,
    (select string_agg(format('  %I %s%s%s', attname, format_type(atttypid, atttypmod),
        ' default ' || pg_get_expr(adbin, adrelid), case when attnotnull then ' not null' else '' end),
        E',\\n' order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped),
    case relkind when 'p' then ' partition by ' || pg_get_partkeydef(oid) || coalesce(' with (' || array_to_string(
        (select reloptions from pg_class as part where part.oid =
          (select min(inhrelid) from pg_inherits where inhparent = pg_class.oid)), ', ') || ')', '')
      else ' with (' || array_to_string(reloptions, ', ') || ')' end) as sql
  from pg_class where ${inPublic} and relkind in ('r', 'p') and not relispartition
  order by relname collate "C"`

// From PostgreSQL 18 on, "not null" constraints have their own rows. They are skipped because the columns
// contain them in every version.
const constraints = `
  select conname as name, format('alter table %s add constraint %I %s;', conrelid::regclass, conname,
    pg_get_constraintdef(pg_constraint.oid)) as sql
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where ${inPublic} and contype <> 'n' and not relispartition
  order by relname collate "C", contype <> 'p', conname collate "C"`

const indexes = `
  select relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || ';' as sql
  from pg_index join pg_class on pg_class.oid = indexrelid
  where ${inPublic} and not relispartition and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by relname collate "C"`

const comments = `
  select relname as name, format('comment on %s is %L;',
    case when objsubid = 0 then 'table ' || objoid::regclass
      else format('column %s.%I', objoid::regclass, attname) end, description) as sql
  from pg_description join pg_class on pg_class.oid = objoid and classoid = 'pg_class'::regclass
  left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
  where ${inPublic} and relkind in ('r', 'p', 'v') and not relispartition
  order by relname collate "C", objsubid`

const others = `
  select name, sql from (
    select 1 as kind, relname::text as name, format('create view %I as %s', relname, pg_get_viewdef(oid)) as sql
      from pg_class where ${inPublic} and relkind in ('v', 'm')
    union all select 2, relname, format('create sequence %I;', relname)
      from pg_class where ${inPublic} and relkind = 'S'
    union all select 3, proname, pg_get_functiondef(oid) || ';'
      from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 4, tgname, pg_get_triggerdef(pg_trigger.oid) || ';'
      from pg_trigger join pg_class on pg_class.oid = tgrelid where ${inPublic} and not tgisinternal
    union all select 5, typname, format('create type %I as enum (%s);', typname,
        (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
      from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'
    union all select 6, extname, format('create extension %I;', extname)
      from pg_extension where extname <> 'plpgsql'
  ) as other
  order by kind, name collate "C", sql`
