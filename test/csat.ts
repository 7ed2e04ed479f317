import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { systemScope } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { survey } from '#messages/surveys/survey.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from './app.ts'
import { openTestContext } from './context.ts'
import { createTestKey } from './factories.ts'
import { openInbound, rowsOf } from './inbound.ts'
import { signInTestMember } from './session.ts'

/**
 * Opens the API and the ingest server for tests of ratings. Each test has a workspace with a WhatsApp channel that asks at once, and an
 * agent; `skip` moves its clock.
 */
export async function openCsat() {
  let aheadMs = 0
  const opened = await openTestContext()
  const context = { ...opened.context, clock: { now: () => new Date(Date.now() + aheadMs) } }
  const { call } = await openTestApi(context)
  const inbound = openInbound(context)
  const lane = createFollowerLane(context, 'csat', survey)
  let own: Awaited<ReturnType<typeof inbound.open>>
  let scope: Scope
  let key: string
  let agent: Awaited<ReturnType<typeof signInTestMember>>

  beforeEach(async () => {
    aheadMs = 0
    own = await inbound.open({ access_token: 'token' })
    scope = systemScope(context, own.workspaceId)
    key = await createTestKey(scope, ['*'])
    agent = await signInTestMember(call, scope, 'agent')
    await configure({ is_on: true, delay_minutes: 0 })
  })

  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const asAgent = (request: string, body?: object) =>
    call(request, { headers: agent.headers, ...(body && { body }) })

  async function configure(body: object) {
    const answer = await ask('PATCH /api/v1/csat/settings', body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  /** Runs the worker's lane until nothing is due. */
  async function work(): Promise<void> {
    const { workspaceId } = scope
    const ref = { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 }
    for (let turn = 0; turn < 5; turn++) {
      aheadMs += 1
      await lane.work(ref, new AbortController().signal)
    }
  }

  /** The customer writes. Platforms report times in seconds. */
  function say(from: string, text: string, node?: object) {
    const at = Math.floor(context.clock.now().getTime() / 1000)
    const message = textFrom(from, text, { at, ...(node && { node: { ...node } }) })
    return own.receive(payloadOf(own.account, message))
  }

  /** The customer taps a choice. */
  const tap = (from: string, id: string) =>
    say(from, '', {
      type: 'interactive',
      text: undefined,
      interactive: { type: 'list_reply', list_reply: { id, title: '★★★★★' } },
    })

  async function chatOf(from: string) {
    const rows = await rowsOf(scope, 'chats')
    return rows.find((row) => row.recipient === from)
  }

  async function close(id: string) {
    const answer = await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    assert.equal(answer.status, 200, answer.text)
  }

  /** Holds a round: the customer writes, the agent answers and closes. Returns the conversation. */
  async function round(from: string, text = 'My parcel is late'): Promise<string> {
    aheadMs += 1_000
    await say(from, text)
    const { id } = await chatOf(from)
    await asAgent('POST /api/v1/messages/send', {
      conversation_id: id,
      message: 'It is on its way.',
    })
    await close(id)
    return id
  }

  const requests = () => rowsOf(scope, 'csat_requests')
  const requestOf = async (chatId: string) =>
    (await requests()).filter((row) => row.chat_id === chatId)

  /** Holds a round and asks. */
  async function asked(from: string): Promise<{ id: string; requestId: string }> {
    const id = await round(from)
    await work()
    const [request] = await requestOf(id)
    return { id, requestId: request.id }
  }

  const sentBySystem = async () =>
    (await rowsOf(scope, 'messages')).filter((row) => row.author_type === 'system')
  const eventsOf = async (type: string) =>
    (await rowsOf(scope, 'events'))
      .filter((row) => row.type === type)
      .map((row) => JSON.parse(row.body).data)
  /** Returns what the thread says about ratings. */
  const changesOf = async (chatId: string) =>
    (await rowsOf(scope, 'chat_changes'))
      .filter((row) => row.chat_id === chatId && row.kind === 'csat')
      .map((row) => row.data)
  /** Returns what a message that needs an answer would change. */
  async function stateOf(chatId: string) {
    const chat = (await rowsOf(scope, 'chats')).find((row) => row.id === chatId)
    const activity = (await rowsOf(scope, 'chat_activity')).find((row) => row.chat_id === chatId)
    return {
      status: chat.status,
      unread: chat.unread_count,
      waits: activity.waiting_since,
      direction: chat.last_message_direction,
      text: chat.last_message_text,
    }
  }

  return {
    context,
    inbound,
    scope: () => scope,
    agentId: () => agent.membershipId,
    channelId: () => own.channel.id,
    skip: (ms: number) => void (aheadMs += ms),
    ask,
    asAgent,
    configure,
    work,
    say,
    tap,
    chatOf,
    close,
    round,
    requests,
    requestOf,
    asked,
    sentBySystem,
    eventsOf,
    changesOf,
    stateOf,
  }
}
