import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Client } from '#db/pool.ts'
import { dumpSchema } from '#db/migrating/dump-schema.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { openClient } from '#db/pool.ts'
import { DROP_RULES, insertAnyRow } from '#test/any-row.ts'
import { createTestDatabase } from '#test/context.ts'
import { openTempDir } from '#test/processes.ts'
import type { BackupSecret } from './backup-secret.ts'
import { compareBackup } from './compare-backup.ts'
import { createBackup } from './create-backup.ts'
import { fileAt } from './create-folder-place.ts'
import { checkBackup } from './read-backup.ts'
import { quote } from './read-backup-tables.ts'
import { checkTarget } from './check-target.ts'
import { restoreBackup } from './restore-backup.ts'
import { HEAD_BYTES } from './create-blocks.ts'

const folder = await openTempDir()

/** Creates a database and a connection to it, which end after the file's tests. */
async function openDatabase(template?: string): Promise<{ url: string; client: Client }> {
  const database = await createTestDatabase(template === undefined ? {} : { template })
  const client = await openClient(database.url, 'parley test')
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

const source = await openDatabase()
const main = [{ shard: 'main', url: source.url }]

type Table = { name: string; columns: { name: string; type: string }[] }

async function readAllTables({ client }: typeof source): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select table_name as name, (select json_agg(json_build_object('name', column_name, 'type', format_type(atttypid, atttypmod)))
      from information_schema.columns
      join pg_attribute on attrelid = tables.table_name::regclass and attname = column_name
      where is_generated = 'NEVER' and columns.table_schema = tables.table_schema and columns.table_name = tables.table_name) as columns
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'migrations' and not exists (
        select from pg_inherits where inhrelid = quote_ident(table_name)::regclass) order by 1`,
  )
  return rows
}

/** Tables about the instance itself, which is another one after a restore. */
const LEFT_OUT = ['backups', 'processes']

async function readRows({ client }: typeof source, name: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `select t::text as row from ${quote(name)} as t order by 1`,
  )
  return rows.map(({ row }) => row)
}

/** Writes a backup of the source. Returns the file. */
async function backUp(name: string, secret?: BackupSecret): Promise<string> {
  const path = join(folder, name)
  await createBackup({
    file: fileAt(path),
    secret,
    servers: main,
    isEmbedded: false,
    release: '1.2.3',
  })
  return path
}

async function restore(path: string, url: string, secret?: BackupSecret) {
  const { manifest } = await checkBackup(fileAt(path), secret)
  const servers = [{ shard: 'main', url }]
  await checkTarget(manifest, servers)
  return restoreBackup({ file: fileAt(path), secret, manifest, servers })
}

await source.client.query(DROP_RULES)
const tables = await readAllTables(source)
for (const table of tables)
  for (let row = 0; row < 3; row++)
    await source.client.query(`${insertAnyRow(table)} on conflict do nothing`)
// More than fits into a piece of the file, and a row that is larger than one.
await source.client.query(
  `insert into used_challenges select sha256(n::text::bytea), now() from generate_series(1, 20000) as n`,
)
await source.client.query(
  insertAnyRow(
    tables.find(({ name }) => name === 'mails')!,
    {
      body: `decode(repeat('ab', 2000000), 'hex')`,
    },
  ),
)

await source.client.query(`select setval('moved_rows_id_seq', 42)`)

test('every table of the schema is in a backup, with all values as they were', async () => {
  const path = await backUp('all.backup')
  const target = await openDatabase()
  await target.client.query(DROP_RULES)
  const schema = await dumpSchema(target.url)
  const restored = await restore(path, target.url)
  assert.equal(restored.tables, tables.length - LEFT_OUT.length)
  for (const { name } of tables) {
    const rows = await readRows(source, name)
    assert.ok(rows.length > 0, name)
    assert.deepEqual(await readRows(target, name), LEFT_OUT.includes(name) ? [] : rows, name)
  }
  assert.equal(await dumpSchema(target.url), schema)
  const next = `select nextval('moved_rows_id_seq')`
  assert.deepEqual((await target.client.query(next)).rows, (await source.client.query(next)).rows)
  const servers = [{ shard: 'main', url: target.url }]
  assert.deepEqual(await compareBackup({ file: fileAt(path), secret: undefined, servers }), [])
  await target.client.query('delete from tags')
  assert.deepEqual(await compareBackup({ file: fileAt(path), secret: undefined, servers }), [
    { shard: 'main', table: 'tags', rowsInBackup: 3, rowsInDatabase: 0 },
  ])
})

test('a restored database needs the migrations of the backup, and no rows', async () => {
  const path = await backUp('refused.backup')
  const empty = await openDatabase('template0')
  await empty.client.query('create table other (id integer)')
  await empty.client.query('insert into other values (1)')
  await assert.rejects(restore(path, empty.url), /not empty: other has rows/)
  assert.equal((await readAllTables(empty)).length, 1)
  await empty.client.query('drop table other')
  const { manifest } = await checkBackup(fileAt(path), undefined)
  const servers = [{ shard: 'main', url: empty.url }]
  const change = (migration: { name: string; sha256: string }) => ({
    ...manifest,
    servers: [{ shard: 'main', migrations: [...manifest.servers[0]!.migrations, migration] }],
  })
  const newer = change({ name: '9999-later.sql', sha256: '00' })
  await assert.rejects(checkTarget(newer, servers), /9999-later.sql, which this release does not/)
  const other = change({ name: '0001-foundation.sql', sha256: '00' })
  await assert.rejects(checkTarget(other, servers), /0001-foundation.sql of the backup differs/)
  const older = { ...manifest, servers: [{ shard: 'main', migrations: [] }] }
  const migrated = await openDatabase()
  await assert.rejects(
    checkTarget(older, [{ shard: 'main', url: migrated.url }]),
    /has the migration 0001-foundation.sql, which the backup does not have/,
  )
  await assert.rejects(
    checkTarget(manifest, [...servers, { shard: 'b', url: empty.url }]),
    /has the shards main, and the settings name main, b/,
  )
})

test('a backup of an older schema is restored with that schema, which is migrated afterwards', async () => {
  const old = await openDatabase('template0')
  const names = await listMigrations()
  // A later change may have a lower number than one that was applied before.
  const only = names.filter((name) => name !== names.at(-2)).slice(0, -1)
  await migrate(old.url, { only })
  await old.client.query(`insert into used_challenges values ('\\x00', now())`)
  const path = join(folder, 'old.backup')
  const of = { secret: undefined, isEmbedded: false, release: '1.2.3' }
  await createBackup({ file: fileAt(path), servers: [{ shard: 'main', url: old.url }], ...of })
  const target = await openDatabase('template0')
  await restore(path, target.url)
  const applied = 'select name from migrations order by 1'
  assert.deepEqual(
    (await target.client.query(applied)).rows.map(({ name }) => name),
    only,
  )
  assert.deepEqual(await migrate(target.url), names.slice(-2))
  assert.deepEqual(
    await readRows(target, 'used_challenges'),
    await readRows(old, 'used_challenges'),
  )
})

test('a backup of the release 0.2.0, which has the format of before, is restored and migrated', async () => {
  const path = join(import.meta.dirname, 'release-0.2.0.backup')
  const { manifest, summary } = await checkBackup(fileAt(path), undefined)
  assert.equal(summary.completeUntil, manifest.startedAt)
  const target = await openDatabase('template0')
  await restore(path, target.url)
  assert.equal((await readRows(target, 'used_challenges')).length, 3)
  await migrate(target.url)
  assert.deepEqual((await target.client.query('select from backups')).rows, [])
})

test('rows that differ after they were stored are refused, and the database stays empty', async () => {
  const path = await backUp('differs.backup')
  const target = await openDatabase()
  await target.client.query(DROP_RULES)
  await target.client.query(`create function lose() returns trigger language plpgsql as
    'begin new.name := new.name || ''x''; return new; end'`)
  const trigger = 'lose before insert on tags for each row execute function lose()'
  await target.client.query(`create trigger ${trigger}`)
  await assert.rejects(restore(path, target.url), /table main.tags differs from the backup: 3 of 3/)
  for (const { name } of tables) assert.deepEqual(await readRows(target, name), [], name)
  await target.client.query('drop trigger lose on tags')
  assert.ok((await restore(path, target.url)).rows > 20_000)
})

test('an effect that was applied is not applied again, however old the backup is', async () => {
  const applied = `(select id from directory_outbox limit 1)`
  await source.client.query(
    `insert into applied_effects values (gen_random_uuid(), ${applied}, '2020-01-01')`,
  )
  const path = await backUp('effects.backup')
  const target = await openDatabase()
  await target.client.query(DROP_RULES)
  await restore(path, target.url)
  const { rows } = await target.client.query(
    `select applied_at > now() - interval '1 hour' as "isNew" from applied_effects where id = ${applied}`,
  )
  assert.deepEqual(rows, [{ isNew: true }])
})

test('a table that is not of Parley is left out with its sequence, and named', async () => {
  await source.client.query('create table foreign_table (id serial)')
  await source.client.query('insert into foreign_table default values')
  const path = await backUp('foreign.backup')
  await source.client.query('drop table foreign_table')
  const target = await openDatabase()
  await target.client.query(DROP_RULES)
  assert.deepEqual((await restore(path, target.url)).skipped, ['main.foreign_table'])
})

test('a backup is consistent while rows are written, and never has its name before its end', async () => {
  const key = () => `decode(md5(random()::text), 'hex')`
  let isOver = false
  const writing = (async () => {
    while (!isOver)
      await source.client.query(
        `with one as (insert into used_challenges values (${key()}, 'epoch'))
        insert into erased_keys (workspace_id, digest, erased_at)
        values (gen_random_uuid(), ${key()}, 'epoch')`,
      )
  })()
  const path = join(folder, 'loaded.backup')
  const running = backUp('loaded.backup')
  while (!(await readdir(folder)).some((name) => name.startsWith('loaded.backup.')))
    assert.ok(!(await readdir(folder)).includes('loaded.backup'))
  await running
  isOver = true
  await writing
  const target = await openDatabase()
  await target.client.query(DROP_RULES)
  await restore(path, target.url)
  const count = `select (select count(*) from used_challenges where expires_at = 'epoch')::int as one,
    (select count(*) from erased_keys where erased_at = 'epoch')::int as other`
  const { one, other } = (await target.client.query(count)).rows[0]!
  assert.equal(one, other)
  await assert.rejects(backUp('loaded.backup'), /exists/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

const SECRETS: [string, BackupSecret | undefined][] = [
  ['plain', undefined],
  ['with a passphrase', { passphrase: 'quite a few good words' }],
  ['with a key', { key: Buffer.alloc(32, 9) }],
]

for (const [name, secret] of SECRETS)
  test(`a backup ${name} is refused when anything of it is changed, missing or elsewhere`, async () => {
    const path = await backUp(`${name}.backup`, secret)
    const bytes = await readFile(path)
    const { summary } = await checkBackup(fileAt(path), secret)
    assert.ok(summary.rows > 20_000)
    const changed = join(folder, 'changed.backup')
    const refuse = async (text: string | Buffer, pattern = /damaged|incomplete|not a backup/) => {
      await writeFile(changed, text)
      await assert.rejects(checkBackup(fileAt(changed), secret), (err: Error) => {
        assert.equal(err.name, 'BackupError')
        assert.match(err.message, pattern)
        return true
      })
    }
    const blocks = toBlocks(bytes)
    const start = blocks[0]!.start
    // Each attempt with a passphrase takes a second of CPU time.
    const isSlow = secret && 'passphrase' in secret
    for (const at of isSlow
      ? [start + 7]
      : [0, 20, start, start + 4, start + 7, start + 40, bytes.length - 1]) {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      await refuse(copy)
    }
    for (const end of isSlow ? [] : [0, 10, start, start + 3, start + 30, bytes.length - 1])
      await refuse(bytes.subarray(0, end))
    for (const { start: end } of blocks.slice(-3))
      await refuse(bytes.subarray(0, end), /incomplete/)
    const joined = (...parts: number[]) =>
      Buffer.concat([
        bytes.subarray(0, start),
        ...parts.map((part) => bytes.subarray(blocks[part]!.start, blocks[part]!.end)),
      ])
    const all = [...blocks.keys()]
    await refuse(joined(...all.slice(0, 3), all[4]!, all[3]!, ...all.slice(5)))
    await refuse(joined(...all.slice(0, 3), ...all.slice(4)))
    await refuse(joined(...all, all.at(-1)!))
    if (!secret) return
    await assert.rejects(checkBackup(fileAt(path), undefined), /is encrypted/)
    const wrong =
      'key' in secret ? { key: Buffer.alloc(32, 8) } : { passphrase: 'other good words' }
    await assert.rejects(checkBackup(fileAt(path), wrong), /not the one of this backup/)
    const otherKind = 'key' in secret ? { passphrase: 'words' } : { key: Buffer.alloc(32) }
    await assert.rejects(checkBackup(fileAt(path), otherKind), /is encrypted with a/)
    assert.ok(!bytes.includes('used_challenges'))
  })

/** Returns where the blocks of a file are. */
function toBlocks(bytes: Buffer): { start: number; end: number }[] {
  const blocks = []
  for (let start = bytes.indexOf('\n') + 1; start < bytes.length;) {
    const end = start + HEAD_BYTES + bytes.readUInt32BE(start)
    blocks.push({ start, end })
    start = end
  }
  return blocks
}

test('a file of another kind, and one of a newer format, are refused', async () => {
  const path = join(folder, 'other.backup')
  await writeFile(path, 'PGDMP')
  await assert.rejects(checkBackup(fileAt(path), undefined), /is not a backup of Parley/)
  await writeFile(path, '{"parley_backup":3,"encryption":null}\n')
  await assert.rejects(
    checkBackup(fileAt(path), undefined),
    /format 3, and this release reads formats up to 2/,
  )
  await assert.rejects(
    checkBackup(fileAt(join(folder, 'none')), undefined),
    /cannot be read \(ENOENT\)/,
  )
})
