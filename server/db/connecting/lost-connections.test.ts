import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { activeNow, watchPauses } from '#lib/pacing/watch-pauses.ts'
import { withinMs } from '#lib/time-budget.ts'
import { createTestDatabase } from '#test/context.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { createDb, createPool, isDatabaseUnavailable } from '../pool.ts'
import type { Db } from '../pool.ts'

// The time in which this process has no CPU is not that of the database.
after(watchPauses())

/** Opens a pool through a proxy that can lose its connections. */
async function openLossyPool() {
  const { url, drop } = await createTestDatabase()
  const proxy = await startTcpProxy(new URL(url))
  const pool = createPool({ url: proxy.url, max: 4, name: 'test', onError: () => undefined })
  const db = createDb(pool)
  after(async () => {
    await db.destroy()
    await proxy.close()
    await drop()
  })
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    return rows[0]!.pid
  }
  return { db, pool, proxy, backend }
}

test('a statement on a connection that was lost silently fails in time, and the next one is answered', async () => {
  const { proxy, pool, backend } = await openLossyPool()
  await Promise.all([backend(), backend(), backend()])
  assert.equal(pool.idleCount, 3)
  proxy.lose()
  const startedAt = activeNow()
  await assert.rejects(withinMs(1_000, backend), isDatabaseUnavailable)
  assert.ok(activeNow() - startedAt < 6_000)
  // The other two connections were silent at the same time, so they are not used again either.
  for (const _ of [1, 2, 3]) assert.ok(await withinMs(5_000, backend))
})

test('a lost connection fails the whole transaction, and its rollback waits for nothing', async () => {
  const { db, proxy, backend } = await openLossyPool()
  const startedAt = activeNow()
  const failing = withinMs(1_000, () =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.lose()
      await sql`select 2`.execute(tx)
    }),
  )
  await assert.rejects(failing, isDatabaseUnavailable)
  assert.ok(activeNow() - startedAt < 6_000)
  assert.ok(await backend())
})

test('a server that accepts connections but does not respond is unavailable', async () => {
  const { proxy, backend } = await openLossyPool()
  proxy.lose({ all: true })
  await assert.rejects(withinMs(1_000, backend), isDatabaseUnavailable)
  proxy.restore()
  assert.ok(await backend())
})

test('a slow statement ends only its own connection', async () => {
  const { db, backend } = await openLossyPool()
  const slow = withinMs(1_000, () => sql`select pg_sleep(20)`.execute(db))
  await waitForStatement(db, 'select pg_sleep(20)')
  const other = await backend()
  await assert.rejects(slow, isDatabaseUnavailable)
  assert.equal(await backend(), other)
})

async function waitForStatement(db: Db, text: string): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where query = ${text} and state = 'active'`.execute(db)
    return rows.length > 0
  })
}

test('a pool with lost connections can be closed', async () => {
  const { url, drop } = await createTestDatabase()
  const proxy = await startTcpProxy(new URL(url))
  after(async () => {
    await proxy.close()
    await drop()
  })
  const pool = createPool({ url: proxy.url, max: 1, name: 'test', onError: () => undefined })
  const db = createDb(pool)
  await sql`select 1`.execute(db)
  proxy.lose()
  await db.destroy()
})

test('connections to a server that accepts no writes any more are replaced', async () => {
  const { db, backend } = await openLossyPool()
  await sql`create table written (id int)`.execute(db)
  const opened = await Promise.all([backend(), backend()])
  await db.connection().execute(async (one) => {
    await sql`set default_transaction_read_only = on`.execute(one)
    await assert.rejects(sql`insert into written values (1)`.execute(one), isDatabaseUnavailable)
  })
  const next = await Promise.all([backend(), backend()])
  assert.ok(
    next.every((pid) => !opened.includes(pid)),
    `${opened.join()} ${next.join()}`,
  )
  await sql`insert into written values (2)`.execute(db)
})
