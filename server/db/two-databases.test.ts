import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createChannel } from '#channels/create-channel.ts'
import { disconnectChannel } from '#channels/disconnect-channel.ts'
import { releaseChannel } from '#channels/release-channel.ts'
import type { Context } from './context.ts'
import { openTestApi } from '#test/app.ts'
import { createTestDatabase, openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createDb, createPool } from './pool.ts'
import type { Db } from './pool.ts'
import { TABLE_HOMES } from './table-homes.ts'

const { context: one } = await openTestContext()
const own = await createTestDatabase()
const pool = createPool({ url: own.url, max: 6, name: 'parley test', onError: () => undefined })
const context: Context = { ...one, directory: createDb(pool) }
after(async () => {
  await pool.end()
  await own.drop()
})

/** Returns the tables of a home that have rows in a database. */
async function listUsed(db: Db, home: 'tenant' | 'directory'): Promise<string[]> {
  const used: string[] = []
  for (const [table, its] of Object.entries(TABLE_HOMES)) {
    if (its !== home) continue
    const { rows } = await sql`
      /* across workspaces: a test */ select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) used.push(table)
  }
  return used
}

test('with a database of its own, the directory has its rows there, and the tenants have theirs elsewhere', async () => {
  const { scope } = await createTestWorkspace(context)
  const { call } = await openTestApi(context)
  const { headers } = await signInTestMember(call, scope)
  const ask = async (request: string, body?: unknown) => {
    const answer = await call(request, { headers, ...(body !== undefined && { body }) })
    assert.ok(answer.status < 300, `${request} ${answer.text}`)
    return answer.body
  }
  const key = await ask('POST /api/developer/api-keys', { name: 'CI', scopes: ['*'] })
  await ask(`POST /api/developer/api-keys/${key.id}/rotate`, {})
  await ask(`DELETE /api/developer/api-keys/${key.id}`)
  const form = await ask('POST /api/developer/forms', { name: 'Website' })
  await ask(`PATCH /api/developer/forms/${form.id}`, { name: 'Web' })
  await ask(`POST /api/developer/forms/${form.id}/rotate-token`, {})
  assert.equal((await ask('GET /api/developer/forms')).data[0].name, 'Web')
  await ask(`DELETE /api/developer/forms/${form.id}`)
  await ask('POST /api/developer/invitations', { email: 'new@example.com', role: 'agent' })
  await ask('PATCH /api/developer/workspace', { retention_days: 45 })
  const channel = await createChannel(scope, {
    type: 'whatsapp',
    account: '700100',
    business_account: '800100',
    access_token: 'token',
  })
  await disconnectChannel(scope, channel.id)
  await releaseChannel(scope, channel.id)
  const again = await createChannel(scope, { type: 'whatsapp', account: '700100' })
  assert.equal(again.id, channel.id, 'the former channel is connected again')
  const member = await createTestMember(scope, 'agent')
  await ask(`DELETE /api/developer/members/${member.membershipId}`)
  const { data } = await ask('GET /api/developer/audit-log?limit=100')
  const actions = new Set(data.map((entry: { action: string }) => entry.action))
  for (const action of ['api_key.rotated', 'channel.released', 'form.deleted', 'member.removed'])
    assert.ok(actions.has(action), action)
  assert.deepEqual(await listUsed(context.db, 'directory'), [])
  assert.deepEqual(await listUsed(context.directory, 'tenant'), [])
  const routes = await context.directory.selectFrom('channel_routes').select('channel_id').execute()
  assert.deepEqual(routes.filter((route) => route.channel_id === channel.id).length, 1)
  // The work of the removed member is looked for once more.
  const left = await context.directory.selectFrom('directory_outbox').select('kind').execute()
  assert.deepEqual(left, [{ kind: 'member_removed' }])
})
