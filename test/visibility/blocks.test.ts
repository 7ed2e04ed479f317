import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChats } from '#conversations/list-chats.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { createClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { plantChats } from '#test/plant-chats.ts'
import { explainStatements } from '#test/statements/explain-statements.ts'
import type { Executed } from '#test/statements/explain-statements.ts'

const COUNT = 5_000

test('a page of the few conversations that a member sees reads no more blocks for all that is hidden', async () => {
  let executed: Executed[] = []
  const { context, url } = await openTestContext({}, async (address, pool) => {
    executed = await explainStatements(address, pool)
  })
  const { scope, workspaceId } = await createTestWorkspace(context)
  await createTestChannel(scope)
  const client = createClient(url, 'parley test')
  await client.connect()
  await plantChats(client, workspaceId, COUNT)
  const [own, other, member] = [newId(), newId(), newId()]
  await client.query(
    `insert into teams (workspace_id, id, name, created_at, updated_at)
     select $1, id, id::text, now(), now() from unnest($2::uuid[]) as id`,
    [workspaceId, [own, other]],
  )
  await client.query(
    'insert into team_members (workspace_id, team_id, membership_id, created_at) values ($1, $2, $3, now())',
    [workspaceId, own, member],
  )
  await client.query(`update chats set team_id = $2 where workspace_id = $1`, [workspaceId, other])
  await client.query(
    `update chats set team_id = $2 where workspace_id = $1 and person_id in (
       select id from people where workspace_id = $1 and name like 'Contact %00' limit 10)`,
    [workspaceId, own],
  )
  await client.query('vacuum analyze chats, chat_activity, team_members, teams')
  await client.end()
  for (const kind of ['teams', 'own'] as const) {
    const viewer = { kind, id: member, actorId: member, seesNoTeam: false }
    const before = executed.length
    const { data } = await listChats(asViewer(scope, viewer), { limit: 50 })
    assert.equal(data.length, 10)
    const blocks = executed
      .slice(before)
      .reduce((sum, { plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0)
    assert.ok(blocks < 400, `${blocks} blocks for ${kind}`)
  }
})
