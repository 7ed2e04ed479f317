import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { getMessage } from '../get-message.ts'
import { recordMessageStatuses } from './record-message-statuses.ts'
import { recordMessageUpdates } from './record-message-updates.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { recordAttempts } from '#messages/sending/record-attempts.ts'

const { context } = await openTestContext()

async function queue(scope: Scope) {
  const chat = await createTestChat(scope)
  const id = newId()
  await scope.db
    .insertInto('messages')
    .values({
      workspace_id: scope.workspaceId,
      id,
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: chat.channelId,
      direction: 'outbound',
      type: 'text',
      text: 'hello',
      status: 'queued',
      author_type: 'system',
      send_due_at: scope.clock.now(),
      // Before the times of the statuses, which are a few seconds.
      created_at: new Date(0),
    })
    .execute()
  return { id, channelId: chat.channelId, platformMessageId: `wamid.${id}` }
}

type Queued = Awaited<ReturnType<typeof queue>>

const statusOf = (
  message: Queued,
  status: string,
  at: number,
  more: Partial<ReadStatus> = {},
): ReadStatus => ({
  platformMessageId: message.platformMessageId,
  status,
  participant: '',
  at: new Date(at),
  error: status === 'failed' ? { code: '131026', message: 'Undeliverable' } : null,
  ownId: undefined,
  details: null,
  ...more,
})

const report = (scope: Scope, message: Queued, ...statuses: ReadStatus[]) =>
  transaction(scope, async (tx) => {
    const { outcomes, events } = await recordMessageStatuses(tx, message.channelId, statuses)
    await recordEvents(tx, events)
    return outcomes.map((outcome) => outcome.result)
  })

const accept = (scope: Scope, { id, channelId, platformMessageId }: Queued) =>
  recordAttempts(scope, { id: channelId, type: 'whatsapp' }, [
    {
      messageId: id,
      attemptId: newId(),
      recipient: '1',
      outcome: { kind: 'accepted', platformMessageId },
    },
  ])

const react = (scope: Scope, { channelId, platformMessageId }: Queued) =>
  transaction(scope, async (tx) => {
    const { outcomes, events } = await recordMessageUpdates(tx, [
      {
        channelId,
        channelType: 'whatsapp',
        kind: 'reaction',
        platformUpdateId: `wamid.${newId()}`,
        platformMessageId,
        direction: 'inbound',
        actors: ['447700900001'],
        text: '🙏',
        at: new Date(4000),
      },
    ])
    await recordEvents(tx, events)
    return outcomes.map((outcome) => outcome.result)
  })

async function reactionsTo(scope: Scope, { id }: Queued): Promise<string[]> {
  const { reactions } = await getMessage(scope, id)
  return (reactions ?? []).map(({ emoji }) => emoji)
}

async function changesOf(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'message.status_changed')
    .orderBy('position')
    .execute()
  return rows.map((row) => JSON.parse(row.body).data.status as string)
}

test('statuses that come before the acceptance is stored are found by it', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  assert.deepEqual(
    await report(
      scope,
      message,
      statusOf(message, 'delivered', 2000),
      statusOf(message, 'sent', 1000),
    ),
    ['parked', 'parked'],
  )
  assert.equal((await getMessage(scope, message.id)).status, 'queued')
  await accept(scope, message)
  const { status, sent_at, delivered_at } = await getMessage(scope, message.id)
  assert.deepEqual([status, sent_at, delivered_at], ['delivered', new Date(1000), new Date(2000)])
  assert.equal((await changesOf(scope)).at(-1), 'delivered')
})

test('a status that carries our id is matched at once', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  const status = statusOf(message, 'read', 3000, { ownId: message.id })
  assert.deepEqual(await report(scope, message, status), ['recorded'])
  assert.equal((await getMessage(scope, message.id)).status, 'read')
  await accept(scope, message)
  assert.equal((await getMessage(scope, message.id)).status, 'read')
  assert.deepEqual(await changesOf(scope), ['read'])
})

test('a reaction that comes before the acceptance is stored is shown after it', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  assert.deepEqual(await react(scope, message), ['parked'])
  assert.deepEqual(await reactionsTo(scope, message), [])
  await accept(scope, message)
  assert.deepEqual(await reactionsTo(scope, message), ['🙏'])
})

test('a reaction that comes before a status with our id is shown after it', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  assert.deepEqual(await react(scope, message), ['parked'])
  await report(scope, message, statusOf(message, 'delivered', 3000, { ownId: message.id }))
  assert.deepEqual(await reactionsTo(scope, message), ['🙏'])
})

test('our id of another workspace or channel is not matched', async () => {
  const { scope } = await createTestWorkspace(context)
  const other = await createTestWorkspace(context)
  const message = await queue(scope)
  const theirs = await queue(other.scope)
  const mine = await queue(scope)
  for (const ownId of [theirs.id, mine.id])
    assert.deepEqual(
      await report(
        scope,
        message,
        statusOf(message, 'sent', 1, { ownId, platformMessageId: ownId }),
      ),
      ['parked'],
    )
  assert.equal((await getMessage(other.scope, theirs.id)).status, 'queued')
})

test('a repeated status changes nothing, not even its time', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  await accept(scope, message)
  const at = Date.now() + 60_000
  await report(
    scope,
    message,
    statusOf(message, 'delivered', at),
    statusOf(message, 'delivered', at + 8000),
  )
  assert.deepEqual(await report(scope, message, statusOf(message, 'delivered', at + 4000)), [
    'repeated',
  ])
  assert.deepEqual((await getMessage(scope, message.id)).delivered_at, new Date(at))
  assert.deepEqual(await changesOf(scope), ['sent', 'delivered'])
})

test('acceptance and status at the same moment never miss each other', async () => {
  const { scope } = await createTestWorkspace(context)
  const messages = await Promise.all(Array.from({ length: 12 }, () => queue(scope)))
  await Promise.all(
    messages.flatMap((message) => [
      accept(scope, message),
      report(scope, message, statusOf(message, 'delivered', 1000)),
    ]),
  )
  for (const message of messages)
    assert.equal((await getMessage(scope, message.id)).status, 'delivered')
})

test('a price ends in the same state in every order of its reports, and counts once', async () => {
  const { scope } = await createTestWorkspace(context)
  const priced = (type: string) => ({
    recipient_id: '5215550001111',
    pricing: {
      billable: true,
      pricing_model: 'PMP',
      type,
      category: 'authentication-international',
    },
  })
  const reports = (message: Queued) => [
    statusOf(message, 'sent', 1000, { details: priced('free_entry_point') }),
    statusOf(message, 'delivered', 2000, { details: priced('regular') }),
    statusOf(message, 'read', 3000, { details: { recipient_id: '5215550001111' } }),
  ]
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  for (const order of orders) {
    const message = await queue(scope)
    if (order[0] !== 1) await accept(scope, message)
    for (const index of [...order, ...order]) await report(scope, message, reports(message)[index]!)
    if (order[0] === 1) await accept(scope, message)
    const { pricing, status } = await getMessage(scope, message.id)
    assert.deepEqual(
      [status, pricing],
      [
        'read',
        {
          category: 'authentication_international',
          type: 'regular',
          billable: true,
          model: 'PMP',
        },
      ],
      String(order),
    )
    const charges = await scope.db
      .selectFrom('message_charges')
      .select(['country', 'quantity', 'is_free', 'price_category'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('message_id', '=', message.id)
      .execute()
    assert.deepEqual(
      charges,
      [
        {
          country: 'MX',
          quantity: 1,
          is_free: false,
          price_category: 'authentication_international',
        },
      ],
      String(order),
    )
  }
})

test('an event reports a price that arrives after the delivery, once', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  await accept(scope, message)
  await report(scope, message, statusOf(message, 'read', 3000))
  const details = { pricing: { pricing_model: 'PMP', type: 'regular', category: 'utility' } }
  for (const at of [1000, 2000])
    await report(scope, message, statusOf(message, 'delivered', at, { details }))
  const events = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    events.map(({ body }) => {
      const { status, pricing } = JSON.parse(body).data
      return [status, pricing?.category ?? null]
    }),
    [
      ['sent', null],
      ['read', null],
      ['read', 'utility'],
    ],
  )
})

test('a message to a group is charged for each participant it was delivered to', async () => {
  const { scope } = await createTestWorkspace(context)
  const message = await queue(scope)
  await accept(scope, message)
  const of = (participant: string, status: string) =>
    statusOf(message, status, 1000, {
      participant,
      details: {
        recipient_type: 'group',
        recipient_participant_id: participant,
        conversation: {
          pricing: { type: 'regular', category: 'group_utility', pricing_model: 'PMP' },
        },
      },
    })
  await report(
    scope,
    message,
    of('919812345678', 'delivered'),
    of('919812345679', 'delivered'),
    of('919812345679', 'read'),
    of('5511987654321', 'read'),
    of('5511987654322', 'sent'),
  )
  const charges = await scope.db
    .selectFrom('message_charges')
    .select(['country', 'quantity', 'price_category'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('country')
    .execute()
  assert.deepEqual(charges, [
    { country: 'BR', quantity: 1, price_category: 'utility' },
    { country: 'IN', quantity: 2, price_category: 'utility' },
  ])
})
