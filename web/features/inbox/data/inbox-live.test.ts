import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { queryClient } from '../../../lib/query-client.ts'
import { changeChatOnServer } from '../actions/change-chat.ts'
import { createSending } from '../send.ts'
import type { ChatList } from './chat-list.ts'
import { VIEW_FILTERS } from './filters.ts'
import { chatListQuery, readMoreChats } from './chat-queries.ts'
import { listKey } from './inbox-cache.ts'
import { readOlder } from './thread-query.ts'
import { chatQuery } from './chat-queries.ts'
import { threadKey } from './inbox-cache.ts'
import { threadQuery } from './thread-query.ts'
import { activityOf, createLiveServer } from '#test/web/inbox-server.ts'
import { changeOutbox, readOutbox, setOwner } from './outbox-store.ts'
import { emptyOutbox } from './outbox.ts'
import { toRows } from './rows.ts'
import type { Thread } from './thread.ts'
import type { Chat } from './types.ts'
import { applyEventsToCache } from './apply-events-to-cache.ts'

const ME = 'me'
const VIEWS = [VIEW_FILTERS.all, VIEW_FILTERS.mine, VIEW_FILTERS.unassigned, VIEW_FILTERS.closed]
const realFetch = globalThis.fetch
after(() => void (globalThis.fetch = realFetch))

const KINDS = [
  'receive',
  'receive',
  'receive',
  'late',
  'mine',
  'mine',
  'theirs',
  'progress',
  'close',
  'assign',
  'read',
  'open',
  'more',
  'older',
  'again',
] as const
/** An action, its conversation, and the number of responses and events before the next action. */
const stepArbitrary = fc.record({
  kind: fc.constantFrom(...KINDS),
  chat: fc.nat(7),
  passes: fc.nat(4),
})
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

/** Plays `steps` while `s` schedules requests and events, and compares the states at the end. */
async function play(s: fc.Scheduler, steps: Step[]): Promise<void> {
  queryClient.clear()
  changeOutbox(() => emptyOutbox)
  setOwner(ME)
  const server = createLiveServer()
  const ids = Array.from({ length: 8 }, () => server.open())
  for (const id of ids.slice(0, 5)) server.receive(id)
  const chatId = ids[0]!
  const sent: string[] = []
  let deliveredCount = server.events.length
  let isDelivering = false
  let running = 0

  globalThis.fetch = async (input, init = {}) => {
    running++
    const url = new URL(input as string, 'http://parley.test')
    const body = JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>
    await s.schedule(Promise.resolve(), `asks ${url.pathname}`)
    const answer = JSON.stringify(server.answer(init.method ?? 'GET', url, body))
    deliverEvents()
    await s.schedule(Promise.resolve(), `answers ${url.pathname}`)
    running--
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  }
  /** Delivers events one after the other, each some time after it happened. */
  function deliverEvents(): void {
    if (isDelivering || deliveredCount === server.events.length) return
    isDelivering = true
    void s.schedule(Promise.resolve(), 'event').then(() => {
      applyEventsToCache([server.events[deliveredCount++]!], ME)
      isDelivering = false
      deliverEvents()
    })
  }
  const listOf = (index: number) =>
    queryClient.getQueryData<ChatList>(listKey(VIEWS[index]!, ME))?.chats ?? []
  const words = () => {
    const thread = queryClient.getQueryData<Thread>(threadKey(chatId))
    if (!thread) return undefined
    return toRows(thread, readOutbox().entries).map((row) =>
      row.kind === 'outgoing'
        ? row.entry.body.message
        : row.item.kind === 'message'
          ? row.item.text
          : null,
    )
  }
  /** Checks the invariants that hold at every moment. */
  const check = () => {
    for (const index of VIEWS.keys()) {
      const listed = listOf(index).map(({ id }) => id)
      assert.equal(new Set(listed).size, listed.length, 'no chat is listed twice')
    }
    const shown = words()
    if (!shown) return
    const { items, before } = queryClient.getQueryData<Thread>(threadKey(chatId))!
    const all = server.messages.get(chatId)!
    const first = all.findIndex(({ id }) => id === items[0]?.id)
    for (const text of sent) {
      const index = all.findIndex((each) => each.text === text)
      const isFurtherBack = before !== null && index >= 0 && index < first
      const count: number = shown.filter((each) => each === text).length
      assert.equal(count, isFurtherBack ? 0 : 1, `${text} is shown once`)
    }
  }
  const sending = createSending(chatId)
  const act = ({ kind, chat: index }: Step) => {
    const id = ids[index % ids.length]!
    const { status, assignee_id } = server.chats.get(id)!
    switch (kind) {
      case 'receive':
      case 'late':
        return server.receive(id, { late: kind === 'late' })
      case 'mine':
        sent.push(`mine ${sent.length}`)
        return sending.send({ message: sent.at(-1)! })
      case 'theirs':
        return void server.send(id, 'theirs', { type: 'member', id: 'other' })
      case 'progress':
        return server.progress(id, index % 2 ? 'delivered' : 'sent')
      case 'close':
        return server.patch(id, { status: status === 'open' ? 'closed' : 'open' })
      case 'assign':
        return server.patch(id, { assignee_id: assignee_id === ME ? null : ME })
      case 'read':
        return server.patch(id, { unread_count: 0 })
      case 'open':
        return void ids.push(server.open())
      case 'more':
        return void readMoreChats(VIEW_FILTERS.all, ME)
      case 'older':
        return void readOlder(chatId)
      case 'again':
        return void queryClient.refetchQueries({ type: 'active' })
    }
  }
  const stops = [
    ...VIEWS.map((filters) => new QueryObserver(queryClient, chatListQuery(filters, ME))),
    new QueryObserver(queryClient, threadQuery(chatId)),
    new QueryObserver(queryClient, chatQuery(chatId)),
  ].map((observer) => (observer as unknown as QueryObserver).subscribe(() => undefined))
  const pass = async () => {
    if (s.count() > 0) await s.waitOne()
    await turn()
    check()
  }
  for (const step of steps) {
    act(step)
    deliverEvents()
    check()
    for (let index = 0; index < step.passes; index++) await pass()
  }
  for (let quiet = 0; quiet < 3;) {
    await pass()
    quiet = s.count() === 0 && running === 0 && !isDelivering ? quiet + 1 : 0
  }
  for (const stop of stops) stop()

  const plain = ({ updated_at: _, ...chat }: Chat) => chat
  for (const [index, filters] of VIEWS.entries()) {
    const list = queryClient.getQueryData<ChatList>(listKey(filters, ME))!
    const { floor } = list
    const expected = [...server.chats.values()]
      .filter(({ status }) => status === filters.status)
      .filter(({ assignee_id }) =>
        filters.assignee_id === undefined
          ? true
          : assignee_id === (filters.assignee_id === 'me' ? ME : null),
      )
      .toSorted((a, b) => (activityOf(a) < activityOf(b) ? 1 : -1))
      .filter((chat) => floor === null || activityOf(chat) >= `${floor.at} ${floor.id}`)
    assert.deepEqual(listOf(index).map(plain), expected.map(plain))
  }
  const thread = queryClient.getQueryData<Thread>(threadKey(chatId))!
  const all = server.messages.get(chatId)!
  const first = all.findIndex(({ id }) => id === thread.items[0]?.id)
  assert.deepEqual(
    thread.items.map((item) => ({
      ...item,
      kind: undefined,
      reply_preview: undefined,
      reply_deleted: undefined,
    })),
    all.slice(first).map((item) => ({
      ...item,
      kind: undefined,
      reply_preview: undefined,
      reply_deleted: undefined,
    })),
  )
  assert.equal(first === 0, thread.before === null, 'the thread knows whether there is more')
  assert.deepEqual(readOutbox().entries, [], 'nothing is on its way any more')
}

test('whatever comes when, lists and threads end as the server has them, nothing lost or doubled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(stepArbitrary, { maxLength: 30 }),
      async (s, steps) => {
        try {
          await play(s, steps)
        } finally {
          // Requests still in flight must not reach the next run.
          for (let quiet = 0; quiet < 5; quiet++) {
            await s.waitAll()
            await turn()
          }
        }
      },
    ),
    { numRuns: Number(process.env['LIVE_RUNS'] ?? 150) },
  )
})

test('an older event that comes after the answer takes nothing back', async () => {
  queryClient.clear()
  const server = createLiveServer()
  const id = server.open()
  const of = listKey(VIEW_FILTERS.all, ME)
  globalThis.fetch = async (input, init) => {
    const patch = JSON.parse(init?.body as string) as Partial<Chat>
    server.patch(id, patch)
    return Response.json(server.answer('GET', new URL(input as string, 'http://parley.test'), {}))
  }
  const chat = structuredClone(server.chats.get(id)!)
  queryClient.setQueryData<ChatList>(of, {
    chats: [chat],
    cursor: null,
    floor: null,
    order: 'activity',
  })
  queryClient.setQueryData<Chat>(chatQuery(id).queryKey, chat)
  for (const status of ['closed', 'open', 'closed'] as const)
    await changeChatOnServer(chat, { status })
  const known = () => queryClient.getQueryData<Chat>(chatQuery(id).queryKey)?.status
  const isListed = () => queryClient.getQueryData<ChatList>(of)!.chats.length > 0
  for (const event of server.events) {
    applyEventsToCache([event], ME)
    assert.deepEqual([known(), isListed()], ['closed', false], `after event ${event.id}`)
  }
})
