import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestChat, createTestWorkspace } from '#test/factories.ts'

test('each table of tenants lets statements be planned for large workspaces', async () => {
  const { context } = await openTestContext()
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass::text as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attname = 'workspace_id' and not attisdropped and relkind = 'r' and relnamespace = 'public'::regnamespace
      and not coalesce(attoptions, '{}') @> '{n_distinct=1}'
    order by 1`.execute(context.db)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [],
    'a migration must say for these tables: alter column workspace_id set (n_distinct = 1)',
  )
})

test('messages that arrive in the order of their times fill the pages of the index of times', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const { id: channelId } = await createTestChannel(scope)
  const { id: chatId, personId } = await createTestChat(scope, { channelId })
  const sizeOf = async () => {
    const { rows } = await sql<{ pages: number }>`
      select pg_relation_size('messages_newest') / current_setting('block_size')::integer as pages`.execute(
      context.db,
    )
    return rows[0]!.pages
  }
  const before = await sizeOf()
  await sql`
    insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status,
      author_type, created_at)
    select ${scope.workspaceId}, uuidv7(), ${chatId}, ${personId}, ${channelId}, 'inbound', 'text', 'Hello',
      'received', 'person', now() + n * interval '1 millisecond'
    from generate_series(1, 5000) as n`.execute(context.db)
  // 5,000 entries of 52 bytes need 32 pages, and twice as many in an index that goes downwards.
  const pages = (await sizeOf()) - before
  assert.ok(pages < 40, `${pages} pages`)
})
