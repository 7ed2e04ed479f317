import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createToken } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createSessionCookie } from './session-cookie.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const cookie = createSessionCookie(context)

/** Returns the status of a request with a validly signed cookie that contains `token`. */
async function statusWith(token: string): Promise<number> {
  const [header] = cookie.write(token, new Date(Date.now() + 60_000)).split(';', 1)
  return (await call('GET /api/session', { headers: { cookie: header! } })).status
}

test('a session cannot be used with what its row contains', async () => {
  const { scope } = await createTestWorkspace(context)
  const { headers, userId } = await signInTestMember(call, scope)
  const token = cookie.read(headers)!
  assert.equal(await statusWith(token), 200)
  const rows = await context.directory
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token))
  for (const value of Object.values(rows[0]!))
    if (typeof value === 'string') assert.equal(await statusWith(value), 401)
})

test('a session of the previous release stays valid when its token is hashed', async () => {
  const { scope } = await createTestWorkspace(context)
  const { userId } = await signInTestMember(call, scope)
  await context.directory.deleteFrom('sessions').execute()
  const token = createToken()
  const signedIn = new Date(Date.now() - 3_600_000)
  await context.directory
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token,
      expires_at: new Date(Date.now() + 60_000),
      created_at: signedIn,
      updated_at: signedIn,
    })
    .execute()
  const migration = await readFile(
    new URL('../../db/migrations/0014-sessions.sql', import.meta.url),
    'utf8',
  )
  const [statement] = migration.split(';', 1)
  await sql.raw(statement!).execute(context.db)
  assert.equal(await statusWith(token), 200)
})
