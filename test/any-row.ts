import assert from 'node:assert/strict'

/** Values that a copy could change, by type. */
const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `E'\\\\N {a,"b"} NULL \\n\\t é 🙂 ''' || random()`,
  'text[]': `array['a,b', '"', '', null, 'NULL', E'\\\\']`,
  'uuid[]': 'array[gen_random_uuid()]',
  jsonb: `'{"a": [1.50, 12345678901234567890, null], "é": "\\\\u0001 \\""}'`,
  'timestamp with time zone': `clock_timestamp()`,
  bytea: `decode(md5(random()::text), 'hex') || '\\x00'`,
  boolean: 'true',
  integer: '(random() * 1e9)::integer',
  smallint: '(random() * 30000)::smallint',
  bigint: '9007199254740993 + (random() * 1e9)::bigint',
  numeric: `'0.10000000000000000000000001'::numeric`,
  'double precision': '0.1::float8 + 0.2::float8',
  tsvector: `to_tsvector('simple', 'one two')`,
}

/**
 * Returns the statement that adds a row with a value in every column, which fits no rule of the table. `given` has the
 * values of some columns as SQL.
 */
export function insertAnyRow(
  { name, columns }: { name: string; columns: { name: string; type: string }[] },
  given: Record<string, string> = {},
): string {
  const values = columns.map(({ name: column, type }) => {
    const value = given[column] ?? VALUES[type.replace(/\(.*/, '')]
    assert.ok(value, `${name}.${column} has the type ${type}`)
    return value
  })
  return `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')}) overriding system value values (${values.join(', ')})`
}

/** Drops all checks and foreign keys of a database, so that a row may have any values. */
export const DROP_RULES = `do $$ declare rule record; begin
  for rule in select conrelid::regclass as owner, conname from pg_constraint
    where contype in ('c', 'f') and coninhcount = 0 and connamespace = current_schema()::regnamespace
  loop execute format('alter table %s drop constraint %I', rule.owner, rule.conname); end loop;
end $$`
