import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { keyIdOf } from '#lib/encryption.ts'
import { openTestContext } from '#test/context.ts'
import { createApp } from './app.ts'
import { addHealthRoutes } from './health.ts'

test('a process is ready only while the database is reachable, migrated and of its key', async () => {
  const { context } = await openTestContext()
  const app = createApp({ log: context.log, bodyBytesMax: 1000 })
  addHealthRoutes(app, context)
  const ready = async () => (await app.inject('/health/ready')).statusCode
  assert.equal(await ready(), 200)
  await context.db
    .insertInto('secret_keys')
    .values({ id: keyIdOf(context.config.secretKey!) })
    .execute()
  assert.equal(await ready(), 200)
  const foreign = { id: keyIdOf(randomBytes(32)) }
  await context.db.insertInto('secret_keys').values(foreign).execute()
  const wrongKey = await app.inject('/health/ready')
  assert.equal(wrongKey.statusCode, 503)
  assert.match(wrongKey.json().problem, /^SECRET_KEY does not decrypt/)
  await context.db.deleteFrom('secret_keys').where('id', '=', foreign.id).execute()
  await sql`update migrations set name = 'x' || name`.execute(context.db)
  const pending = await app.inject('/health/ready')
  assert.equal(pending.statusCode, 503)
  assert.ok(pending.headers['retry-after'])
  assert.equal(pending.json().problem, 'migrations are pending')
  await sql`drop table migrations`.execute(context.db)
  assert.equal(await ready(), 503)
  assert.equal((await app.inject('/health/live')).statusCode, 200)
})
