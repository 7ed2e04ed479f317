import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestChat, createTestWorkspace } from '#test/factories.ts'
import { plantRows } from '#test/plant-rows.ts'
import { migrate } from './migrating/migrate.ts'
import type { Db } from './pool.ts'
import { PLANNED_WORKSPACES } from './table.ts'
import { ALL_TABLES } from './tables.ts'

/** Lists the statements that a migration lacks for each table to have the setting that its entry asks for. */
async function listMissing(db: Db): Promise<string[]> {
  const many = new Set<string>(
    ALL_TABLES.filter(({ rows }) => rows === 'many').map(({ name }) => name),
  )
  const { rows } = await sql<{ name: string; parent: string | null; key: string; options: string }>`
    select attrelid::regclass::text as name, inhparent::regclass::text as parent, key,
      array_to_string(coalesce(attoptions, '{}'), ', ') as options
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_inherits on inhrelid = attrelid
    cross join lateral (select case relkind when 'p' then 'n_distinct_inherited' else 'n_distinct' end as key) as setting
    where attname = 'workspace_id' and not attisdropped and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows.flatMap(({ name, parent, key, options }) => {
    const isMany = many.has(parent ?? name)
    if (options === (isMany ? `${key}=${PLANNED_WORKSPACES}` : '')) return []
    const change = isMany ? `set (${key} = ${PLANNED_WORKSPACES})` : `reset (${key})`
    return [`alter table ${name} alter column workspace_id ${change};`]
  })
}

test('only tables of which a workspace can have many rows are planned for large workspaces, with each partition', async () => {
  const { context } = await openTestContext()
  const message = 'a migration must have these statements, or the entry of the table is wrong'
  assert.deepEqual(await listMissing(context.db), [], message)
  await sql`alter table chats alter column workspace_id reset (n_distinct)`.execute(context.db)
  await sql`alter table events_first alter column workspace_id set (n_distinct = 1)`.execute(
    context.db,
  )
  await sql`alter table lanes alter column workspace_id set (n_distinct = 1)`.execute(context.db)
  assert.deepEqual(await listMissing(context.db), [
    'alter table chats alter column workspace_id set (n_distinct = 100);',
    'alter table events_first alter column workspace_id set (n_distinct = 100);',
    'alter table lanes alter column workspace_id reset (n_distinct);',
  ])
})

test('an upgrade plans by the settings at once, and leaves tables alone that were never analyzed', async () => {
  const { context, url } = await openTestContext()
  await plantRows({ db: context.db, url }, [
    sql`delete from migrations where name = '0191-shares-of-workspaces.sql'`,
    sql`set session_replication_role = replica`,
    sql`alter table applied_effects alter column workspace_id set (n_distinct = 1)`,
    sql`alter table workspace_counters alter column workspace_id set (n_distinct = 1)`,
    sql`insert into workspace_counters (workspace_id) select gen_random_uuid() from generate_series(1, 500)`,
    sql`insert into applied_effects (workspace_id, id, applied_at)
      select gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, 500)`,
    sql`analyze workspace_counters, applied_effects`,
    sql`alter table workspace_counters alter column workspace_id reset (n_distinct)`,
  ])
  await migrate(url)
  const { rows } = await sql`
    select tablename as name, n_distinct as workspaces from pg_stats
    where schemaname = 'public' and attname = 'workspace_id' and n_distinct <> 1 order by 1`.execute(
    context.db,
  )
  assert.deepEqual(rows, [
    { name: 'applied_effects', workspaces: PLANNED_WORKSPACES },
    { name: 'workspace_counters', workspaces: -1 },
  ])
  const { rows: analyzed } = await sql`
    select from pg_class where relname = 'events' and reltuples >= 0`.execute(context.db)
  assert.equal(analyzed.length, 0, 'housekeeping analyzes a partitioned table once it has rows')
})

test('a foreign key of a new database is checked by the key that it refers to, whatever other indexes there are', async () => {
  const { context } = await openTestContext()
  const { rows: keys } = await sql<{ parent: string; condition: string }>`
    select distinct confrelid::regclass::text as parent, (
      select string_agg(format('%I = $%s', attname, place), ' and ' order by place)
      from unnest(confkey) with ordinality as part (number, place)
      join pg_attribute on attrelid = confrelid and attnum = number
    ) as condition
    from pg_constraint where contype = 'f' and conparentid = 0`.execute(context.db)
  assert.ok(keys.length > 10)
  for (const { parent, condition } of keys) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (generic_plan) select from only ${sql.raw(parent)} as parent
      where ${sql.raw(condition)} for key share of parent`.execute(context.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Cond/, parent)
    assert.doesNotMatch(plan, /Filter/, parent)
  }
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
