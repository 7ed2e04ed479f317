import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '#db/transaction.ts'
import { firstOf } from '#lib/first-of.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { readQuery } from '../read-query.ts'
import { chats } from './chats.ts'

test('a search finds an old group by its title, and reads no contacts and conversations that do not match', async () => {
  const { context } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  const group = await createTestChat(scope)
  await sql`
    update chats set title = 'Weavers of Bhuj', is_group = true
    where workspace_id = ${scope.workspaceId} and id = ${group.id}`.execute(scope.db)
  await sql`
    with made as (
      insert into chats (workspace_id, id, channel_id, person_id, recipient, created_at, updated_at)
      select workspace_id, uuidv7(), channel_id, person_id, 'n' || n, now(), now()
      from chats, generate_series(1, 3000) as n where workspace_id = ${scope.workspaceId}
      returning workspace_id, id
    )
    insert into chat_activity (workspace_id, chat_id, activity_at) select workspace_id, id, now() from made`.execute(
    scope.db,
  )
  await sql`
    insert into people (workspace_id, id, name, source, created_at, updated_at)
    select ${scope.workspaceId}, uuidv7(), 'Person ' || n, 'shop', now(), now() - random() * interval '1 day'
    from generate_series(1, 3000) as n`.execute(scope.db)
  await sql`analyze people, chats, chat_activity`.execute(scope.db)
  await transaction(scope, async (tx) => {
    const find = async (q: string) => {
      const found = await chats.find(tx, await readQuery(tx, q), { limit: 20 })
      return found.data.map(({ id }) => id)
    }
    assert.deepEqual(await find('weavers'), [group.id])
    const readBlocks = async () => {
      const { rows } = await sql<{ blocks: number }>`
        select sum(pg_stat_get_xact_blocks_fetched(oid))::integer as blocks from pg_class
        where relname ~ '^(people|chats|chat_activity)'`.execute(tx.db)
      return firstOf(rows).blocks
    }
    const before = await readBlocks()
    assert.deepEqual(await find('potters'), [])
    const blocks = (await readBlocks()) - before
    assert.ok(blocks < 300, `${blocks} blocks`)
  })
})
