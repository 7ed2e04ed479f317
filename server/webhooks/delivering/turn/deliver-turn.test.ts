import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import type { NewEvent } from '#events/new-event.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestEndpoint, skipPauses, startDeliveries } from '#test/deliveries.ts'
import { waitFor } from '#test/wait-for.ts'
import { listDeliveries } from '#webhooks/list-deliveries.ts'
import { createWebhookFetch } from '#webhooks/create-webhook-fetch.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { createWebhookLane } from '../create-webhook-lane.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

/** Records a message's event for each [conversation, number], all in one transaction. */
async function emitMessages(scope: Scope, messages: [conversation: string, number: number][]) {
  await transaction(scope, (tx) =>
    recordEvents(
      tx,
      messages.map(([conversation_id, number]) => ({
        type: 'message.sent' as const,
        data: { conversation_id, number },
      })),
    ),
  )
}

const read = (request: { body: Buffer }): { conversation_id: string; number: number } =>
  JSON.parse(request.body.toString()).data

const countPending = async (scope: Scope) => {
  const { data } = await listDeliveries(scope, { status: 'pending', limit: 100 })
  return data.length
}

test('deliveries of an event during a turn start in the same turn', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (request, response) => {
      if (read(request).number > 0) response.end()
    },
    { max_in_flight: 3 },
  )
  const readLease = () =>
    context.db
      .selectFrom('lanes')
      .select('lease_token')
      .where('target_id', '=', endpoint.id)
      .executeTakeFirstOrThrow()
  await emitMessages(scope, [[newId(), 0]])
  await receiver.waitFor(1)
  const lease = await readLease()
  await emitMessages(scope, [[newId(), 1]])
  await receiver.waitFor(2)
  assert.deepEqual(await readLease(), lease)
})

test('by subject, an endpoint receives events of one conversation, contact or ticket one after the other, and others side by side', async () => {
  const subjects = Array.from({ length: 24 }, () => newId())
  const [conversation, contact, ticket] = subjects.slice(-3) as [string, string, string]
  const open = new Map<string, () => void>()
  const full = Promise.withResolvers<void>()
  const arrived: [subject: string, number: number][] = []
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (request, response) => {
      const { subject, number } = JSON.parse(request.body.toString()).data
      assert.ok(!open.has(subject), 'one of a subject at a time')
      arrived.push([subject, number])
      open.set(subject, () => response.end())
      if (open.size === 20) full.resolve()
      // The newest first, so that none is answered in the order of its arrival.
      void full.promise.then(() =>
        setImmediate(() => {
          const [last, answer] = [...open].at(-1) ?? []
          if (last !== undefined) open.delete(last)
          answer?.()
        }),
      )
    },
    { ordering: 'subject', events: [...EVENT_TYPES] },
  )
  assert.equal(endpoint.max_in_flight, 20)
  const about = (subject: string, number: number): NewEvent => {
    const known = { subject, number, conversation_id: newId(), person_id: newId(), id: newId() }
    const isFirst = number === 0
    switch (subject) {
      case conversation:
        return isFirst
          ? { type: 'conversation.created', data: { ...known, id: subject } }
          : { type: 'note.created', data: { ...known, conversation_id: subject } }
      case contact:
        return isFirst
          ? { type: 'contact.created', data: { ...known, id: subject } }
          : { type: 'contact.updated', data: { ...known, id: subject } }
      case ticket:
        return isFirst
          ? { type: 'ticket.created', data: { ...known, id: subject } }
          : { type: 'ticket_comment.created', data: { ...known, ticket_id: subject } }
      default:
        return { type: 'message.sent', data: { ...known, conversation_id: subject } }
    }
  }
  for (const number of [0, 1, 2, 3])
    await transaction(scope, (tx) =>
      recordEvents(
        tx,
        subjects.map((subject) => about(subject, number)),
      ),
    )
  await receiver.waitFor(96)
  for (const subject of subjects)
    assert.deepEqual(
      arrived.filter(([each]) => each === subject).map(([, number]) => number),
      [0, 1, 2, 3],
    )
})

test('a worker that is killed during a delivery changes no order within a subject', async () => {
  const { fetch, close } = createWebhookFetch(context.config)
  beforeClose(context, close)
  const { context: here } = await openTestContext()
  const subject = newId()
  let isKilled = false
  const { receiver, scope, endpoint } = await createTestEndpoint(
    here,
    (_request, response) => void (isKilled && response.end()),
    { ordering: 'subject', max_in_flight: 20 },
  )
  await emitMessages(scope, [
    [subject, 0],
    [subject, 1],
  ])
  const turn = (signal: AbortSignal) =>
    createWebhookLane(here, { fetch }).work(
      { workspaceId: scope.workspaceId, targetId: endpoint.id, leaseToken: newId() },
      signal,
    )
  void turn(new AbortController().signal).catch(() => undefined)
  await receiver.waitFor(1)
  // The first worker never records what the receiver read.
  isKilled = true
  await emitMessages(scope, [[subject, 2]])
  await turn(new AbortController().signal)
  await emitMessages(scope, [
    [subject, 3],
    [subject, 4],
  ])
  await turn(new AbortController().signal)
  assert.deepEqual(
    receiver.requests.map((each) => read(each).number),
    [0, 0, 1, 2, 3, 4],
  )
})

test('by subject, later events arrive after a failed delivery in their order, and its retries wait for none and delay none', async () => {
  const [bad, good] = [newId(), newId()]
  let visits = 0
  // The attempt may time out before, and another one come.
  const retried = Promise.withResolvers<void>()
  const { receiver, scope } = await createTestEndpoint(
    context,
    (request, response) => {
      const { conversation_id, number } = read(request)
      const isFirst = conversation_id === bad && number === 0
      if (isFirst && ++visits > 1) return void retried.promise.then(() => response.end())
      response.statusCode = isFirst ? 500 : 200
      response.end()
    },
    { ordering: 'subject' },
  )
  const sentOf = (conversation: string) =>
    receiver.requests.map(read).filter((each) => each.conversation_id === conversation)
  const numbersOf = (conversation: string) => [
    ...new Set(sentOf(conversation).map((each) => each.number)),
  ]
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  await emitMessages(
    scope,
    numbers.flatMap((number): [string, number][] => [
      [bad, number],
      [good, number],
    ]),
  )
  await waitFor(() => numbersOf(bad).length === 40 && numbersOf(good).length === 40)
  await waitFor(async () => {
    await skipPauses(scope)
    return visits > 1
  })
  await emitMessages(scope, [[bad, 40]])
  await waitFor(() => numbersOf(bad).length === 41)
  assert.deepEqual([numbersOf(bad), numbersOf(good)], [[...numbers, 40], numbers])
  retried.resolve()
  await waitFor(async () => {
    await skipPauses(scope)
    return (await countPending(scope)) === 0
  })
  assert.equal(sentOf(bad).length, 40 + visits)
})

test('ordered by conversation, a failing delivery blocks only its own conversation', async () => {
  const [bad, good] = [newId(), newId()]
  let isBroken = true
  const { receiver, scope } = await createTestEndpoint(
    context,
    (request, response) => {
      response.statusCode = isBroken && read(request).conversation_id === bad ? 500 : 200
      response.end()
    },
    { max_in_flight: 4, ordering: 'conversation' },
  )
  const sentOf = (conversation: string) =>
    receiver.requests
      .map(read)
      .filter((each) => each.conversation_id === conversation)
      .map((each) => each.number)
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  await emitMessages(
    scope,
    numbers.flatMap((number) =>
      [[bad, number] as const, [good, number] as const].map(
        (each) => [...each] as [string, number],
      ),
    ),
  )
  await waitFor(() => sentOf(good).length === 60)
  assert.deepEqual(sentOf(good), numbers)
  await emitMessages(scope, [
    [bad, 60],
    [good, 60],
  ])
  await waitFor(() => sentOf(good).length === 61)
  // The first retry is due after 4 to 6 seconds.
  assert.deepEqual(new Set(sentOf(bad)), new Set([0]))
  const { rows } = await sql<{ held: number }>`
  select count(*) from webhook_deliveries
  where workspace_id = ${scope.workspaceId} and held`.execute(scope.db)
  assert.equal(Number(Object.values(rows[0]!)[0]), 60, 'all but the first of the conversation wait')

  isBroken = false
  // Another attempt may have failed a moment ago.
  await waitFor(async () => {
    await skipPauses(scope)
    return (await countPending(scope)) === 0
  })
  const ofBad = sentOf(bad)
  assert.ok(ofBad.lastIndexOf(0) > 0, 'the first was sent again')
  assert.deepEqual(ofBad.slice(ofBad.lastIndexOf(0)), [...numbers, 60])
})

test('with strict order, a delivery that has failed no longer blocks its conversation', async () => {
  const chat = newId()
  const { receiver, scope } = await createTestEndpoint(
    context,
    (request, response) => {
      response.statusCode = read(request).number === 0 ? 500 : 200
      response.end()
    },
    { ordering: 'conversation' },
  )
  await emitMessages(scope, [
    [chat, 0],
    [chat, 1],
    [chat, 2],
  ])
  await receiver.waitFor(1)
  await sql`update webhook_deliveries set attempts_max = 2
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await waitFor(
    async () =>
      (await listDeliveries(scope, { status: 'pending' })).data.at(-1)!.attempt_count === 1,
  )
  await skipPauses(scope)
  await receiver.waitFor(4)
  assert.deepEqual(
    receiver.requests.map((each) => read(each).number),
    [0, 0, 1, 2],
  )
})

test('switching strict order off sends the blocked deliveries', async () => {
  const chat = newId()
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (request, response) => {
      response.statusCode = read(request).number === 0 ? 500 : 200
      response.end()
    },
    { ordering: 'conversation' },
  )
  await emitMessages(scope, [
    [chat, 0],
    [chat, 1],
  ])
  await receiver.waitFor(1)
  await waitFor(async () =>
    (await listDeliveries(scope, {})).data.some((each) => each.attempt_count === 1),
  )
  await updateEndpoint(scope, endpoint.id, { ordering: 'creation' })
  await receiver.waitFor(2)
  assert.equal(read(receiver.requests[1]!).number, 1)
})

test('with strict order, events without a conversation are ordered by contact', async () => {
  const person = newId()
  const { receiver, scope } = await createTestEndpoint(
    context,
    (_request, response) => {
      response.statusCode = 500
      response.end()
    },
    { ordering: 'conversation' },
  )
  await transaction(scope, (tx) =>
    recordEvents(tx, [
      { type: 'contact.created', data: { id: person } },
      { type: 'ticket.created', data: { id: newId(), person_id: person } },
      { type: 'ticket.created', data: { id: newId(), person_id: newId() } },
    ]),
  )
  await receiver.waitFor(2)
  await waitFor(
    async () =>
      (await listDeliveries(scope, {})).data.filter((each) => each.attempt_count === 1).length ===
      2,
  )
  assert.deepEqual(
    receiver.requests.map((each) => each.headers['x-service-event']),
    ['contact.created', 'ticket.created'],
  )
  assert.notEqual(
    (read(receiver.requests[1]!) as unknown as { person_id: string }).person_id,
    person,
  )
})

test('a rate limit spaces deliveries, also across turns and wake-ups', async () => {
  const { receiver, scope } = await createTestEndpoint(context, undefined, {
    rate_limit: 10,
    max_in_flight: 5,
  })
  const startedAt = Date.now()
  for (let number = 0; number < 8; number++) await emitMessages(scope, [[newId(), number]])
  const requests = await receiver.waitFor(8)
  const tookMs = requests.at(-1)!.at.getTime() - startedAt
  assert.ok(tookMs >= 600, `8 deliveries at 10 a second took ${tookMs} ms`)
})
