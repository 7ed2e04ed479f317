import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#lib/create-log.ts'
import { overwritePage } from '#test/overwrite-page.ts'
import { openTempDir } from '#test/processes.ts'
import { createDamageLog } from './damage-log.ts'
import { isDamage, readDamage } from './is-damage.ts'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { createDb, createPool } from '../pool.ts'

const settings = { fsync: 'off', shared_buffers: '16MB', autovacuum: 'off' }

/** Starts an embedded database; `db` reports refused statements to `damage`. */
async function open(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log: () => undefined, settings })
  const damage = createDamageLog(createLog('silent'), 'main')
  const pool = createPool({
    url: embedded.url,
    max: 1,
    name: 'parley test',
    onError: () => undefined,
    onRefusal: damage.note,
  })
  const db = createDb(pool)
  const close = async () => {
    await db.destroy()
    await embedded.stop()
  }
  return { db, damage, close }
}

test('damaged pages of tables, indexes and long values are named, and nothing else counts as damage', async () => {
  const dataDir = join(await openTempDir(), 'data')
  const before = await open(dataDir)
  const tables = ['whole', 'kept', 'long', 'gone']
  const paths: Record<string, string> = {}
  for (const table of tables) {
    await sql`create table ${sql.table(table)} (id integer primary key, text text)`.execute(
      before.db,
    )
    // Random, so that it is not compressed and is stored apart.
    await sql`
      insert into ${sql.table(table)}
      select n, (select string_agg(md5(random()::text), '') from generate_series(1, 300 + 0 * n))
      from generate_series(1, 300) as n`.execute(before.db)
  }
  const { rows } = await sql<{ name: string; path: string }>`
    select relname as name, pg_relation_filepath(oid) as path from pg_class
    where relname in ('kept', 'kept_pkey', 'gone')
    union all
    select 'toast', pg_relation_filepath(reltoastrelid) from pg_class where relname = 'long'`.execute(
    before.db,
  )
  for (const { name, path } of rows) paths[name] = join(dataDir, 'postgres', path)
  await before.close()
  overwritePage(paths['kept']!, 1)
  overwritePage(paths['kept_pkey']!, 1)
  overwritePage(paths['toast']!)
  rmSync(paths['gone']!)

  const { db, damage, close } = await open(dataDir)
  after(close)
  const fails = async (statement: string) => {
    const err = await sql
      .raw(statement)
      .execute(db)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    assert.ok(isDamage(err), `${statement}: ${err}`)
    return readDamage(err)!
  }
  await sql`select sum(octet_length(text)) from whole`.execute(db)
  for (const harmless of ['select 1 / 0', 'select * from nowhere', `copy whole from '/nowhere'`])
    await assert.rejects(sql.raw(harmless).execute(db), (err) => !isDamage(err))
  assert.equal(damage.count(), 0)

  const found = await fails('select count(*) from kept')
  assert.deepEqual([found.block, found.code], [1, 'XX001'])
  await fails('select count(*) from kept')
  await fails('select text from long where id = 1')
  await fails('select count(*) from gone')
  await sql`set enable_seqscan = off`.execute(db)
  await fails('select id from kept where id = 7')
  const listed = await damage.list(db)
  assert.deepEqual(
    listed
      .map(({ relation, count }) => `${relation.replace(/pg_toast_\d+/, 'pg_toast')}: ${count}`)
      .toSorted(),
    ['gone: 1', 'kept: 2', 'kept_pkey (index of kept): 1', 'pg_toast (long values of long): 1'],
  )
  assert.ok(listed.every(({ seen_at: seenAt }) => Date.now() - seenAt.getTime() < 60_000))
})
