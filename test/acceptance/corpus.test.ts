import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '#db/context.ts'
import { createClient } from '#db/pool.ts'
import { corpusOf } from '#platforms/fixtures/corpus-of.ts'
import { sign } from '#platforms/fixtures/payload-of.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { createCall } from '../call.ts'
import { openTestContext } from '../context.ts'
import { openInbound } from '../inbound.ts'
import { findPorts, startServer } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'

/** Workspaces that receive the corpus, at most as many as a worker processes at once. */
const SUBJECTS = 8
/**
 * Payloads from the place where a kill hits a workspace to that of the next workspace: a kill hits the places before and
 * after a payload, so that all kills together hit every place.
 */
const STEP = 2

/** A workspace that receives the corpus; `posted` payloads of it were answered. */
type Subject = {
  workspaceId: string
  account: string
  scope: Scope
  payloads: string[]
  posted: number
}

const { context, url } = await openTestContext()
const client = createClient(url, 'parley test')
const locker = createClient(url, 'parley test')
const inbound = openInbound(context)
const start = Math.floor(Date.now() / 1000) - 3600

test('kill -9 between any two payloads of the corpus loses and doubles nothing', async (t) => {
  for (const each of [client, locker]) {
    await each.connect()
    t.after(() => each.end())
  }
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const graph = await startReceiver((_request, response) => response.writeHead(404).end())
  t.after(() => graph.close())
  const [port, ingestPort] = (await findPorts(2)).map(String) as [string, string]
  const env = {
    DATABASE_URL: url,
    DATA_DIR: join(tmpdir(), 'parley-acceptance-unused'),
    SECRET_KEY: context.config.secretKey!.toString('hex'),
    WHATSAPP_APP_SECRET: context.config.whatsapp.appSecret!,
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: graph.url,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    // The workers that wait for a lock of this test need connections of their own.
    DATABASE_POOL_MAX: '25',
    LOG_LEVEL: 'warn',
  }
  const startProcess = () => startServer(env, ['--only', 'ingest,worker', '--json'])
  const ingest = createCall(`http://127.0.0.1:${ingestPort}`)

  const undisturbed = await inbound.open()
  for (const { payload } of corpusOf(undisturbed.account, start)) await undisturbed.receive(payload)
  const expected = await readState(undisturbed)

  const subjects: Subject[] = []
  while (subjects.length < SUBJECTS) subjects.push(await openSubject())
  const { length } = subjects[0]!.payloads
  const [heard] = subjects as [Subject]
  await createEndpoint(heard.scope, { url: receiver.url, events: [...EVENT_TYPES] })

  /** Posts the first payloads of each workspace, in order; workspaces side by side. */
  const post = (countOf: (index: number) => number) =>
    Promise.all(
      subjects.map(async (subject, index) => {
        for (; subject.posted < Math.min(length, countOf(index)); subject.posted++) {
          const body = subject.payloads[subject.posted]!
          const headers = { 'x-hub-signature-256': sign(body) }
          const { status } = await ingest('POST /webhook/whatsapp', { body, headers })
          assert.equal(status, 200, `payload ${subject.posted}`)
        }
      }),
    )

  let kills = 0
  for (; kills * SUBJECTS * STEP < length; kills++) {
    const server = await startProcess()
    const place = (index: number) => (kills * SUBJECTS + index) * STEP
    // Each kill finds the payloads before `place` processed, the one there in its transaction, and the next one stored.
    await post(place)
    await untilProcessed(subjects)
    // Recording the events is the last statement of the transaction that processes payloads.
    await locker.query('begin; lock table events in exclusive mode')
    await post((index) => place(index) + 1)
    await waitFor(
      async () => {
        const [waiting, pending] = [await countWaiting(), await countPending(subjects)]
        return waiting > 0 && waiting >= pending
      },
      { what: 'every payload to be in its transaction' },
    )
    await post((index) => place(index) + 2)
    await server.end('SIGKILL')
    await locker.query('commit')
    // The leases of the killed worker end immediately, so that the test does not wait for them.
    await client.query('update lanes set lease_until = now() where lease_until > now()')
  }
  const server = await startProcess()
  t.after(() => server.end())
  await post(() => length)
  await untilProcessed(subjects)

  for (const [index, subject] of subjects.entries()) {
    const state = await readState(subject)
    for (const name of Object.keys(expected))
      assert.deepEqual(state[name], expected[name], `${name} of workspace ${index}`)
  }
  const ids = await untilDelivered(heard.workspaceId)
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

async function openSubject(): Promise<Subject> {
  const { account, workspaceId, scope } = await inbound.open()
  const payloads = corpusOf(account, start).map(({ payload }) => JSON.stringify(payload))
  return { workspaceId, account, scope, payloads, posted: 0 }
}

/** Returns the number of payloads of `subjects` that are stored but not processed. */
async function countPending(subjects: Subject[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from inbound_payloads
     where status <> 'processed' and workspace_id = any ($1::uuid[])`,
    [subjects.map(({ workspaceId }) => workspaceId)],
  )
  return rows[0]!.count
}

/** Returns the number of transactions that wait to record events. */
async function countWaiting(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_locks
     where relation = 'events'::regclass and not granted`,
  )
  return rows[0]!.count
}

async function untilProcessed(subjects: Subject[]): Promise<void> {
  await waitFor(async () => (await countPending(subjects)) === 0, {
    timeoutMs: 60_000,
    what: 'every payload to be processed',
  })
}

/** Waits until every event of a workspace is delivered, and returns the ids of its deliveries' events. */
function untilDelivered(workspaceId: string): Promise<string[]> {
  return waitFor(
    async () => {
      const { rows } = await client.query<{ id: string; status: string | null }>(
        `select events.id, deliveries.status from events
         left join webhook_deliveries as deliveries
           on deliveries.workspace_id = events.workspace_id and deliveries.event_id = events.id
         where events.workspace_id = $1`,
        [workspaceId],
      )
      return rows.every(({ status }) => status === 'succeeded')
        ? rows.map(({ id }) => id)
        : undefined
    },
    { timeoutMs: 60_000, what: 'the delivery of every event' },
  )
}

/** Reads what the payloads became, without the account, ids and times of the run. */
async function readState({
  workspaceId,
  account,
}: {
  workspaceId: string
  account: string
}): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(STATE)) {
    const { rows } = await client.query(statement, [workspaceId])
    state[name] = JSON.parse(JSON.stringify(rows).replaceAll(account, 'account')) as unknown[]
  }
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
      case when events.type in ('contact.updated', 'conversation.updated', 'message.updated', 'message.status_changed')
          then 1
        else count(*)::integer end as count
    from events left join messages on messages.workspace_id = events.workspace_id
      and messages.id::text = events.body::jsonb -> 'data' ->> 'id'
    where events.workspace_id = $1 and not (events.type = 'message.updated' and messages.media is not null)
    group by events.type, messages.platform_message_id order by 1, 2`,
}
