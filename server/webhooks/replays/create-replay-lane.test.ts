import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId } from '#lib/ids.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import {
  addBacklog,
  createTestEndpoint,
  emit,
  numberOf,
  skipPauses,
  startDeliveries,
} from '#test/deliveries.ts'
import { waitFor } from '#test/wait-for.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { createReplay } from './create-replay.ts'
import { getReplay } from './get-replay.ts'
import { createReplayLane } from './create-replay-lane.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)
await startReplays(context, url)

async function startReplays(of: Context, databaseUrl: string): Promise<void> {
  const worker = createLaneWorker(of, {
    url: databaseUrl,
    sweepMs: 300,
    handlers: { replay: createReplayLane(of) },
  })
  await worker.start()
  beforeClose(of, () => worker.stop())
}

async function endAll(scope: Scope, status: 'failed' | 'succeeded'): Promise<void> {
  const { workspaceId } = scope
  await waitFor(async () => {
    const { rows } = await sql`select from webhook_deliveries
      where workspace_id = ${workspaceId} and status = 'pending' limit 1`.execute(scope.db)
    return rows.length === 0
  })
  await sql`update webhook_deliveries set status = ${status} where workspace_id = ${workspaceId}`.execute(
    scope.db,
  )
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

test('a replay resends failed deliveries of a type in order and reports its progress', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await emit(scope, [1000], 'contact.created')
  await emit(scope, numbers(0, 70))
  await endAll(scope, 'failed')
  const { id } = await createReplay(scope, endpoint.id, { types: ['message.sent'] })
  const requests = await receiver.waitFor(141)
  assert.deepEqual(requests.slice(71).map(numberOf), numbers(0, 70))
  const done = await waitFor(async () => {
    const replay = await getReplay(scope, id)
    // The lane notices in its next step that everything was offered.
    return replay.status === 'completed' && replay.deliveries.pending === 0 ? replay : undefined
  })
  assert.deepEqual([done.total, done.offered, done.deliveries.succeeded], [70, 70, 70])
})

test('a new event does not wait for the end of a long replay', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context, (_request, response) => {
    setTimeout(() => response.end(), 5)
  })
  await addBacklog(scope, endpoint.id, 'failed', 3_000)
  await createReplay(scope, endpoint.id, {})
  await receiver.waitFor(20)
  await emit(scope, [5_000])
  const before = await waitFor(
    () => receiver.requests.findIndex((each) => numberOf(each) === 5_000) + 1,
  )
  assert.ok(before < 1_000, `${before} deliveries came first`)
})

test('with strict order, a replay keeps the order of each conversation', async () => {
  const [bad, good] = [newId(), newId()]
  let isBroken = false
  const read = (request: { body: Buffer }) => JSON.parse(request.body.toString()).data
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (request, response) => {
      response.statusCode = isBroken && read(request).conversation_id === bad ? 500 : 200
      response.end()
    },
    { max_in_flight: 4, ordering: 'conversation' },
  )
  for (const number of numbers(0, 40))
    await transaction(scope, (tx) =>
      recordEvents(
        tx,
        [bad, good].map((conversation_id) => ({
          type: 'message.sent',
          data: { number, conversation_id },
        })),
      ),
    )
  await endAll(scope, 'failed')
  const sent = receiver.requests.length
  isBroken = true
  const { id } = await createReplay(scope, endpoint.id, {})
  const ofChat = (chat: string) =>
    receiver.requests
      .slice(sent)
      .map(read)
      .filter((each) => each.conversation_id === chat)
      .map((each) => each.number)
  await waitFor(() => ofChat(good).length === 40)
  assert.deepEqual(ofChat(good), numbers(0, 40))
  assert.deepEqual(new Set(ofChat(bad)), new Set([0]), 'the first one holds back the others')
  isBroken = false
  // Another attempt may have failed a moment ago, whose pause is longer than the first one.
  await waitFor(async () => {
    await skipPauses(scope)
    return (await getReplay(scope, id)).deliveries.succeeded === 80
  })
  assert.deepEqual([...new Set(ofChat(bad))], numbers(0, 40))
})

test('a replay of missing events reuses a delivery that the endpoint already has', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await emit(scope, [1, 2])
  await updateEndpoint(scope, endpoint.id, { events: ['ticket.created'] })
  await emit(scope, [3])
  await receiver.waitFor(2)
  const { total } = await createReplay(scope, endpoint.id, {
    status: 'missing',
    types: ['message.sent'],
  })
  assert.equal(total, 1)
  const requests = await receiver.waitFor(3)
  assert.equal(numberOf(requests[2]!), 3)
})
