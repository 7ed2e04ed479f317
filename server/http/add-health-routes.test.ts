import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDb, createPool } from '#db/pool.ts'
import { keyIdOf } from '#lib/encrypt.ts'
import { openTestContext } from '#test/context.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { createApp } from './app.ts'
import { addHealthRoutes } from './add-health-routes.ts'
import { createReadiness } from './readiness.ts'

const { context, url } = await openTestContext()

type Options = Parameters<typeof createReadiness>[1] & { database?: string }

/** Opens the health routes of a process that uses `database`. */
function openHealth({ database = url, ...options }: Options = {}) {
  const pool = createPool({ url: database, max: 12, name: 'test', onError: () => undefined })
  const db = createDb(pool)
  after(() => db.destroy())
  const app = createApp({ log: context.log, bodyBytesMax: 1000 })
  const readiness = createReadiness({ ...context, db }, options)
  addHealthRoutes(app, readiness)
  const ask = async (path: string) => {
    const answer = await app.inject(path)
    return { ...answer.json(), status: answer.statusCode, headers: answer.headers }
  }
  return { readiness, ready: () => ask('/health/ready'), live: () => ask('/health/live') }
}

/** Returns how many pages the table of the checks has. */
async function countPages(): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('readiness_checks') / current_setting('block_size')::int as pages`.execute(
    context.db,
  )
  return rows[0]!.pages
}

test('a process is ready only with the key of the stored secrets', async () => {
  const { ready } = openHealth()
  assert.equal((await ready()).status, 200)
  const own = { id: keyIdOf(context.config.secretKey!) }
  await context.directory.insertInto('secret_keys').values(own).execute()
  assert.equal((await ready()).status, 200)
  const foreign = { id: keyIdOf(randomBytes(32)) }
  await context.directory.insertInto('secret_keys').values(foreign).execute()
  const { status, check, problem } = await ready()
  assert.deepEqual([status, check], [503, 'secrets'])
  assert.match(problem, /^SECRET_KEY does not decrypt/)
  await context.directory.deleteFrom('secret_keys').where('id', '=', foreign.id).execute()
})

test('every check writes a page that was not allocated before, and leaves no row', async () => {
  await sql`truncate readiness_checks`.execute(context.db)
  const { ready } = openHealth()
  for (const pages of [1, 2, 3]) {
    assert.equal((await ready()).status, 200)
    assert.equal(await countPages(), pages)
  }
  assert.deepEqual(await context.db.selectFrom('readiness_checks').selectAll().execute(), [])
})

test('many probes at the same time write once, and a flood of probes a few times', async () => {
  await sql`truncate readiness_checks`.execute(context.db)
  const { ready } = openHealth()
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(await countPages(), 1)
  for (let probe = 0; probe < 100; probe++) assert.equal((await ready()).status, 200)
  const pages = await countPages()
  assert.ok(pages < 50, `${pages} checks for 150 probes`)
})

test('a read-only database is not ready, but the process is live', async () => {
  const database = `${url}?options=-c%20default_transaction_read_only%3Don`
  const { ready, live } = openHealth({ database })
  const { status, headers, check, problem } = await ready()
  assert.deepEqual([status, check], [503, 'write'])
  assert.match(problem, /replica or read-only/)
  assert.ok(headers['retry-after'])
  assert.equal((await live()).status, 200)
})

test('a database with a full disk is not ready', async () => {
  await sql`
    create function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end
    $$`.execute(context.db)
  await sql`
    create trigger full_disk before insert on readiness_checks
    execute function refuse_writes()`.execute(context.db)
  const { ready } = openHealth()
  const { status, check, problem } = await ready()
  assert.deepEqual([status, check], [503, 'write'])
  assert.match(problem, /disk of the database is full/)
  await sql`drop trigger full_disk on readiness_checks`.execute(context.db)
  assert.equal((await ready()).status, 200)
})

test('a database that does not respond makes the process not ready, but it stays live', async () => {
  const proxy = await startTcpProxy(new URL(url))
  after(() => proxy.close())
  const { ready, live } = openHealth({ database: proxy.url })
  assert.equal((await ready()).status, 200)
  proxy.lose({ all: true })
  assert.equal((await ready()).status, 200, 'a process without CPU time misses one answer too')
  const { status, check, isLate } = await ready()
  assert.deepEqual([status, check, isLate], [503, 'database', undefined])
  assert.equal((await live()).status, 200)
  proxy.restore()
  assert.equal((await ready()).status, 200)
})

test('a process that never reached its database is not ready', async () => {
  const proxy = await startTcpProxy(new URL(url))
  after(() => proxy.close())
  proxy.lose({ all: true })
  const { status, check } = await openHealth({ database: proxy.url }).ready()
  assert.deepEqual([status, check], [503, 'database'])
})

test('a process whose connections are all in use is ready, because its database is', async () => {
  const pool = createPool({ url, max: 1, name: 'test', onError: () => undefined })
  const db = createDb(pool)
  const probe = createDb(createPool({ url, max: 1, name: 'probe', onError: () => undefined }))
  after(() => Promise.all([db.destroy(), probe.destroy()]))
  const readiness = createReadiness({ ...context, db, directory: db, probe })
  const used = await pool.connect()
  assert.equal((await readiness.check()).unready, undefined)
  used.release()
})

test('a stalled worker makes its process not ready', async () => {
  let stalled: string | undefined = 'lanes of kind "send" are overdue'
  const { ready } = openHealth({ explainStalledLanes: async () => stalled })
  const { status, check, problem } = await ready()
  assert.deepEqual([status, check, problem], [503, 'lanes', stalled])
  stalled = undefined
  assert.equal((await ready()).status, 200)
})

test('a process that stops is not ready, but live', async () => {
  const { readiness, ready, live } = openHealth()
  assert.equal((await ready()).status, 200)
  readiness.stop()
  const { status, check } = await ready()
  assert.deepEqual([status, check], [503, 'process'])
  assert.equal((await live()).status, 200)
})

test('a process is not ready with pending migrations, and without tables', async () => {
  const { ready, live } = openHealth()
  await sql`update migrations set name = 'x' || name`.execute(context.db)
  const { status, check, problem } = await ready()
  assert.deepEqual([status, check, problem], [503, 'migrations', 'migrations are pending'])
  await sql`drop table migrations`.execute(context.db)
  assert.equal((await ready()).check, 'database')
  assert.equal((await live()).status, 200)
})
