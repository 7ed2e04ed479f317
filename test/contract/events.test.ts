import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { createTestChat, createTestPerson, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { openContract, openWorkspace } from './open-contract.ts'

const { call, context, scope, key } = await openContract()

/** Reads the workspace's events in order of their positions, with parsed bodies. */
async function readEvents(by = scope) {
  const rows = await by.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', by.workspaceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, json: JSON.parse(row.body) }))
}

async function readDeliveries(eventId: string, by = scope) {
  return by.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('workspace_id', '=', by.workspaceId)
    .where('event_id', '=', eventId)
    .execute()
}

describe('a successful call', () => {
  let endpoints: Record<string, string>

  before(async () => {
    const { headers } = await signInTestMember(call, scope)
    const create = async (body: object) => {
      const url = `https://hooks.example.com/${newId()}`
      const answer = await call('POST /api/developer/webhooks', { headers, body: { url, ...body } })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.id as string
    }
    endpoints = {
      defaults: await create({}),
      tickets: await create({ events: ['ticket.created', 'ticket.updated'] }),
      messages: await create({ events: ['message.sent'] }),
      disabled: await create({}),
    }
    const answer = await call(`PATCH /api/developer/webhooks/${endpoints['disabled']}`, {
      headers,
      body: { status: 'disabled' },
    })
    assert.equal(answer.status, 200, answer.text)
  })

  /** Asserts that the call recorded one event of `type` with `data`, and a delivery to each of `to`. */
  async function assertOneEvent(
    type: string,
    run: () => Promise<{ body: any }>,
    to: string[],
    toData: (body: any) => object = (body) => body,
  ): Promise<any> {
    const before_ = await readEvents()
    const { body } = await run()
    const after_ = await readEvents()
    assert.equal(after_.length, before_.length + 1, type)
    const event = after_.at(-1)!
    assert.equal(event.type, type)
    const { created_at, ...rest } = event.json
    assert.ok(Math.abs(Date.parse(created_at) - event.created_at.getTime()) < 1000)
    assert.match(created_at, /\.\d{3}Z$/)
    assert.deepEqual(rest, {
      id: event.id,
      type,
      workspace_id: scope.workspaceId,
      test: false,
      data: toData(body),
    })
    assert.deepEqual(Object.keys(event.json.data), Object.keys(toData(body)))
    const deliveries = await readDeliveries(event.id)
    assert.deepEqual(
      deliveries.map((each) => each.endpoint_id).toSorted(),
      to.map((name) => String(endpoints[name])).toSorted(),
    )
    for (const delivery of deliveries) {
      assert.equal(delivery.status, 'pending')
      assert.equal(delivery.event_type, type)
      assert.equal(delivery.position, event.position)
    }
    return body
  }

  test('of messages/send writes message.sent with the message, and its deliveries', async () => {
    const chat = await createTestChat(scope)
    const body = { conversation_id: chat.id, message: 'Grüße 😀 "quoted"\n' }
    await assertOneEvent(
      'message.sent',
      () => call('POST /api/v1/messages/send', { key, body }),
      ['defaults', 'messages'],
      ({ target: _target, ...message }) => message,
    )
  })

  test('of contacts writes contact.created each time, telling how the person was found', async () => {
    const body = { phone_e164: testPhone(), name: 'Asha' }
    const create = () => call('POST /api/v1/contacts', { key, body })
    const first = await assertOneEvent('contact.created', create, ['defaults'])
    assert.equal(first.matched_by, null)
    const second = await assertOneEvent('contact.created', create, ['defaults'])
    assert.equal(second.matched_by, 'phone')
  })

  test('of tickets writes ticket.created, and of a change ticket.updated', async () => {
    const { id: person_id } = await createTestPerson(scope)
    const ticket = await assertOneEvent(
      'ticket.created',
      () => call('POST /api/v1/tickets', { key, body: { person_id, title: 'T' } }),
      ['defaults', 'tickets'],
    )
    await assertOneEvent(
      'ticket.updated',
      () => call(`PATCH /api/v1/tickets/${ticket.id}`, { key, body: { status: 'solved' } }),
      ['tickets'],
    )
  })

  test('that only reads, or fails, writes none', async () => {
    const before_ = (await readEvents()).length
    const { id: person_id } = await createTestPerson(scope)
    const requests: [string, object?][] = [
      ['GET /api/v1/chats'],
      ['GET /api/v1/contacts'],
      ['POST /api/v1/contacts', {}],
      ['POST /api/v1/tickets', { person_id: newId(), title: 'T' }],
      ['POST /api/v1/tickets', { person_id, title: 'T', assignee_id: newId() }],
      ['POST /api/v1/messages/send', { conversation_id: newId(), message: 'x' }],
    ]
    for (const [request, body] of requests) await call(request, { key, ...(body && { body }) })
    assert.equal((await readEvents()).length, before_)
  })
})

test('an effect whose event cannot be written is not there either', async () => {
  const own = await openWorkspace(context)
  const chat = await createTestChat(own.scope)
  const person = await createTestPerson(own.scope)
  await sql`
    create function refuse_event() returns trigger language plpgsql as
    'begin raise exception ''no event today''; end'`.execute(own.scope.db)
  await sql`
    create trigger refuse_event before insert on events for each row
    when (new.workspace_id = ${sql.lit(own.workspaceId)}) execute function refuse_event()`.execute(
    own.scope.db,
  )
  const count = async (table: 'messages' | 'tickets' | 'timeline_entries' | 'people') =>
    (
      await own.scope.db
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', '=', own.workspaceId)
        .execute()
    ).length
  const before_ = await count('people')
  for (const [request, body] of [
    ['POST /api/v1/contacts', { name: 'Nobody' }],
    ['POST /api/v1/tickets', { person_id: person.id, title: 'T' }],
    ['POST /api/v1/messages/send', { conversation_id: chat.id, message: 'x' }],
  ] as const) {
    const headers = { 'idempotency-key': 'one' }
    const answer = await call(request, { key: own.key, body, headers })
    assert.equal(answer.status, 500, `${request} ${answer.text}`)
  }
  assert.deepEqual(
    [await count('messages'), await count('tickets'), await count('timeline_entries')],
    [0, 0, 0],
  )
  assert.equal(await count('people'), before_)
  const keys = await own.scope.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('workspace_id', '=', own.workspaceId)
    .execute()
  assert.deepEqual(keys, [])
})

test('positions have no gap, whoever writes at once', async () => {
  const own = await openWorkspace(context)
  const chats = await Promise.all([1, 2, 3].map(() => createTestChat(own.scope)))
  const { id: person_id } = await createTestPerson(own.scope)
  const phone_e164 = testPhone()
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, index) => {
      const request: [string, object] =
        index % 4 === 0
          ? ['POST /api/v1/contacts', { phone_e164 }]
          : index % 4 === 1
            ? ['POST /api/v1/tickets', { person_id, title: 'T' }]
            : index % 4 === 2
              ? ['POST /api/v1/tickets', { person_id: newId(), title: 'fails' }]
              : [
                  'POST /api/v1/messages/send',
                  { conversation_id: chats[index % 3]!.id, message: `${index}` },
                ]
      return call(request[0], { key: own.key, body: request[1] })
    }),
  )
  const written = answers.filter(({ status }) => status === 201)
  assert.ok(answers.every(({ status }) => [201, 404].includes(status)))
  const events = await readEvents(own.scope)
  assert.deepEqual(
    events.map((event) => event.position),
    events.map((_, index) => index + 1),
  )
  assert.equal(events.length, written.length)
  assert.deepEqual(
    events.map((event) => event.json.data.id).toSorted(),
    written.map(({ body }) => body.id).toSorted(),
  )
})
