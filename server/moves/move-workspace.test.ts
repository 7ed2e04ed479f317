import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, Scope, Server } from '#db/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { partitionBound, readPartitions } from '#db/partitions.ts'
import { contextsOf, onServer } from '#db/shards.ts'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { dropPartitions } from '#housekeeping/partitions/drop-partitions.ts'
import { createIngest } from '#ingest.ts'
import { newId } from '#lib/ids.ts'
import { payloadOf, sign, textFrom } from '#platforms/fixtures/payload-of.ts'
import { seedDemo } from '#program/demo/seed-demo.ts'
import { openTestApi } from '#test/app.ts'
import { openTestStream, startEventApi } from '#test/event-streams.ts'
import type { TestStream } from '#test/event-streams.ts'
import { createTestKey, testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { openShards } from '#test/shards.ts'
import { waitFor } from '#test/wait-for.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { startWorker } from '../worker.ts'
import { moveWorkspace } from './move-workspace.ts'
import { recoverMoves } from './recover-moves.ts'

const { context } = await openShards()
const [main, b] = context.shards!.all as [Server, Server]
const { call } = await openTestApi(context)
const ingest = createIngest(context)
const events = await startEventApi(context)

const TENANT_TABLES = Object.entries(TABLE_HOMES).flatMap(([table, home]) =>
  home === 'tenant' ? [table] : [],
)

/** Returns the rows of a workspace on a server as text, by table. */
async function readRows({ db }: Pick<Context, 'db'>, workspaceId: string) {
  const found: Record<string, string[]> = {}
  for (const table of TENANT_TABLES) {
    const { rows } = await sql<{ row: string }>`
      select each::text as row from ${sql.table(table)} as each where workspace_id = ${workspaceId} order by 1`.execute(
      db,
    )
    if (rows.length > 0) found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Returns what moves leave behind on both servers. */
async function readTraces() {
  const traces: unknown[] = []
  for (const { db } of [main, b]) {
    const { rows } = await sql`
      select (select count(*) from absent_workspaces) as absent, (select count(*) from moved_rows) as moved,
        (select count(*) from pg_trigger where tgname like 'track_move%') as triggers`.execute(db)
    traces.push(rows[0])
  }
  const { rows } = await sql`
    select 1 from workspace_moves where ended_at is null
    union all select 1 from workspaces where fenced_until is not null`.execute(context.directory)
  return [...traces, rows.length]
}

const NO_TRACES = [{ absent: 0, moved: 0, triggers: 0 }, { absent: 0, moved: 0, triggers: 0 }, 0]

async function open(shard: string): Promise<Scope> {
  const { id } = await createWorkspace(context, { name: `Test ${newId()}`, shard })
  return systemScopeOn(context, id)
}

test('every row of a workspace is on the other server afterwards, and none on the first', async () => {
  const demo = await seedDemo(context)
  const { id } = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  assert.ok(demo)
  const { shard } = await context.shards!.find(id)
  const [from, to] = shard === 'main' ? [main, b] : [b, main]
  const before = await readRows(from, id)
  assert.ok(Object.keys(before).length >= 20, Object.keys(before).join())
  const { pauseMs } = await moveWorkspace(context, { workspaceId: id, to: to.shard, keepMs: 0 })
  assert.ok(pauseMs! > 0)
  assert.deepEqual(await readRows(to, id), before)
  assert.deepEqual(await readRows(from, id), {})
  assert.equal((await context.shards!.find(id)).shard, to.shard)
  assert.deepEqual(await readTraces(), NO_TRACES)
})

test('a move waits for a partition that a killed process did not drop, and takes its rows along', async () => {
  const { workspaceId } = await open('b')
  const { name, from } = (await readPartitions(b.db, 'inbound_payloads')).at(-1)!
  await sql`
    insert into inbound_payloads (workspace_id, id, platform, body, status, error, due_at, received_at)
    values (${workspaceId}, 'ffffffff-0000-7000-8000-000000000000', 'whatsapp', '', 'failed', 'failed', now(), now())`.execute(
    b.db,
  )
  await sql`alter table inbound_payloads detach partition ${sql.table(name)}`.execute(b.db)
  await sql`create table inbound_payloads_later partition of inbound_payloads
    for values from (${sql.lit(partitionBound(from!))}) to (maxvalue)`.execute(b.db)
  const step = Promise.withResolvers<void>()
  const moving = moveWorkspace(context, {
    workspaceId,
    to: 'main',
    keepMs: 0,
    onProgress: () => step.resolve(),
  })
  await step.promise
  await dropPartitions(onServer(context, b))
  await moving
  assert.equal((await readRows(main, workspaceId))['inbound_payloads']?.length, 1)
  assert.deepEqual(await readRows(b, workspaceId), {})
  assert.deepEqual(await readTraces(), NO_TRACES)
})

test('a move to an unknown shard, or to where the workspace is, is refused', async () => {
  const { workspaceId } = await open('b')
  await assert.rejects(moveWorkspace(context, { workspaceId, to: 'c' }), /must be one of main, b/)
  await assert.rejects(moveWorkspace(context, { workspaceId, to: 'b' }), /must be another shard/)
  assert.deepEqual(await readTraces(), NO_TRACES)
})

/** Moves like a process that dies at the step whose line begins with `step`, and undoes nothing. */
async function dieAt(step: string, workspaceId: string, to: string): Promise<void> {
  let isDead = false
  const directory = new Proxy(context.directory, {
    get(target, key) {
      if (isDead) throw new Error('dead')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const onProgress = (line: string) => {
    isDead ||= line.startsWith(step)
    if (isDead) throw new Error('dead')
  }
  await assert.rejects(
    moveWorkspace({ ...context, directory }, { workspaceId, to, onProgress }),
    /dead/,
  )
  await forgetHolder()
}

/** Makes the process that works on the move look as if it had been silent for long. */
async function forgetHolder(): Promise<void> {
  await sql`update workspace_moves set renewed_at = now() - interval '1 hour'`.execute(
    context.directory,
  )
}

for (const [step, end] of [
  ['Copying', 'is taken back'],
  ['Copied', 'is taken back'],
  ['Switched', 'is completed'],
  ['Deleting', 'is completed'],
] as const)
  test(`a move whose process dies at "${step}" ${end}`, async () => {
    const scope = await open('b')
    const { workspaceId } = scope
    const key = await createTestKey(scope, ['*'])
    const body = { phone_e164: testPhone() }
    assert.equal((await call('POST /api/v1/contacts', { key, body })).status, 201)
    // The log of requests is written after the answer.
    await waitFor(async () => 'api_requests' in (await readRows(b, workspaceId)))
    const rows = await readRows(b, workspaceId)
    await dieAt(step, workspaceId, 'main')
    const isSwitched = end === 'is completed'
    assert.equal((await context.shards!.find(workspaceId)).shard, isSwitched ? 'main' : 'b')
    if (isSwitched) {
      // A process that stops leaves the rest to another one.
      await assert.rejects(recoverMoves(context, { signal: AbortSignal.abort() }), /abort/)
      await forgetHolder()
    }
    assert.equal(await recoverMoves(context, { keepMs: 0 }), true)
    assert.deepEqual(await readRows(isSwitched ? main : b, workspaceId), rows)
    assert.deepEqual(await readRows(isSwitched ? b : main, workspaceId), {})
    assert.deepEqual(await readTraces(), NO_TRACES)
    assert.equal(await recoverMoves(context), false)
    assert.equal((await call('GET /api/v1/contacts', { key })).body.data.length, 1)
  })

/** The pause of a caller between two rounds of calls. Without one, the load takes the processor from the move, which takes longer and so gets more load. */
const CALL_PAUSE_MS = 150

test('while a workspace moves to and fro under load, nothing is lost, doubled or refused for long', async (t) => {
  const workers = await Promise.all(
    contextsOf(context).map(({ context: there, url }) => startWorker(there, { url: url! })),
  )
  t.after(() => Promise.all(workers.map((worker) => worker.stop())))
  const scope = await open('b')
  const { workspaceId } = scope
  const account = String(randomInt(1e12, 9e12))
  await createChannel(scope, { type: 'whatsapp', account })
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  await createEndpoint(scope, { url: `${receiver.url}/hook`, events: ['contact.created'] })
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: unknown) =>
    call(request, { key, ...(body !== undefined && { body }) })

  const streamed: string[] = []
  const following = new AbortController()
  const started = Promise.withResolvers<void>()
  const followed = follow(key, streamed, { signal: following.signal, onStart: started.resolve })
  await started.promise
  const created = new Set<string>()
  const written: string[] = []
  const refused: number[] = []
  let longestMs = 0
  let isOver = false
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const answer = await ask('POST /api/v1/contacts', { phone_e164: testPhone() })
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      if (answer.status !== 201) {
        refused.push(answer.status)
        continue
      }
      const { id } = answer.body
      created.add(id)
      // An answered contact can be read at once, on either server.
      const read = await ask(`GET /api/v1/contacts/${id}`)
      if (read.status !== 200) refused.push(read.status)
      const changed = await ask(`PATCH /api/v1/contacts/${id}`, { name: id })
      if (changed.status === 200) written.push(id)
      else refused.push(changed.status)
      const tag = await ask('POST /api/v1/tags', { name: `Tag ${id.slice(-3)}` })
      if (tag.status === 201) await ask(`DELETE /api/v1/tags/${tag.body.id}`)
      await delay(CALL_PAUSE_MS)
    }
  })
  let inbound = 0
  const customers = (async () => {
    while (!isOver) {
      const payload = JSON.stringify(payloadOf(account, textFrom(testPhone().slice(1), 'Hello')))
      const { statusCode } = await ingest.inject({
        method: 'POST',
        url: '/webhook/whatsapp',
        payload,
        headers: { 'x-hub-signature-256': sign(payload), 'content-type': 'application/json' },
      })
      if (statusCode === 200) inbound++
      else refused.push(statusCode)
      await delay(CALL_PAUSE_MS)
    }
  })()
  const pauses: (number | null)[] = []
  for (const to of ['main', 'b', 'main'])
    pauses.push((await moveWorkspace(context, { workspaceId, to, keepMs: 0 })).pauseMs)
  isOver = true
  await Promise.all([...callers, customers])
  t.diagnostic(JSON.stringify({ pauses, longestMs, refused, created: created.size, inbound }))
  assert.ok(created.size > 20 && inbound > 5)
  assert.deepEqual(
    refused.filter((status) => status !== 503),
    [],
  )

  const { db } = await context.shards!.find(workspaceId)
  const people = await sql<{ id: string; name: string | null }>`
    select id, name from people where workspace_id = ${workspaceId}`.execute(db)
  const byId = new Map(people.rows.map((row) => [row.id, row]))
  assert.deepEqual(
    [...created].filter((id) => !byId.has(id)),
    [],
  )
  assert.deepEqual(
    written.filter((id) => byId.get(id)!.name !== id),
    [],
  )
  await waitFor(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from messages
      where workspace_id = ${workspaceId} and direction = 'inbound'`.execute(db)
    return rows[0]!.count === inbound
  })
  const recorded = await sql<{ id: string; type: string }>`
    select id, type from events where workspace_id = ${workspaceId} order by position`.execute(db)
  const ids = recorded.rows.map((row) => row.id)
  const wanted = recorded.rows.flatMap(({ id, type }) => (type === 'contact.created' ? [id] : []))
  await waitFor(() => receiver.requests.length >= wanted.length)
  const delivered = receiver.requests.map(({ body }) => JSON.parse(body.toString()).id)
  assert.deepEqual(delivered.toSorted(), wanted.toSorted())
  await waitFor(() => streamed.length >= ids.length)
  assert.deepEqual(streamed, ids)
  following.abort()
  await followed
  assert.deepEqual(await readTraces(), NO_TRACES)
})

/**
 * Follows the events of a workspace like a client that reconnects, and collects their ids. Calls `onStart` once it has its
 * place among the events: of those before it gets none.
 */
async function follow(
  key: string,
  ids: string[],
  { signal, onStart }: { signal: AbortSignal; onStart: () => void },
): Promise<void> {
  for (let last: string | undefined; !signal.aborted;) {
    const stream: TestStream = await openTestStream(
      events.url,
      key,
      last === undefined ? {} : { last },
    )
    const isOver = new Promise((resolve) =>
      signal.addEventListener('abort', resolve, { once: true }),
    )
    const take = () => {
      last = stream.lastId() ?? last
      if (last !== undefined) onStart()
      for (const frame of stream.frames.splice(0)) ids.push(JSON.parse(frame.data!).id)
    }
    const timer = setInterval(take, 10)
    await Promise.race([stream.ended, isOver])
    clearInterval(timer)
    take()
    stream.close()
  }
}
