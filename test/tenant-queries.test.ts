import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDb, createPool } from '#db/pool.ts'
import { createTestDatabase } from './context.ts'
import { findUnscopedTable, refuseUnscopedQueries, TENANT_TABLES } from './tenant-queries.ts'

test('a query of a tenant table without workspace_id is refused in every test', async () => {
  const { url, drop } = await createTestDatabase()
  const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
  const db = createDb(pool)
  const refused = refuseUnscopedQueries(pool)
  await assert.rejects(db.selectFrom('people').selectAll().execute(), /touches people/)
  await assert.rejects(sql`delete from messages where id = 1`.execute(db), /touches messages/)
  await db.selectFrom('people').select('id').where('workspace_id', 'is', null).execute()
  await sql`/* across workspaces: a count */ select count(*) from people`.execute(db)
  assert.equal(refused.length, 2)
  await db.destroy()
  await drop()
})

test('the tenant tables are those of the data model', () => {
  for (const table of ['people', 'chats', 'messages', 'events', 'webhook_deliveries', 'identities'])
    assert.ok(TENANT_TABLES.includes(table), table)
  for (const table of ['users', 'memberships', 'api_keys', 'lanes', 'channel_routes'])
    assert.ok(!TENANT_TABLES.includes(table), table)
  assert.equal(findUnscopedTable('update chat_activity set activity_at = now()'), 'chat_activity')
  assert.equal(findUnscopedTable('select * from peoples'), undefined)
})
