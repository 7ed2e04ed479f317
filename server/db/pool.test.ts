import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createDb, createPool, isDatabaseUnavailable } from './pool.ts'
import { connectionFailures } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('It was expected to fail.'),
    (err: unknown) => err,
  )
}

test('a database that is unavailable, full or disconnected is distinguished from a mistake', async () => {
  const { context } = await openTestContext()
  const fail = (code: string) =>
    errorOf(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(context.db))
  // Connection lost, disk full, out of memory, too many connections, shutting down, idle for too long.
  for (const code of ['08006', '53100', '53200', '53300', '57P01', '25P03', '57P05', '57014'])
    assert.equal(isDatabaseUnavailable(await fail(code)), true, code)
  for (const code of ['22P02', '23505', '42P01', '40001', 'P0001'])
    assert.equal(isDatabaseUnavailable(await fail(code)), false, code)
})

test('a server whose name or address cannot be reached is unavailable', async () => {
  for (const url of ['postgres://a@127.0.0.1:1/b', 'postgres://a@no.such.name.invalid/b']) {
    const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
    const db = createDb(pool)
    const err = await moves(connectionFailures, { pool: 'parley test' }, () =>
      errorOf(sql`select 1`.execute(db)),
    )
    assert.equal(isDatabaseUnavailable(err), true, url)
    await db.destroy()
  }
  assert.equal(isDatabaseUnavailable(Object.assign(new Error(), { code: 'EAI_AGAIN' })), true)
})
