import { TABLE_HOMES } from '#db/table-homes.ts'
import { present } from '#lib/present.ts'
import type { MoveClient } from './move-client.ts'

/** A column and its type in PostgreSQL. */
type Column = { name: string; type: string }

/**
 * A table of tenants' rows. `key`: its primary key. `removedWith`: tables whose deleted rows take rows of this one with
 * them, and by which columns.
 */
export type MovedTable = {
  name: string
  columns: Column[]
  key: Column[]
  removedWith: { parent: string; columns: string[]; parentColumns: string[] }[]
}

type ForeignKey = {
  name: string
  child: string
  parent: string
  isDeferrable: boolean
  action: string
  columns: string[]
  parentColumns: string[]
}

/** Returns the name of a table or a column as SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * Reads the tables of tenants' rows from a server, each after those that its rows refer to.
 *
 * @throws {Error} a table has no key or no workspace, or a foreign key cannot wait for the end of a transaction
 */
export async function readTables(client: MoveClient): Promise<MovedTable[]> {
  const names = Object.entries(TABLE_HOMES).flatMap(([name, home]) =>
    home === 'tenant' ? [name] : [],
  )
  const [[found]] = (await client.rows(
    `select json_build_object(
      'columns', (
        select json_agg(json_build_object('table', relname, 'name', attname, 'type', format_type(atttypid, atttypmod))
          order by relname, attname)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = current_schema()::regnamespace and relname = any ($1)
          and attnum > 0 and not attisdropped and attgenerated = ''
      ),
      'keys', (
        select json_object_agg(relname, columns) from (
          select relname, json_agg(attname order by array_position(indkey::int2[], attnum)) as columns
          from pg_index join pg_class on pg_class.oid = indrelid join pg_attribute on attrelid = indrelid
          where indisprimary and attnum = any (indkey::int2[])
            and relnamespace = current_schema()::regnamespace and relname = any ($1)
          group by relname
        ) as keys
      ),
      'foreign', (
        select coalesce(json_agg(json_build_object('name', conname, 'child', child.relname, 'parent', parent.relname,
          'isDeferrable', condeferrable, 'action', confdeltype,
          'columns', (select json_agg(attname order by place) from unnest(conkey) with ordinality as of (number, place)
            join pg_attribute on attrelid = conrelid and attnum = number),
          'parentColumns', (select json_agg(attname order by place) from unnest(confkey) with ordinality as of (number, place)
            join pg_attribute on attrelid = confrelid and attnum = number)) order by conname), '[]')
        from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
        where contype = 'f' and connamespace = current_schema()::regnamespace and child.relname = any ($1)
      ))`,
    [names],
  )) as [
    [
      {
        columns: (Column & { table: string })[]
        keys: Record<string, string[]>
        foreign: ForeignKey[]
      },
    ],
  ]
  const tables = names.map((name) => {
    const columns = found!.columns
      .filter(({ table }) => table === name)
      .map(({ name: column, type }) => ({ name: column, type }))
    const key = (found!.keys[name] ?? []).map((column) =>
      present(columns.find((each) => each.name === column)),
    )
    if (key[0]?.name !== 'workspace_id')
      throw new Error(`The key of the table ${name} does not begin with the workspace.`)
    return { name, columns, key, removedWith: [] as MovedTable['removedWith'] }
  })
  for (const { name, child, parent, isDeferrable, action, columns, parentColumns } of found!
    .foreign) {
    if (!isDeferrable)
      throw new Error(`The foreign key ${name} must be deferrable, so that workspaces can move.`)
    if (action !== 'a' && action !== 'r')
      present(tables.find((table) => table.name === child)).removedWith.push({
        parent,
        columns,
        parentColumns,
      })
  }
  return parentsFirst(tables, found!.foreign)
}

function parentsFirst(tables: MovedTable[], foreign: ForeignKey[]): MovedTable[] {
  const ordered: MovedTable[] = []
  const isReady = ({ name }: MovedTable) =>
    foreign.every(
      ({ child, parent }) =>
        child !== name || parent === name || ordered.some((table) => table.name === parent),
    )
  while (ordered.length < tables.length) {
    const ready = tables.filter((table) => !ordered.includes(table) && isReady(table))
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a circle.')
    ordered.push(...ready)
  }
  return ordered
}
