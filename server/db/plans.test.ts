import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestChat, createTestWorkspace } from '#test/factories.ts'
import type { Db } from './pool.ts'
import { ALL_TABLES } from './tables.ts'

/** Lists the statements that a migration lacks for each table to have the setting that its entry asks for. */
async function listMissing(db: Db): Promise<string[]> {
  const few = new Set<string>(
    ALL_TABLES.filter(({ rows }) => rows === 'few').map(({ name }) => name),
  )
  const { rows } = await sql<{ name: string; parent: string | null; key: string; isSet: boolean }>`
    select attrelid::regclass::text as name, inhparent::regclass::text as parent, key,
      coalesce(attoptions, '{}') @> array[key || '=1'] as "isSet"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_inherits on inhrelid = attrelid
    cross join lateral (select case relkind when 'p' then 'n_distinct_inherited' else 'n_distinct' end as key) as setting
    where attname = 'workspace_id' and not attisdropped and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows
    .filter(({ name, parent, isSet }) => isSet === few.has(parent ?? name))
    .map(({ name, key, isSet }) => {
      const change = isSet ? `reset (${key})` : `set (${key} = 1)`
      return `alter table ${name} alter column workspace_id ${change};`
    })
}

test('a table is planned for large workspaces unless its entry says that a workspace has few rows', async () => {
  const { context } = await openTestContext()
  const message = 'a migration must have these statements, or the entry of the table is wrong'
  assert.deepEqual(await listMissing(context.db), [], message)
  await sql`alter table chats alter column workspace_id reset (n_distinct)`.execute(context.db)
  await sql`alter table tags alter column workspace_id set (n_distinct = 1)`.execute(context.db)
  assert.deepEqual(await listMissing(context.db), [
    'alter table chats alter column workspace_id set (n_distinct = 1);',
    'alter table tags alter column workspace_id reset (n_distinct);',
  ])
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
