import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { newId } from '#lib/ids.ts'
import { deleteExpired } from './delete-expired.ts'

const { context } = await openTestContext()

test('idempotency keys older than a day are deleted, newer ones are kept', async () => {
  const { workspaceId } = await createTestWorkspace(context)
  await sql`
    insert into idempotency_keys (workspace_id, route, key, fingerprint, created_at)
    select ${workspaceId}, 'POST /x', number::text, 'x',
      now() - case when number <= 2500 then interval '25 hours' else interval '23 hours' end
    from generate_series(1, 2505) as number`.execute(context.db)
  await deleteExpired(context)
  const { rows } = await sql`
    select key from idempotency_keys where workspace_id = ${workspaceId}`.execute(context.db)
  assert.equal(rows.length, 5)
})

test('expired sessions are deleted', async () => {
  const { scope } = await createTestWorkspace(context)
  const { userId } = await createTestMember(scope, 'agent')
  const now = Date.now()
  for (const expiresAt of [new Date(now - 1_000), new Date(now + 60_000)])
    await context.directory
      .insertInto('sessions')
      .values({
        id: newId(),
        user_id: userId,
        token: newId(),
        expires_at: expiresAt,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .execute()
  await deleteExpired(context)
  const left = await context.directory.selectFrom('sessions').select('expires_at').execute()
  assert.deepEqual(
    left.map((row) => row.expires_at.getTime()),
    [now + 60_000],
  )
})
