import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { plantChats } from '../plant-chats.ts'
import { startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const CHATS = 10_000
const FEW = 4

const { api, env, tenantsUrl, workspaceId, ...product } = await startProduct()
const client = createClient(tenantsUrl, 'parley test')
await client.connect()

let server: Program = product.server
after(() => server.end())

/** Creates conversations: every second one is snoozed, the others are open, and the first few are closed already. */
async function plant(): Promise<void> {
  await plantChats(client, workspaceId, CHATS)
  await client.query(
    `update chats set
       status = case when n <= ${FEW} then 'closed' when n % 2 = 0 then 'snoozed' else 'open' end,
       snoozed_until = case when n > ${FEW} and n % 2 = 0 then now() + interval '1 day' end,
       closed_at = case when n <= ${FEW} then now() end
     from (select id, substring(name from 9)::integer as n from people where workspace_id = $1) as people
     where chats.workspace_id = $1 and chats.person_id = people.id`,
    [workspaceId],
  )
}

async function countBy(statement: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(statement, [workspaceId])
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

const countStatuses = () =>
  countBy(`select status as name, count(*) from chats where workspace_id = $1 group by 1`)

/** Counts the events of planted conversations by the status that they report. */
const countEvents = () =>
  countBy(
    `select body::jsonb -> 'data' ->> 'status' as name, count(*) from events
     where workspace_id = $1 and type = 'conversation.updated' group by 1`,
  )

/** Kills the server once `isDue`, starts the next one, and ends the lease that the killed one held. */
async function killWhen(isDue: () => Promise<boolean>): Promise<void> {
  await waitFor(isDue, { what: 'the middle of the bulk action' })
  await server.end('SIGKILL')
  await client.query(`update lanes set lease_until = now() where kind = 'bulk'`)
  server = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
}

test('10,000 conversations are closed and reopened once each, whatever is killed', async (t) => {
  t.after(() => client.end())
  await plant()
  const filter = { status: 'open,snoozed,closed' }
  const counted = await api('GET /api/v1/chats/matches?status=open,snoozed,closed')
  assert.deepEqual(counted.body, { count: CHATS, is_capped: false })
  const created = await api('POST /api/v1/chats/bulk-actions', {
    body: { action: 'close', filter },
  })
  assert.deepEqual(
    [created.status, created.body.status, created.body.total],
    [201, 'running', CHATS],
  )
  const path = `/api/v1/bulk-actions/${created.body.id}`
  const read = async () => (await api(`GET ${path}`)).body
  const progress = async (column: 'done_count' | 'undone_count') => {
    const { rows } = await client.query<{ count: number }>(
      `select ${column} as count from bulk_actions where workspace_id = $1`,
      [workspaceId],
    )
    return rows[0]!.count
  }
  await killWhen(async () => (await progress('done_count')) > CHATS / 5)
  await killWhen(async () => (await progress('done_count')) > CHATS / 2)
  const closed = await waitFor(
    async () => {
      const body = await read()
      return body.status === 'completed' ? body : undefined
    },
    { what: 'the end of the bulk action' },
  )
  assert.deepEqual(
    [closed.done, closed.skipped, closed.failed, closed.reasons],
    [CHATS - FEW, FEW, 0, { unchanged: FEW }],
  )
  assert.deepEqual(await countStatuses(), { closed: CHATS })
  assert.deepEqual(await countEvents(), { closed: CHATS - FEW }, 'an event for each, once')

  // A customer's conversation that was reopened meanwhile keeps its state.
  const item = await api(`GET ${path}/items?result=done&limit=1`)
  const touchedId = item.body.data[0].id as string
  const touched = await api(`PATCH /api/v1/chats/${touchedId}`, { body: { status: 'open' } })
  assert.equal(touched.status, 200)
  const undoing = await api(`POST ${path}/undo`, { body: {} })
  assert.deepEqual([undoing.status, undoing.body.status], [200, 'undoing'])
  await killWhen(async () => (await progress('undone_count')) > CHATS / 3)
  const undone = await waitFor(
    async () => {
      const body = await read()
      return body.status === 'undone' ? body : undefined
    },
    { what: 'the end of the undo' },
  )
  assert.deepEqual([undone.undone, undone.kept], [CHATS - FEW - 1, 1])
  assert.deepEqual(undone.reasons, { unchanged: FEW, changed_since: 1 })
  const snoozed = await countStatuses()
  assert.equal(snoozed['closed'], FEW)
  assert.equal(snoozed['open']! + snoozed['snoozed']!, CHATS - FEW)
  assert.ok(Math.abs(snoozed['snoozed']! - (CHATS / 2 - FEW / 2)) <= 1)
  const events = await countEvents()
  assert.equal(events['closed'], CHATS - FEW)
  assert.equal(events['open']! + events['snoozed']!, CHATS - FEW, 'an event for each, once')
  // Not of the one that was reopened alone, which is an undo only within a minute of its close.
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from chat_changes where workspace_id = $1 and chat_id <> $2`,
    [workspaceId, touchedId],
  )
  assert.equal(Number(rows[0]!.count), 0, 'an undo within a minute leaves no trace')
})
