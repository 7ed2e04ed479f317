import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createSharedList } from './create-shared-list.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('equal lists share the query after the one that is running, never that one itself', async () => {
  const { scope } = await createTestWorkspace(context)
  const other = { ...scope, workspaceId: newId() }
  const runs: { limit: number; workspaceId: string; end: () => void }[] = []
  const list = createSharedList(({ workspaceId }, { limit }: { limit: number }) => {
    const page = Promise.withResolvers<{ data: number[]; next_cursor: null }>()
    const data = [runs.length]
    runs.push({ limit, workspaceId, end: () => page.resolve({ data, next_cursor: null }) })
    return page.promise
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const firsts: Promise<unknown>[] = []
  for (let start = 0; start < 2; start++) {
    firsts.push(list(scope, { limit: 1 }))
    await turn()
  }
  const late = [list(scope, { limit: 1 }), list(scope, { limit: 1 })]
  const apart = [list(scope, { limit: 2 }), list(other, { limit: 1 })]
  await turn()
  assert.deepEqual(
    runs.map(({ limit, workspaceId }) => [limit, workspaceId === scope.workspaceId]),
    [
      [1, true],
      [1, true],
      [2, true],
      [1, false],
    ],
  )
  for (const { end } of runs) end()
  await Promise.all([...firsts, ...apart])
  await turn()
  assert.equal(runs.length, 5)
  runs[4]!.end()
  assert.deepEqual(
    (await Promise.all(late)).map(({ data }) => data),
    [[4], [4]],
  )
})

test('members who list what is assigned to them at the same time each get their own', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const members = await Promise.all([1, 2, 3].map(() => signInTestMember(call, scope, 'agent')))
  const own: { chat: string; ticket: string }[] = []
  for (const { membershipId: assignee_id } of members) {
    const { id: chat, personId: person_id } = await createTestChat(scope)
    await call(`PATCH /api/v1/chats/${chat}`, { key, body: { assignee_id } })
    const body = { title: 'T', person_id, assignee_id }
    const ticket = await call('POST /api/v1/tickets', { key, body })
    own.push({ chat, ticket: ticket.body.id })
  }
  // So many requests have to wait for each other: those that may share a query do.
  const rounds = Array.from({ length: 8 }, () =>
    members.map((member, at) => ({ member, at })),
  ).flat()
  for (const [path, kind] of [
    ['chats', 'chat'],
    ['tickets', 'ticket'],
  ] as const) {
    const lists = await Promise.all(
      rounds.map(({ member: { headers } }) =>
        call(`GET /api/v1/${path}?assignee_id=me`, { headers }),
      ),
    )
    assert.deepEqual(
      lists.map(({ body }) => body.data.map(({ id }: { id: string }) => id)),
      rounds.map(({ at }) => [own[at]![kind]]),
    )
  }
  const mentioned = await Promise.all([
    ...members.map(({ headers }) => call('GET /api/v1/chats?mentioned=true', { headers })),
    call('GET /api/v1/chats?mentioned=true', { key }),
  ])
  assert.deepEqual(
    mentioned.map(({ status }) => status),
    [200, 200, 200, 422],
  )
})

test('concurrent reads return each its own conversation, ticket and message, or 404', async () => {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const chats = [await createTestChat(scope), await createTestChat(scope)]
  const ids: Record<'chats' | 'tickets' | 'messages', string[]> = {
    chats: chats.map(({ id }) => id),
    tickets: [],
    messages: [],
  }
  for (const { id: conversation_id, personId: person_id } of chats) {
    const sent = { key, body: { conversation_id, message: 'Hello' } }
    ids.messages.push((await call('POST /api/v1/messages/send', sent)).body.id)
    const created = { key, body: { person_id, title: 'T' } }
    ids.tickets.push((await call('POST /api/v1/tickets', created)).body.id)
  }
  for (const [path, [first, second]] of Object.entries(ids)) {
    const asked = [first!, newId(), second!, 'x', first!.toUpperCase()]
    const answers = await Promise.all(asked.map((id) => call(`GET /api/v1/${path}/${id}`, { key })))
    assert.deepEqual(
      answers.map(({ status, body }) => (status === 200 ? body.id : status)),
      [first, 404, second, 404, first],
      path,
    )
  }
})
