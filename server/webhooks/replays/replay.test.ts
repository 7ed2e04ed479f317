import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { LaneDue } from '#lanes/lane-handler.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { addBacklog, addEvents, countDeliveries, createTestEndpoint } from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { pollDeliveries } from '#webhooks/delivering/poll-deliveries.ts'
import { deleteEndpoint } from '#webhooks/delete-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { cancelReplay } from './cancel-replay.ts'
import { countReplay } from './count-replay.ts'
import { createReplay } from './create-replay.ts'
import { findDueReplays } from './find-due-replays.ts'
import { getReplay } from './get-replay.ts'
import { queueReplayStep } from './queue-replay-step.ts'
import { pauseReplay } from './pause-replay.ts'
import { createReplayLane } from './create-replay-lane.ts'
import type { ReplayLaneOptions } from './create-replay-lane.ts'
import { resumeReplay } from './resume-replay.ts'

// No worker runs here: what is queued stays queued, and a test makes each step itself.
const { context, url } = await openTestContext()
const unbounded = { roomMin: 1_000_000, roomMax: 1_000_000 }

async function work(scope: Scope, id: string, options: ReplayLaneOptions = unbounded) {
  const lane = { workspaceId: scope.workspaceId, targetId: id, leaseToken: newId(), wakes: 0 }
  return createReplayLane(scope, options).work(lane, new AbortController().signal)
}

async function finish(scope: Scope, id: string): Promise<void> {
  while ((await work(scope, id)) !== null);
}

/** Counts how often each delivery was queued: each time adds ten attempts to those made. */
async function countOffers(scope: Scope): Promise<Record<string, number>> {
  const { rows } = await sql<{ offers: number; count: number }>`
    select status = 'pending' and attempts_max = attempt_count + 10 as offers, count(*) as count
    from webhook_deliveries where workspace_id = ${scope.workspaceId} group by 1`.execute(scope.db)
  return Object.fromEntries(rows.map(({ offers, count }) => [String(offers), count]))
}

/** Returns the database sessions that wait for a lock. */
async function findBlocked(db: Scope['db']): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.map(({ pid }) => pid)
}

async function snapshot(): Promise<string> {
  const sums = []
  for (const table of ['webhook_deliveries', 'webhook_replays', 'webhook_endpoints', 'lanes']) {
    const { rows } = await sql<{ sum: string }>`/* across workspaces: a test */
      select md5(string_agg(t::text, '' order by t::text)) as sum from ${sql.table(table)} as t`.execute(
      context.db,
    )
    sums.push(rows[0]!.sum)
  }
  return sums.join()
}

test('a dry run counts the deliveries of a replay and changes nothing', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 7)
  await addBacklog(scope, endpoint.id, 'succeeded', 4)
  await addEvents(scope, 3)
  const before = await snapshot()
  const counts: [Parameters<typeof countReplay>[2], number][] = [
    [{}, 7],
    [{ status: 'cancelled' }, 0],
    [{ statuses: ['succeeded'] }, 4],
    [{ statuses: ['missing'] }, 3],
    [{ statuses: ['missing', 'failed', 'succeeded'] }, 14],
    [{ types: ['ticket.created'] }, 0],
  ]
  for (const [input, expected] of counts) {
    const { count } = await countReplay(scope, endpoint.id, input)
    assert.equal(count.count, expected, JSON.stringify(input))
    assert.equal(count.oldest instanceof Date, expected > 0)
    assert.ok(count.oldest === null || count.oldest <= count.newest!)
  }
  assert.equal(await snapshot(), before)
  for (const [input, expected] of counts) {
    const { id, total } = await createReplay(scope, endpoint.id, input)
    assert.equal(total, expected)
    await cancelReplay(scope, id)
  }
})

test('a replay of any length sends each delivery once, with a new retry schedule', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 50_000)
  const { id, total } = await createReplay(scope, endpoint.id, {})
  assert.equal(total, 50_000)
  const first = await queueReplayStep(scope, id, 1_000)
  assert.equal(first.offered, 1_000)
  await finish(scope, id)
  const replay = await getReplay(scope, id)
  assert.deepEqual([replay.status, replay.offered], ['completed', 50_000])
  assert.ok(replay.completed_at)
  assert.deepEqual(replay.deliveries, { pending: 50_000, succeeded: 0, failed: 0, cancelled: 0 })
  assert.deepEqual(await countOffers(scope), { true: 50_000 })
  assert.equal((await countReplay(scope, endpoint.id, {})).count.count, 0)
})

test('several workers of one replay send each delivery once', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 3_000)
  await addEvents(scope, 500)
  const { id } = await createReplay(scope, endpoint.id, { statuses: ['failed', 'missing'] })
  // Fewer workers than connections: the steps wait for each other.
  const steps = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const own = []
      for (let step = 0; step < 6; step++) own.push(await queueReplayStep(scope, id, 70))
      return own
    }),
  )
  await finish(scope, id)
  const replay = await getReplay(scope, id)
  assert.equal(replay.offered, 3_500)
  assert.ok(steps.flat().reduce((sum, step) => sum + step.offered, 0) > 3_400)
  assert.deepEqual(await countOffers(scope), { true: 3_500 })
})

test('a worker that is killed in the middle of a step loses and repeats no delivery', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 300)
  const { id } = await createReplay(scope, endpoint.id, {})
  assert.equal((await queueReplayStep(scope, id, 100)).offered, 100)
  const last = await scope.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('status', '=', 'failed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await scope.db.transaction().execute(async (db) => {
    // The step queues the deliveries before this one, then waits for its lock and is killed.
    await sql`select from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and id = ${last.id} for update`.execute(db)
    const killed = assert.rejects(queueReplayStep(scope, id, 1_000))
    const [pid] = await waitFor(async () => {
      const pids = await findBlocked(db)
      return pids.length > 0 ? pids : undefined
    })
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await killed
  })
  assert.equal((await getReplay(scope, id)).offered, 100)
  assert.deepEqual(await countDeliveries(scope), { pending: 100, failed: 200 })
  await finish(scope, id)
  assert.equal((await getReplay(scope, id)).offered, 300)
  assert.deepEqual(await countOffers(scope), { true: 300 })
})

test('a paused replay sends nothing and continues where it stopped', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 50)
  const { id } = await createReplay(scope, endpoint.id, {})
  await queueReplayStep(scope, id, 20)
  const paused = await pauseReplay(scope, id)
  assert.deepEqual([paused.status, paused.paused_reason], ['paused', 'manual'])
  assert.deepEqual(await pauseReplay(scope, id), paused)
  await finish(scope, id)
  assert.equal((await getReplay(scope, id)).offered, 20)
  const resumed = await resumeReplay(scope, id)
  assert.deepEqual([resumed.status, resumed.paused_reason], ['running', null])
  await finish(scope, id)
  assert.deepEqual(await countOffers(scope), { true: 50 })
  for (const change of [pauseReplay, resumeReplay, cancelReplay])
    await assert.rejects(change(scope, id), { code: 'replay_ended' })
})

test('a canceled replay sends nothing more and cannot be resumed', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 50)
  const { id } = await createReplay(scope, endpoint.id, {})
  await queueReplayStep(scope, id, 20)
  const cancelled = await cancelReplay(scope, id)
  assert.equal(cancelled.status, 'cancelled')
  assert.ok(cancelled.completed_at)
  assert.deepEqual(await cancelReplay(scope, id), cancelled)
  await finish(scope, id)
  assert.deepEqual(await countDeliveries(scope), { pending: 20, failed: 30 })
  for (const change of [pauseReplay, resumeReplay])
    await assert.rejects(change(scope, id), { code: 'replay_ended' })
})

test('a replay keeps to its rate limit, also when it is woken early', async () => {
  let now = Date.now()
  const paced = { ...context, clock: { now: () => new Date(now) } }
  const { scope, endpoint } = await createTestEndpoint(paced)
  await addBacklog(scope, endpoint.id, 'failed', 500)
  const { id } = await createReplay(scope, endpoint.id, { rate_limit: 20 })
  const startedAt = now
  for (let due: LaneDue = new Date(now); due !== null; due = await work(scope, id)) {
    assert.ok(due instanceof Date)
    now = Math.max(now, due.getTime())
    // An early wake-up changes nothing.
    for (let again = 0; again < 3; again++) await work(scope, id)
    const { offered } = await getReplay(scope, id)
    assert.ok(
      offered <= 20 * ((now - startedAt) / 1_000 + 0.5),
      `${offered} after ${now - startedAt} ms`,
    )
  }
  assert.equal((await getReplay(scope, id)).offered, 500)
  assert.ok(now - startedAt < 27_000, `${now - startedAt} ms`)
})

test('a replay queues only a bounded number of deliveries ahead of its endpoint', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 500)
  const { id } = await createReplay(scope, endpoint.id, {})
  const lane = createReplayLane(scope, { roomMin: 10, roomMax: 40 })
  const look = async () => {
    const held = { workspaceId: scope.workspaceId, targetId: id, leaseToken: newId(), wakes: 0 }
    await lane.work(held, new AbortController().signal)
    return (await getReplay(scope, id)).offered
  }
  const succeed = () =>
    sql`update webhook_deliveries set status = 'succeeded'
      where workspace_id = ${scope.workspaceId} and status = 'pending'`.execute(scope.db)
  assert.deepEqual([await look(), await look()], [10, 10])
  const offered = []
  for (let count = 0; count < 4; count++) {
    await succeed()
    offered.push(await look())
  }
  assert.deepEqual(offered, [20, 40, 80, 120])
  await sql`update webhook_deliveries set next_attempt_at = now() + interval '1 hour', attempt_count = attempt_count + 1
    where workspace_id = ${scope.workspaceId} and status = 'pending'`.execute(scope.db)
  assert.equal(await look(), 160, 'what waits for a retry takes no room')
  await succeed()
  await addBacklog(scope, endpoint.id, 'pending', 2)
  assert.deepEqual([await look(), await look()], [160, 160], 'a new one waits')
  await succeed()
  assert.equal(await look(), 200)
})

test('a replay skips deliveries that are retried meanwhile or created later', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 10)
  const { id } = await createReplay(scope, endpoint.id, {})
  await addBacklog(scope, endpoint.id, 'failed', 1)
  let step: ReturnType<typeof queueReplayStep>
  await scope.db.transaction().execute(async (db) => {
    await sql`update webhook_deliveries set status = 'pending', attempts_max = 1
      where workspace_id = ${scope.workspaceId} and position = 5`.execute(db)
    step = queueReplayStep(scope, id, 100)
    await waitFor(async () => (await findBlocked(db)).length > 0)
  })
  assert.deepEqual(await step!, { offered: 9, nextAt: null })
  assert.deepEqual(await countDeliveries(scope), { pending: 10, failed: 1 })
})

test('a replay of missing events creates exactly one delivery for each', async () => {
  const { scope } = await createTestWorkspace(context)
  await addEvents(scope, 5)
  await addEvents(scope, 2, 'ticket.updated')
  const endpoint = await createEndpoint(scope, { url: 'http://127.0.0.1:8099/' })
  await addBacklog(scope, endpoint.id, 'succeeded', 3)
  const run = async (input: Parameters<typeof createReplay>[2]) => {
    const { id, total } = await createReplay(scope, endpoint.id, input)
    await finish(scope, id)
    assert.equal((await getReplay(scope, id)).offered, total)
    return total
  }
  assert.equal(await run({ statuses: ['missing'] }), 5, 'of the types that it asks for')
  assert.equal(await run({ status: 'missing' }), 0)
  assert.equal(await run({ status: 'missing', types: ['ticket.updated'] }), 2)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_deliveries as delivery
    join events as event on event.workspace_id = ${scope.workspaceId} and event.id = delivery.event_id
    where delivery.workspace_id = ${scope.workspaceId} and delivery.endpoint_id = ${endpoint.id}
      and delivery.position = event.position and delivery.created_at = event.created_at
      and delivery.event_type = event.type`.execute(scope.db)
  assert.equal(rows[0]!.count, 10)
})

test('an event that is older than the retention time is not missing', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addEvents(scope, 4)
  await sql`update events set created_at = now() - interval '31 days', id = ${newId(new Date(Date.now() - 31 * 86_400_000))}
    where workspace_id = ${scope.workspaceId} and position = 1`.execute(scope.db)
  assert.equal((await countReplay(scope, endpoint.id, { status: 'missing' })).count.count, 3)
})

test('with strict order, missing events keep the order of their conversation', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addEvents(scope, 1)
  const conversation = newId()
  await sql`update events set body = ${JSON.stringify({ data: { id: newId(), conversation_id: conversation } })}
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await sql`update webhook_endpoints set ordering = 'conversation' where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  const { id } = await createReplay(scope, endpoint.id, { status: 'missing' })
  await finish(scope, id)
  const asked = [{ endpointId: endpoint.id, except: [] }]
  const [found] = await pollDeliveries(scope, scope.workspaceId, asked, 10)
  assert.deepEqual(
    found?.deliveries.map((each) => each.orderingKey),
    [conversation],
  )
})

test('a replay sends only events of the requested time', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 3)
  const hourAgo = new Date(Date.now() - 3_600_000)
  await sql`update webhook_deliveries set created_at = ${hourAgo}, id = ${newId(hourAgo)}
    where workspace_id = ${scope.workspaceId} and position = 2`.execute(scope.db)
  const since = new Date(hourAgo.getTime() - 1_000).toISOString()
  const until = new Date(hourAgo.getTime() + 1_000).toISOString()
  const count = async (input: Parameters<typeof countReplay>[2]) =>
    (await countReplay(scope, endpoint.id, input)).count.count
  assert.equal(await count({ since, until }), 1)
  assert.equal(await count({ since }), 3)
  assert.equal(await count({ until }), 1)
  assert.equal(await count({ since: until }), 2)
  assert.equal(await count({ since: hourAgo.toISOString() }), 3, 'from then on')
  assert.equal(await count({ until: hourAgo.toISOString() }), 0, 'before then')
  await assert.rejects(count({ since: until, until: since }), { code: 'validation_failed' })
})

test('a replay pauses while its endpoint is disabled and resumes by itself', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 20)
  const { id } = await createReplay(scope, endpoint.id, {})
  await queueReplayStep(scope, id, 5)
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await finish(scope, id)
  const waiting = await getReplay(scope, id)
  assert.deepEqual(
    [waiting.status, waiting.paused_reason, waiting.offered],
    ['paused', 'endpoint_disabled', 5],
  )
  await assert.rejects(resumeReplay(scope, id), { code: 'endpoint_disabled' })
  await assert.rejects(createReplay(scope, endpoint.id, {}), { code: 'endpoint_disabled' })
  const isDue = async () => (await findDueReplays(context)).some((lane) => lane.targetId === id)
  assert.equal(await isDue(), false)
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  assert.equal(await isDue(), true)
  const worker = createLaneWorker(context, {
    url,
    sweepMs: 50,
    handlers: { replay: createReplayLane(context, unbounded) },
  })
  await worker.start()
  await waitFor(async () => (await getReplay(scope, id)).status === 'completed')
  await worker.stop()
  assert.equal((await getReplay(scope, id)).offered, 20)
})

test('a replay that was paused by hand stays paused when its endpoint is enabled', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 5)
  const { id } = await createReplay(scope, endpoint.id, {})
  await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  await finish(scope, id)
  await pauseReplay(scope, id)
  await updateEndpoint(scope, endpoint.id, { status: 'enabled' })
  assert.ok(!(await findDueReplays(context)).some((lane) => lane.targetId === id))
  await finish(scope, id)
  assert.equal((await getReplay(scope, id)).offered, 0)
})

test('deleting an endpoint cancels its replays and their deliveries', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  await addBacklog(scope, endpoint.id, 'failed', 30)
  const { id } = await createReplay(scope, endpoint.id, {})
  const { id: paused } = await createReplay(scope, endpoint.id, {})
  await pauseReplay(scope, paused)
  await queueReplayStep(scope, id, 10)
  await Promise.all([
    deleteEndpoint(scope, endpoint.id),
    ...Array.from({ length: 5 }, () => queueReplayStep(scope, id, 3)),
  ])
  await finish(scope, id)
  assert.equal((await countDeliveries(scope))['pending'], undefined)
  for (const each of [id, paused]) assert.equal((await getReplay(scope, each)).status, 'cancelled')
})
