import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { openTestApi } from '#test/app.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { createDb, createPool } from './pool.ts'
import type { Db } from './pool.ts'

const { context, url } = await openTestContext()

/** Opens a pool as for PgDog. PostgreSQL accepts its setting as one of an extension that it does not know. */
function openPool() {
  const options = { max: 3, name: 'parley test', transactionMode: true, prepared: false }
  const onError = () => undefined
  const pool = createPool({ url, ...options, shardingKey: 'b', onError })
  const db = createDb(pool)
  after(() => db.destroy())
  return { pool, db }
}

/** Reads the process of a connection and the setting of PgDog on it. */
async function readKey(db: Db): Promise<{ pid: number; key: string }> {
  const { rows } = await sql<{ pid: number; key: string }>`
    select pg_backend_pid() as pid, current_setting('pgdog.sharding_key') as key`.execute(db)
  return rows[0]!
}

test('every connection names its shard before its first statement, also one that replaces a lost one', async () => {
  const { pool, db } = openPool()
  const transactions = Array.from({ length: 3 }, () =>
    db.transaction().execute(async (tx) => {
      const found = await readKey(tx)
      await sql`select pg_sleep(0.2)`.execute(tx)
      return found
    }),
  )
  const found = await Promise.all(transactions)
  assert.equal(new Set(found.map(({ pid }) => pid)).size, 3)
  assert.deepEqual(
    found.map(({ key }) => key),
    ['b', 'b', 'b'],
  )
  const old = await pool.connect()
  const { pid } = (await old.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!
  await sql`select pg_terminate_backend(${pid}, 5000)`.execute(context.db)
  await assert.rejects(old.query('select 1'))
  old.release()
  const next = await Promise.all(Array.from({ length: 3 }, () => readKey(db)))
  assert.deepEqual(new Set(next.map(({ key }) => key)), new Set(['b']))
  assert.ok(next.every((each) => each.pid !== pid))
})

test('an error of PgDog about an unavailable shard is answered with 503 and Retry-After', async () => {
  const { call } = await openTestApi(context)
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  await sql`
    create function fail_as_pgdog() returns trigger language plpgsql as $$
      begin raise exception 'connection pool for user "parley" is down' using errcode = '58000'; end
    $$`.execute(context.db)
  await sql`create trigger fail before insert on events execute function fail_as_pgdog()`.execute(
    context.db,
  )
  const create = () => call('POST /api/v1/contacts', { key, body: { name: 'Noor' } })
  const refused = await create()
  assert.equal(refused.status, 503, refused.text)
  assert.ok(refused.headers['retry-after'])
  await sql`drop trigger fail on events`.execute(context.db)
  assert.equal((await create()).status, 201)
})
