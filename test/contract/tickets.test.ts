import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createTestMember, createTestPerson } from '#test/factories.ts'
import { sendTestMessage } from './factories.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { call, scope, key } = await openContract()
const create = (body: unknown) => call('POST /api/v1/tickets', { key, body })
const { id: person_id } = await createTestPerson(scope)

describe('a new ticket', () => {
  test('is open, of medium priority, without assignee, message and due time', async () => {
    const { status, body } = await create({ person_id, title: '  Refund  ' })
    assert.equal(status, 201)
    assert.deepEqual(
      { ...body, id: 0, number: 0, created_at: 0, updated_at: 0 },
      {
        id: 0,
        number: 0,
        person_id,
        title: 'Refund',
        description: null,
        message_id: null,
        conversation_id: null,
        priority: 'medium',
        status: 'open',
        assignee_id: null,
        team_id: null,
        type_id: null,
        due_at: null,
        fields: {},
        solved_at: null,
        tags: [],
        follower_ids: [],
        attachments: [],
        created_at: 0,
        updated_at: 0,
      },
    )
    const read = await call(`GET /api/v1/tickets/${body.id}`, { key })
    assert.deepEqual(read.body, body)
  })

  test('keeps its message and its assignee', async () => {
    const { membershipId: assignee_id } = await createTestMember(scope, 'agent')
    const message = await sendTestMessage(call, scope, key)
    const { id: message_id, conversation_id } = message
    const own = { person_id: message.person_id, title: 'T' }
    const { status, body } = await create({ ...own, message_id, assignee_id })
    assert.equal(status, 201)
    assert.deepEqual([body.message_id, body.assignee_id], [message_id, assignee_id])
    assert.equal(body.conversation_id, conversation_id)
  })

  test('refuses a message or a conversation of another contact', async () => {
    const message = await sendTestMessage(call, scope, key)
    for (const [field, id] of [
      ['message_id', message.id],
      ['conversation_id', message.conversation_id],
    ] as const) {
      const answer = await create({ person_id, title: 'T', [field]: id })
      assertProblem(answer, 422, 'conflicting_targets', field)
    }
  })

  test('takes the next number of its workspace, also at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create({ person_id, title: 'numbered' })),
    )
    const numbers = answers.map(({ body }) => body.number).toSorted((a, b) => a - b)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => numbers[0] + index),
    )
  })

  test('takes the four priorities and no other', async () => {
    for (const priority of ['low', 'medium', 'high', 'urgent'])
      assert.equal((await create({ person_id, title: 'T', priority })).body.priority, priority)
    for (const none of [null, ''])
      assert.equal(
        (await create({ person_id, title: 'T', priority: none })).body.priority,
        'medium',
      )
    for (const priority of ['LOW', 'critical', 1])
      assertProblem(
        await create({ person_id, title: 'T', priority }),
        422,
        'validation_failed',
        'priority',
      )
  })

  test('reads a due time of any offset and gives it in UTC with milliseconds', async () => {
    for (const [written, utc] of [
      ['2031-03-01T10:00:00Z', '2031-03-01T10:00:00.000Z'],
      ['2031-03-01T10:00:00+05:30', '2031-03-01T04:30:00.000Z'],
      ['2031-03-01T10:00:00.123456-08:00', '2031-03-01T18:00:00.123Z'],
      ['2031-03-01t10:00:00z', '2031-03-01T10:00:00.000Z'],
    ])
      assert.equal((await create({ person_id, title: 'T', due_at: written })).body.due_at, utc)
    for (const due_at of [
      '2031-03-01',
      '2031-03-01T10:00:00',
      '2031-02-30T10:00:00Z',
      '0000-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '2031-03-01T10:00:00Z[Asia/Kolkata]',
      'tomorrow',
      1_900_000_000,
    ])
      assertProblem(
        await create({ person_id, title: 'T', due_at }),
        422,
        'validation_failed',
        'due_at',
      )
  })

  test('has a title of 1 to 200 characters', async () => {
    for (const title of ['x', 'x'.repeat(200), '😀'.repeat(200)])
      assert.equal((await create({ person_id, title })).body.title, title)
    for (const title of ['', '   ', 'x'.repeat(201), '😀'.repeat(201), 5])
      assertProblem(await create({ person_id, title }), 422, 'validation_failed', 'title')
    assertProblem(await create({ person_id }), 422, 'validation_failed', 'title')
  })

  test('needs a person, a message and an assignee that exist', async () => {
    const title = 'T'
    assertProblem(await create({ person_id: newId(), title }), 404, 'person_not_found')
    assertProblem(await create({ title }), 422, 'validation_failed', 'person_id')
    assertProblem(await create({ person_id, title, message_id: newId() }), 404, 'message_not_found')
    assertProblem(
      await create({ person_id, title, assignee_id: newId() }),
      404,
      'membership_not_found',
    )
    for (const field of ['person_id', 'message_id', 'assignee_id'])
      assertProblem(
        await create({ person_id, title, [field]: 'urn:uuid:1' }),
        422,
        'validation_failed',
        field,
      )
  })

  test('stands on the timeline of its person', async () => {
    const { id } = await createTestPerson(scope)
    const ticket = (await create({ person_id: id, title: 'Seen' })).body
    const { body } = await call(`GET /api/v1/contacts/${id}/timeline`, { key })
    assert.equal(body.data[0].kind, 'ticket')
    assert.deepEqual(body.data[0].data, {
      ticket_id: ticket.id,
      number: ticket.number,
      title: 'Seen',
    })
  })
})

describe('changing a ticket', () => {
  test('changes what is named and nothing else', async () => {
    const due_at = '2031-01-01T00:00:00.000Z'
    const ticket = (await create({ person_id, title: 'T', priority: 'low', due_at })).body
    const patch = (body: unknown) => call(`PATCH /api/v1/tickets/${ticket.id}`, { key, body })
    const solved = (await patch({ status: 'solved' })).body
    const { updated_at, solved_at } = solved
    assert.deepEqual(solved, { ...ticket, status: 'solved', updated_at, solved_at })
    assert.equal(solved_at, updated_at)
    assert.equal((await patch({ status: 'closed' })).body.solved_at, solved_at)
    assert.equal((await patch({ status: 'open' })).body.solved_at, null)
    const { membershipId } = await createTestMember(scope, 'agent')
    const assigned = (await patch({ assignee_id: membershipId, title: ' New ' })).body
    assert.deepEqual([assigned.assignee_id, assigned.title], [membershipId, 'New'])
    const emptied = (await patch({ assignee_id: null, due_at: null })).body
    assert.deepEqual([emptied.assignee_id, emptied.due_at], [null, null])
    assertProblem(await patch({}), 422, 'validation_failed')
    assert.deepEqual((await call(`GET /api/v1/tickets/${ticket.id}`, { key })).body, emptied)
    const described = (await patch({ description: ' Call first ' })).body
    assert.equal(described.description, 'Call first')
    assert.equal((await patch({ description: '' })).body.description, null)
  })

  test('refuses what a new ticket refuses, and what may not change', async () => {
    const ticket = (await create({ person_id, title: 'T' })).body
    const patch = (body: unknown) => call(`PATCH /api/v1/tickets/${ticket.id}`, { key, body })
    for (const [field, body] of [
      ['title', { title: ' ' }],
      ['status', { status: 'done' }],
      ['priority', { priority: null }],
      ['due_at', { due_at: 'soon' }],
      ['person_id', { person_id }],
      ['number', { number: 1 }],
    ] as const)
      assertProblem(await patch(body), 422, 'validation_failed', field)
    assertProblem(await patch({ assignee_id: newId() }), 404, 'membership_not_found')
    assert.deepEqual((await call(`GET /api/v1/tickets/${ticket.id}`, { key })).body, ticket)
    assertProblem(
      await call(`PATCH /api/v1/tickets/${newId()}`, { key, body: { title: 'x' } }),
      404,
      'ticket_not_found',
    )
  })
})
