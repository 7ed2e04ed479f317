import { createClient } from '#db/pool.ts'
import type { TableName } from '#db/tables.ts'

/**
 * Rows that `plantWorkspaces` writes into each table: one for each of `small` workspaces, and `large` of one workspace. `tables` are
 * all by default.
 */
type PlantedRows = { small?: number; large?: number; tables?: readonly TableName[] }

/** A column of a table. `choice`: the last value that its check lists, so that no work is pending. `isKey`: an index has it. */
type Column = {
  table: string
  name: string
  type: string
  isRequired: boolean
  isKey: boolean
  choice: string | null
}

/** Values by their type; `n` is the number of the row, and `?` the name of the column. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: `md5('?' || n)::uuid`,
  text: `'? ' || n`,
  timestamptz: `now() - interval '30 days' + n * interval '1 second'`,
  bytea: `decode(md5('?' || n), 'hex')`,
  jsonb: `'{}'`,
  bool: 'n % 2 = 0',
  int2: 'n % 30',
  int4: 'n',
  int8: 'n',
  float8: 'n',
  numeric: 'n',
  tsvector: `''`,
  _text: `'{}'`,
  _uuid: `'{}'`,
}

/**
 * Writes rows of other workspaces into tables with `workspace_id`, and analyzes all. A row has a value in each column that requires
 * one or that an index has, except times that may be missing, so that no work is due. Rows belong together only by their workspace.
 * Drops checks, which they would not pass.
 */
export async function plantWorkspaces(
  url: string,
  { small = 0, large = 0, tables }: PlantedRows,
): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    const { rows } = await client.query<Column>(COLUMNS)
    await client.query(DROP_CHECKS)
    for (const [table, columns] of Map.groupBy(rows, (each) => each.table)) {
      if (tables && !tables.some((name) => name === table)) continue
      const given = columns.filter(
        ({ isRequired, isKey, type }) => isRequired || (isKey && type !== 'timestamptz'),
      )
      const names = given.map(({ name }) => client.escapeIdentifier(name))
      await client.query(
        `insert into ${table} (${names.join(', ')}) overriding system value select ${given.map(valueOf).join(', ')}
          from generate_series(${1 - large}, ${small}) as n on conflict do nothing`,
      )
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

function valueOf({ table, name, type, choice }: Column): string {
  if (name === 'workspace_id') return `md5('workspace' || greatest(n, 0))::uuid`
  if (choice) return `'${choice}'`
  if (type === 'uuid' && name === 'id') return `uuidv7(n * interval '1 second' - interval '1 day')`
  const value = VALUES[type]
  if (!value) throw new Error(`${table}.${name} has the type ${type}.`)
  return value.replaceAll('?', `${table}.${name}`)
}

/** Without `absent_workspaces`, whose workspaces have no work on a server. */
const COLUMNS = `
  select attrelid::regclass::text as table, attname as name, typname as type, attnotnull as "isRequired",
    exists (select from pg_index where indrelid = attrelid and attnum = any (indkey)) as "isKey",
    (select max(substring(pg_get_constraintdef(oid) from '.*''([a-z_]+)''::text')) from pg_constraint
      where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as choice
  from pg_attribute
  join pg_class on pg_class.oid = attrelid
  join pg_type on pg_type.oid = atttypid
  where attnum > 0 and not attisdropped and attgenerated = '' and relkind in ('r', 'p') and not relispartition
    and relnamespace = 'public'::regnamespace and relname <> 'absent_workspaces'
    and exists (select from pg_attribute as owner where owner.attrelid = pg_class.oid and attname = 'workspace_id')
  order by 1, attnum`

const DROP_CHECKS = `do $$ declare rule record; begin
  for rule in select conrelid::regclass as owner, conname from pg_constraint
    where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace and conrelid <> 0
  loop execute format('alter table %s drop constraint %I', rule.owner, rule.conname); end loop;
end $$`
