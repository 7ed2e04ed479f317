import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { storeTestUpload } from '#test/uploads.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Opens a workspace with a ticket of a conversation, an agent and an admin. */
async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const chat = await createTestChat(scope)
  const agent = await signInTestMember(call, scope, 'agent')
  const admin = await signInTestMember(call, scope)
  const ask = async (request: string, body?: object, as: object = { key }) => {
    const answer = await call(request, { ...as, ...(body && { body }) })
    assert.ok(answer.status < 300, `${request}: ${answer.text}`)
    return answer.body
  }
  const ticket = await ask('POST /api/v1/tickets', {
    person_id: chat.personId,
    conversation_id: chat.id,
    title: 'Broken kettle',
  })
  const path = `/api/v1/tickets/${ticket.id}`
  const activity = async (query = ''): Promise<any[]> =>
    (await ask(`GET ${path}/activity?limit=100${query}`)).data.toReversed()
  const eventTypes = async (): Promise<string[]> =>
    (await ask('GET /api/v1/events?limit=100')).data.map((each: { type: string }) => each.type)
  return { scope, key, chat, agent, admin, ask, ticket, path, activity, eventTypes }
}

describe('the history of a ticket', () => {
  test('says who changed what, and when, in order', async () => {
    const { ask, path, chat, agent, activity, ticket } = await open()
    const tag = await ask('POST /api/v1/tags', { name: 'Warranty' })
    const due_at = '2031-01-01T00:00:00.000Z'
    await ask(
      `PATCH ${path}`,
      { title: 'Kettle', description: 'It leaks.', priority: 'high', due_at, tag_ids: [tag.id] },
      agent,
    )
    await ask(`PATCH ${path}`, { assignee_id: agent.membershipId, status: 'pending' })
    await ask(`PATCH ${path}`, { tag_ids: [] })
    const other = await ask('POST /api/v1/contacts', { name: 'Asha' })
    await ask(`POST /api/v1/contacts/${other.id}/merge`, { other_id: chat.personId })
    const changes = await activity()
    assert.deepEqual(
      changes.map(({ type }) => type),
      ['created', 'title', 'description', 'priority', 'due', 'tagged', 'status', 'assigned'].concat(
        ['untagged', 'contact'],
      ),
    )
    const dataOf = (type: string) => changes.find((each) => each.type === type).data
    assert.deepEqual(dataOf('title'), { from: 'Broken kettle', to: 'Kettle' })
    assert.deepEqual(dataOf('due'), { from: null, to: due_at })
    assert.deepEqual(dataOf('status'), { from: 'open', to: 'pending' })
    assert.deepEqual(dataOf('tagged'), { tag_id: tag.id, name: 'Warranty' })
    assert.deepEqual([dataOf('contact').from, dataOf('contact').to], [chat.personId, other.id])
    assert.deepEqual(changes[1].actor, { type: 'member', id: agent.membershipId })
    assert.equal(changes[0].actor.type, 'api_key')
    assert.equal(changes[0].created_at, ticket.created_at)
  })

  test('records nothing, and no event, when nothing changes', async () => {
    const { ask, path, ticket, activity, eventTypes } = await open()
    const before = [await activity(), await eventTypes()]
    const same = { title: 'Broken kettle', status: 'open', tag_ids: [], assignee_id: null }
    assert.deepEqual(await ask(`PATCH ${path}`, same), ticket)
    assert.deepEqual([await activity(), await eventTypes()], before)
  })

  test('has an entry when a member leaves who was responsible', async () => {
    const { ask, path, agent, admin, activity } = await open()
    await ask(`PATCH ${path}`, { assignee_id: agent.membershipId })
    await ask(`DELETE /api/developer/members/${agent.membershipId}`, undefined, admin)
    const last = (await activity()).at(-1)
    assert.deepEqual(
      [last.type, last.data],
      ['assigned', { assignee_id: null, previous_assignee_id: agent.membershipId }],
    )
  })
})

describe('a comment', () => {
  test('is changed by its author or an admin only, and the earlier text stays until it is deleted', async () => {
    const { scope, key, ask, path, agent, admin, activity, eventTypes } = await open()
    const made = await ask(`POST ${path}/comments`, { text: ' First ' }, agent)
    assert.deepEqual([made.text, made.author.id], ['First', agent.membershipId])
    const own = `/api/v1/ticket-comments/${made.id}`
    const refused = await call(`PATCH ${own}`, { key, body: { text: 'Not mine' } })
    assert.deepEqual([refused.status, refused.body.code], [403, 'author_required'])
    const edited = await ask(`PATCH ${own}`, { text: 'Second' }, agent)
    assert.ok(edited.edited_at)
    assert.equal((await ask(`PATCH ${own}`, { text: 'Second' }, agent)).edited_at, edited.edited_at)
    const change = (await activity('&kind=change')).at(-1)
    assert.deepEqual(
      [change.type, change.data],
      ['comment_edited', { comment_id: made.id, text: 'First' }],
    )
    await call(`DELETE ${own}`, admin)
    const items = await activity()
    const comment = items.find((each) => each.kind === 'comment')
    assert.deepEqual([comment.text, comment.deleted_at !== null], ['', true])
    assert.deepEqual(items.find((each) => each.type === 'comment_edited').data, {
      comment_id: made.id,
    })
    assert.equal((await call(`PATCH ${own}`, { ...agent, body: { text: 'x' } })).status, 404)
    const { rows } = await sql<{ text: string }>`
      select text from ticket_comments where workspace_id = ${scope.workspaceId}`.execute(scope.db)
    assert.deepEqual(rows, [{ text: '' }])
    const types = (await eventTypes()).filter((type) => type.startsWith('ticket_comment'))
    assert.deepEqual(types, [
      'ticket_comment.created',
      'ticket_comment.updated',
      'ticket_comment.updated',
    ])
  })

  test('brings its ticket to the top of the list, and names it with contact and conversation', async () => {
    const { ask, path, chat, ticket } = await open()
    await ask('POST /api/v1/tickets', { person_id: chat.personId, title: 'Newer' })
    const comment = await ask(`POST ${path}/comments`, { text: 'Any news?' })
    assert.deepEqual(
      [comment.ticket_id, comment.person_id, comment.conversation_id],
      [ticket.id, chat.personId, chat.id],
    )
    assert.equal((await ask('GET /api/v1/tickets')).data[0].id, ticket.id)
  })
})

describe('the files of a ticket', () => {
  test('are attached once, shown with a link, and removed', async () => {
    const { scope, key, ask, path, ticket, activity } = await open()
    const id = await storeTestUpload(scope)
    const file = await ask(`POST ${path}/attachments`, { media_id: id })
    assert.deepEqual([file.id, file.filename, file.added_by.type], [id, 'receipt.pdf', 'api_key'])
    assert.match(file.url, /\/media\//)
    await ask(`POST ${path}/attachments`, { media_id: id.toUpperCase() })
    assert.equal((await ask(`GET ${path}`)).attachments.length, 1)
    assert.equal((await call(`DELETE ${path}/attachments/${id}`, { key })).status, 204)
    assert.equal((await call(`DELETE ${path}/attachments/${id}`, { key })).status, 404)
    assert.deepEqual((await ask(`GET ${path}`)).attachments, [])
    const types = (await activity()).map((each) => each.type)
    assert.deepEqual(types, ['created', 'attached', 'detached'])
    const made = await ask('POST /api/v1/tickets', {
      person_id: ticket.person_id,
      title: 'With a file',
      media_ids: [id],
    })
    assert.equal(made.attachments[0].id, id)
  })

  test('are 20 at most', async () => {
    const { scope, key, ask, path } = await open()
    const add = async () => ({ key, body: { media_id: await storeTestUpload(scope) } })
    for (let count = 0; count < 20; count++)
      await ask(`POST ${path}/attachments`, (await add()).body)
    const answer = await call(`POST ${path}/attachments`, await add())
    assert.deepEqual([answer.status, answer.body.code], [409, 'too_many_attachments'])
  })
})

test('the thread of a conversation shows when its ticket is created, solved and opened again', async () => {
  const { ask, path, chat, ticket } = await open()
  for (const status of ['pending', 'solved', 'closed', 'open'])
    await ask(`PATCH ${path}`, { status })
  const { data } = await ask(`GET /api/v1/chats/${chat.id}/thread`)
  const entries = data.filter((each: { type: string }) => each.type === 'ticket')
  assert.deepEqual(
    entries.map((each: any) => [each.data.previous_status, each.data.status]),
    [
      [null, 'open'],
      ['pending', 'solved'],
      ['solved', 'closed'],
      ['closed', 'open'],
    ],
  )
  assert.deepEqual(
    [entries[0].data.ticket_id, entries[0].data.number, entries[0].data.title],
    [ticket.id, ticket.number, 'Broken kettle'],
  )
})
