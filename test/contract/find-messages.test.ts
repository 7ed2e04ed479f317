import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { createTestChat, createTestKey } from '#test/factories.ts'
import { sendTestMessage } from './factories.ts'
import { assertProblem, openContract, openWorkspace, watchServers } from './open-contract.ts'

const { call, context } = await openContract()

type Workspace = Awaited<ReturnType<typeof openWorkspace>>

async function set(own: Workspace, id: string, values: object): Promise<void> {
  await own.scope.db
    .updateTable('messages')
    .set(values)
    .where('workspace_id', '=', own.workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Creates two contacts with a conversation each, and messages, the newest last. */
async function setUp() {
  const own = await openWorkspace(context)
  const [a, b] = [await createTestChat(own.scope), await createTestChat(own.scope)]
  const messages = []
  for (const [index, chat] of [a, b, a].entries()) {
    const message = await sendTestMessage(call, own.scope, own.key, chat.id)
    await set(own, message.id, { created_at: new Date(Date.UTC(2026, 0, index + 1)) })
    messages.push(message.id as string)
  }
  const ask = (query: string) => call(`GET /api/v1/messages?${query}`, { key: own.key })
  const find = async (query: string): Promise<string[]> => {
    const { status, body, text } = await ask(query)
    assert.equal(status, 200, text)
    return body.data.map(({ id }: { id: string }) => id)
  }
  return { own, a, b, messages: messages as [string, string, string], ask, find }
}

describe('GET /api/v1/messages', () => {
  test('finds the messages of a conversation, a contact, a channel, a direction, a type, a status and a time', async () => {
    const { own, a, b, messages, find } = await setUp()
    const [first, second, third] = messages
    await set(own, second, { direction: 'inbound', status: 'received', type: 'image' })
    assert.deepEqual(await find(''), [third, second, first])
    assert.deepEqual(await find(`conversation_id=${a.id}`), [third, first])
    assert.deepEqual(await find(`person_id=${b.personId}`), [second])
    assert.deepEqual(await find(`person_id=${b.personId}&conversation_id=${a.id}`), [])
    assert.deepEqual(await find(`channel_id=${a.channelId}`), [third, first])
    assert.deepEqual(await find('direction=inbound'), [second])
    assert.deepEqual(await find('type=image,audio'), [second])
    assert.deepEqual(await find('status=received'), [second])
    assert.deepEqual(await find('created_after=2026-01-02T00:00:00Z'), [third, second])
    assert.deepEqual(
      await find('created_after=2026-01-01T00:00:00Z&created_before=2026-01-02T00:00:00Z'),
      [first],
    )
  })

  test('finds a message by the id of the platform, in the own workspace alone', async () => {
    const { own, a, b, messages, find } = await setUp()
    await set(own, messages[1], { platform_message_id: 'wamid.same' })
    const other = await setUp()
    await set(other.own, other.messages[0], { platform_message_id: 'wamid.same' })
    assert.deepEqual(await find('platform_id=wamid.same'), [messages[1]])
    assert.deepEqual(await find(`platform_id=wamid.same&channel_id=${b.channelId}`), [messages[1]])
    assert.deepEqual(await find(`platform_id=wamid.same&channel_id=${a.channelId}`), [])
    assert.deepEqual(await find(`platform_id=wamid.same&conversation_id=${a.id}`), [])
    assert.deepEqual(await find('platform_id=wamid.other'), [])
  })

  test('pages in one order, also over several conversations of a contact', async () => {
    const { own, a, b, messages, ask } = await setUp()
    await own.scope.db
      .updateTable('chats')
      .set({ person_id: a.personId })
      .where('workspace_id', '=', own.workspaceId)
      .where('id', '=', b.id)
      .execute()
    for (const filter of ['', `person_id=${a.personId}&`]) {
      const seen: string[] = []
      for (let cursor = ''; ;) {
        const { body, text } = await ask(`${filter}limit=1${cursor && `&cursor=${cursor}`}`)
        assert.ok(body.data, text)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
        cursor = body.next_cursor
        if (!cursor) break
      }
      assert.deepEqual(seen, messages.toReversed())
    }
  })

  test('follows the merge of a contact, and finds nothing of an unknown one', async () => {
    const { own, a, b, messages, find } = await setUp()
    const path = `POST /api/v1/contacts/${a.personId}/merge`
    const merged = await call(path, { key: own.key, body: { other_id: b.personId } })
    assert.equal(merged.status, 201, merged.text)
    assert.deepEqual(await find(`person_id=${b.personId}`), messages.toReversed())
    const { find: findOther } = await setUp()
    assert.deepEqual(await findOther(`person_id=${a.personId}`), [])
    assert.deepEqual(await findOther(`conversation_id=${a.id}`), [])
  })

  test('refuses filters that it does not know', async () => {
    const { ask } = await setUp()
    for (const query of ['person_id=x', 'direction=up', 'status=gone', 'created_after=now', 'q=x'])
      assertProblem(await ask(query), 422, 'validation_failed', query.split('=')[0]!)
  })
})

describe('expand', () => {
  test('adds contacts and conversations to messages, conversations and tickets, one and many', async () => {
    const { own, a, b, messages, ask } = await setUp()
    const { key } = own
    const get = async (path: string) => (await call(`GET /api/v1/${path}`, { key })).body
    const [contact, chat] = [await get(`contacts/${a.personId}`), await get(`chats/${a.id}`)]
    const plain = await get(`messages/${messages[0]}`)
    assert.deepEqual(await get(`messages/${messages[0]}?expand=contact,conversation`), {
      ...plain,
      contact,
      conversation: chat,
    })
    const { data } = (await ask('expand=contact')).body
    assert.deepEqual(
      data.map((each: { contact: { id: string } }) => each.contact.id),
      [a.personId, b.personId, a.personId],
    )
    assert.deepEqual(await get(`chats/${a.id}?expand=contact`), { ...chat, contact })
    const listed = await get('chats?expand=contact')
    assert.deepEqual(listed.data.find(({ id }: { id: string }) => id === a.id).contact, contact)
    const body = { person_id: a.personId, title: 'T' }
    const ticket = (await call('POST /api/v1/tickets', { key, body })).body
    const expanded = { ...ticket, contact, conversation: null }
    assert.deepEqual(await get(`tickets/${ticket.id}?expand=contact&expand=conversation`), expanded)
    assert.deepEqual((await get('tickets?expand=contact,conversation')).data, [expanded])
  })

  test('asks one question for each kind, however many items a page has', async () => {
    const { own } = await setUp()
    let statements = 0
    const counted = await openTestApi(
      watchServers(context, (query) => {
        // Not those of the request log, which is written from time to time.
        if (/from (people|messages|chats)\b/.test(query)) statements++
      }),
    )
    const count = async (query: string): Promise<number> => {
      statements = 0
      const answer = await counted.call(`GET /api/v1/messages?${query}`, { key: own.key })
      assert.equal(answer.body.data.length, query.startsWith('limit=1&') ? 1 : 3)
      return statements
    }
    const plain = await count('direction=outbound')
    assert.ok(plain > 0)
    // A page that is full needs no statement that finds out whether the scan ended.
    assert.equal(await count('limit=1&expand=contact,conversation'), plain - 1 + 2)
    assert.equal(await count('expand=contact,conversation'), plain + 2)
  })

  test('needs the scope of what is expanded, and knows its names', async () => {
    const { own, messages, ask } = await setUp()
    const key = await createTestKey(own.scope, ['messages:read'])
    for (const path of ['messages?', `messages/${messages[0]}?`]) {
      const answer = await call(`GET /api/v1/${path}expand=contact`, { key })
      assertProblem(answer, 403, 'insufficient_scope')
      assert.match(answer.body.detail, /contacts:read/)
    }
    assertProblem(await ask('expand=password'), 422, 'validation_failed', 'expand')
  })
})
