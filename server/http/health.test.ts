import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createApp } from './app.ts'
import { addHealthRoutes } from './health.ts'

test('a process is ready only while the database is reachable and migrated', async () => {
  const { context } = await openTestContext()
  const app = createApp({ log: context.log, bodyBytesMax: 1000 })
  addHealthRoutes(app, context)
  const ready = async () => (await app.inject('/health/ready')).statusCode
  assert.equal(await ready(), 200)
  await sql`update migrations set name = 'x' || name`.execute(context.db)
  const pending = await app.inject('/health/ready')
  assert.equal(pending.statusCode, 503)
  assert.ok(pending.headers['retry-after'])
  assert.equal(pending.json().problem, 'migrations are pending')
  await sql`drop table migrations`.execute(context.db)
  assert.equal(await ready(), 503)
  assert.equal((await app.inject('/health/live')).statusCode, 200)
})
