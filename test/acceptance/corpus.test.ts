import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { corpusOf } from '#platforms/fixtures/corpus.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { openTestContext } from '../context.ts'
import { openInbound } from '../inbound.ts'
import { startServer } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

/** Payloads that are posted between two kills. */
const PER_KILL = 6
const INGEST = ['--only', 'ingest', '--json']
const WITH_WORKER = ['--only', 'ingest,worker', '--json']

const product = await startProduct()
const { context, url: undisturbedUrl } = await openTestContext()
const client = createClient(product.env['DATABASE_URL']!, 'parley test')
const undisturbedClient = createClient(undisturbedUrl, 'parley test')

test('kill -9 between payloads of the corpus loses and doubles nothing', async (t) => {
  for (const each of [client, undisturbedClient]) {
    await each.connect()
    t.after(() => each.end())
  }
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const registered = await product.admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/parley`, events: EVENT_TYPES },
  })
  assert.equal(registered.status, 201)
  await product.server.end('SIGKILL')
  const corpus = corpusOf(product.phoneNumberId, Math.floor(Date.now() / 1000) - 3600)

  let kills = 0
  for (let from = 0; from < corpus.length; from += PER_KILL) {
    // Killed with all payloads only stored, in the middle of processing, and after each was processed.
    const mode = (['stored', 'processing', 'processed'] as const)[kills % 3]!
    const server = await startServer(product.env, mode === 'stored' ? INGEST : WITH_WORKER)
    for (const { name, payload } of corpus.slice(from, from + PER_KILL)) {
      const { status } = await product.postSigned(JSON.stringify(payload))
      assert.equal(status, 200, name)
      if (mode === 'processed') await untilProcessed()
    }
    await server.end('SIGKILL')
    kills++
    if (mode === 'stored')
      assert.ok((await countPending()) >= Math.min(PER_KILL, corpus.length - from))
    // What the killed worker held is free at once, so that the test does not wait for its leases.
    await client.query('update lanes set lease_until = now() where lease_until > now()')
  }
  const server = await startServer(product.env, WITH_WORKER)
  t.after(() => server.end())
  await untilProcessed()
  const events = await waitFor(
    async () => {
      const { rows } = await client.query<{ id: string; status: string | null }>(
        `select events.id, deliveries.status from events
         left join webhook_deliveries as deliveries using (workspace_id)
         where workspace_id = $1 and (deliveries.event_id = events.id or deliveries.id is null)`,
        [product.workspaceId],
      )
      return rows.every(({ status }) => status === 'succeeded') ? rows : undefined
    },
    { timeoutMs: 60_000, what: 'the delivery of every event' },
  )

  const { open } = openInbound(context)
  const undisturbed = await open({ account: product.phoneNumberId })
  for (const { payload } of corpus) await undisturbed.receive(payload)
  const expected = await readState(undisturbedClient, undisturbed.workspaceId)
  const state = await readState(client, product.workspaceId)
  for (const name of Object.keys(expected)) assert.deepEqual(state[name], expected[name], name)

  const ids = events.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'one delivery of each event')
  const called = receiver.requests.map(({ body }) => JSON.parse(body.toString()).id as string)
  assert.deepEqual(
    [...new Set(called)].toSorted(),
    ids.toSorted(),
    'the endpoint was called with every event',
  )
  // A killed worker repeats at most the calls that were under way.
  assert.ok(called.length - ids.length <= kills * 4, `${called.length - ids.length} repeated calls`)
})

async function countPending(): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from inbound_payloads where status <> 'processed'`,
  )
  return Number(rows[0]!.count)
}

async function untilProcessed(): Promise<void> {
  await waitFor(async () => (await countPending()) === 0, {
    timeoutMs: 60_000,
    what: 'every payload to be processed',
  })
}

/** Reads what the payloads became, without the ids and times of the run. */
async function readState(
  db: typeof client,
  workspaceId: string,
): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(STATE))
    state[name] = (await db.query(statement, [workspaceId])).rows
  return state
}

const STATE = {
  messages: `
    select messages.platform_message_id, chats.recipient, messages.direction, messages.origin, messages.type,
      messages.text, messages.content, messages.status, messages.is_standby, messages.pricing, messages.created_at,
      messages.delivered_at, messages.read_at, messages.edited_at, messages.revoked_at,
      messages.reply_to_platform_id, jsonb_array_length(coalesce(messages.reactions, '[]')) as reactions
    from messages join chats on chats.workspace_id = messages.workspace_id and chats.id = messages.chat_id
    where messages.workspace_id = $1 order by platform_message_id`,
  conversations: `
    select recipient, is_group, status, unread_count, last_message_text, last_message_at, window_expires_at,
      holder, holder_at, holder_role, holder_role_at, customer_wrote_at
    from chats where workspace_id = $1 order by recipient`,
  changes: `
    select kind, data, occurred_at from chat_changes where workspace_id = $1 order by occurred_at, kind`,
  identities: `
    select kind, value from identities where workspace_id = $1 order by kind, value`,
  reports: `
    select platform_message_id, status, participant, occurred_at, message_id is null as is_parked
    from message_statuses where workspace_id = $1 order by platform_message_id, status, participant`,
  channelEvents: `
    select field, event, data, occurred_at from channel_events where workspace_id = $1 order by occurred_at, field`,
  charges: `
    select messages.platform_message_id, country, category, quantity, is_free
    from message_charges as charges join messages using (workspace_id)
    where workspace_id = $1 and messages.id = charges.message_id order by platform_message_id, country`,
  // Changes that are processed together become one event; files are fetched, and fail, whenever a worker does so.
  events: `
    select events.type, messages.platform_message_id,
      case when events.type in ('conversation.updated', 'message.updated', 'message.status_changed') then 1
        else count(*)::integer end as count
    from events left join messages on messages.workspace_id = events.workspace_id
      and messages.id::text = events.body::jsonb -> 'data' ->> 'id'
    where events.workspace_id = $1 and not (events.type = 'message.updated' and messages.media is not null)
    group by events.type, messages.platform_message_id order by 1, 2`,
}
