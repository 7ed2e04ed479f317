import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { createClient } from './pool.ts'

/** One column as the database describes it; `type` is its name in PostgreSQL, of an array with a `_` before it. */
type Column = {
  table: string
  column: string
  type: string
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
}

const ROOT = join(import.meta.dirname, '../..')
/** The type in TypeScript of each type in PostgreSQL, as `pool.ts` reads it. Text may be narrowed, json be anything. */
const TYPES: Readonly<Record<string, string>> = {
  _text: 'string[]',
  _uuid: 'string[]',
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
}
const TESTS = `import type { InsertType, SelectType, UpdateType } from 'kysely'
import type { Database } from ${JSON.stringify(join(ROOT, 'server/db/database.ts'))}
declare function expectNone<_Problem extends never>(): void
type Extra<Declared, Real extends PropertyKey, Where extends string> =
  \`\${Where}\${Exclude<keyof Declared & string, Real>} is declared, but not in the database\`
type Missing<Declared, Real extends string, Where extends string> =
  \`\${Where}\${Exclude<Real, keyof Declared>} is in the database, but not declared\`
type Columns<T extends string> = T extends keyof Database ? Database[T] : never
type Column<T extends string, C extends string> = C extends keyof Columns<T> ? Columns<T>[C] : never
type Read<C, Type, IsNullable, Name extends string> = [C] extends [never]
  ? never
  : unknown extends SelectType<C>
    ? never
    :
        | ([NonNullable<SelectType<C>>] extends [Type] ? never : \`\${Name} is read as another type\`)
        | (null extends SelectType<C>
            ? IsNullable extends true ? never : \`\${Name} is declared nullable\`
            : IsNullable extends true ? \`\${Name} is nullable\` : never)
type Written<C, IsOptional, IsNullable, IsGenerated, Name extends string> = [C] extends [never]
  ? never
  : [InsertType<C>] extends [never]
    ? IsGenerated extends true ? never : \`\${Name} can be inserted\`
    : IsGenerated extends true
      ? \`\${Name} is generated, but declared insertable\`
      :
          | (undefined extends InsertType<C> ? IsOptional extends true ? never : \`\${Name} has no default\` : never)
          | (null extends InsertType<C> | UpdateType<C> ? IsNullable extends true ? never : \`\${Name} may not become null\` : never)
`

let folder: string
let columns: Column[]
let drop: () => Promise<void>

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-tables-')))
  const database = await createTestDatabase()
  drop = database.drop
  const client = createClient(database.url, 'parley test')
  await client.connect()
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as column, udt_name as type,
       is_nullable = 'YES' as is_nullable,
       column_default is not null or is_identity = 'YES' as has_default,
       is_generated = 'ALWAYS' as is_generated
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'
       and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass)
     order by table_name, ordinal_position`,
  )
  await client.end()
  columns = rows
})

after(async () => {
  await rm(folder, { recursive: true, force: true })
  await drop()
})

test('the declared tables are those of the migrated schema, and every drift is reported', async () => {
  const drifted = columns
    .filter(({ table, column }) => `${table}.${column}` !== 'tickets.due_at' && table !== 'tags')
    .map((one) => ({ ...one, ...DRIFTS[`${one.table}.${one.column}`] }))
    .concat([
      { ...columns[0]!, table: 'tickets', column: 'color', type: 'text' },
      { ...columns[0]!, table: 'phases', column: 'id' },
    ])
  const problems = await compare({ real: columns, drifted })
  assert.deepEqual(problems['real'], [])
  assert.deepEqual(
    problems['drifted'],
    [
      'chats.last_message_at may not become null',
      'chats.last_message_at is declared nullable',
      'media_files.size_bytes is read as another type',
      'notes.text is nullable',
      'people.search can be inserted',
      'phases is in the database, but not declared',
      'tags is declared, but not in the database',
      'tickets.color is in the database, but not declared',
      'tickets.due_at is declared, but not in the database',
      'tickets.status has no default',
    ].toSorted(),
  )
})

/** Changes of the schema, by column, that the declared types do not follow. */
const DRIFTS: Readonly<Record<string, Partial<Column>>> = {
  'chats.last_message_at': { is_nullable: false },
  'media_files.size_bytes': { type: 'text' },
  'notes.text': { is_nullable: true },
  'people.search': { is_generated: false, has_default: true },
  'tickets.status': { has_default: false },
}

/** Returns where the declared tables differ from each of `schemas`, as the compiler finds it. */
async function compare(schemas: Record<string, Column[]>): Promise<Record<string, string[]>> {
  const names = Object.keys(schemas)
  for (const name of names) await writeFile(join(folder, `${name}.ts`), toTests(schemas[name]!))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const files = names.map((name) => `${name}.ts`)
  const config = { extends: join(ROOT, 'tsconfig.json'), include: [], files }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const output = await runTsc(folder)
  return Object.fromEntries(
    names.map((name) => {
      const lines = output.split('\n').filter((line) => line.startsWith(`${name}.ts(`))
      const problems = lines.flatMap((line) => {
        const found = /error TS2344: Type '(.*)' does not satisfy the constraint 'never'/.exec(line)
        return found ? [...found[1]!.matchAll(/"([^"]+)"/g)].map((match) => match[1]!) : [line]
      })
      return [name, problems.toSorted()]
    }),
  )
}

function toTests(schema: Column[]): string {
  const tables = Map.groupBy(schema, ({ table }) => table)
  const tests = [
    `Extra<Database, ${union(tables.keys())}, ''> | Missing<Database, ${union(tables.keys())}, ''>`,
  ]
  for (const [table, found] of tables) {
    const names = union(found.map(({ column }) => column))
    const declared = `Columns<'${table}'>`
    tests.push(`[${declared}] extends [never] ? never : Extra<${declared}, ${names}, '${table}.'>`)
    tests.push(
      `[${declared}] extends [never] ? never : Missing<${declared}, ${names}, '${table}.'>`,
    )
    for (const { column, type, is_nullable, has_default, is_generated } of found) {
      const subject = `Column<'${table}', '${column}'>`
      const name = `'${table}.${column}'`
      const isOptional = is_nullable || has_default
      tests.push(`Read<${subject}, ${TYPES[type] ?? 'never'}, ${is_nullable}, ${name}>`)
      tests.push(`Written<${subject}, ${isOptional}, ${is_nullable}, ${is_generated}, ${name}>`)
    }
  }
  return `${TESTS}${tests.map((one) => `expectNone<${one}>()\n`).join('')}`
}

function union(names: Iterable<string>): string {
  return [...names].map((name) => `'${name}'`).join(' | ')
}

function runTsc(cwd: string): Promise<string> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [tsc, '--noEmit', '--noErrorTruncation', '-p', '.'],
      { cwd },
      (_failed, stdout) => resolve(stdout),
    ),
  )
}
