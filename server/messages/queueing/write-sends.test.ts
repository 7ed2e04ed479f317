import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('sends whose transaction is the victim of a deadlock are written again, once', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['messages:write'])
  const chats = [(await createTestChat(scope)).id, (await createTestChat(scope)).id]
  // PostgreSQL chooses the victim of a real deadlock, so the first transaction that writes a message gets the error.
  await sql`create sequence written`.execute(context.db)
  await sql`
    create function fail_first() returns trigger language plpgsql as $$ begin
      if nextval('written') = 1 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return null;
    end $$`.execute(context.db)
  await sql`
    create trigger fail_first after insert on messages
    for each statement execute function fail_first()`.execute(context.db)
  const sends = await Promise.all(
    chats.map(async (conversation_id) =>
      call('POST /api/v1/messages/send', { key, body: { conversation_id, message: 'Hello' } }),
    ),
  )
  assert.deepEqual(
    sends.map((answer) => answer.status),
    [201, 201],
  )
  const { rows } = await sql<{ written: number }>`
    select last_value as written from written`.execute(context.db)
  assert.ok(rows[0]!.written > 1, 'the trigger refused a transaction')
  const counts = await scope.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  assert.equal(Number(counts.count), 2)
})
