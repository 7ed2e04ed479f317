import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { systemScope } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestMember } from '#test/factories.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'
import { updateById } from '#db/update-by-id.ts'
import { newId } from '#lib/ids.ts'
import { watchBots } from './watch-bots.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const inbound = openInbound(context)
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` })
platform.respondWith((_request, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] })),
)

let scope: Scope
let key: string
let channel: { id: string }
let customer: string
let receive: (text: string) => Promise<void>
let bot: { id: string; key: string }

/** Each test has a workspace with a channel whose conversations go to a bot. */
beforeEach(async () => {
  platform.requests.length = 0
  const opened = await inbound.open({ access_token: 'sim_test' })
  scope = opened.scope
  channel = opened.channel
  key = await createTestKey(scope, ['*'])
  customer = newWaId()
  receive = async (text) => {
    await opened.receive(payloadOf(opened.account, textFrom(customer, text)))
  }
  bot = await createTestBot(scope, { channel_ids: [channel.id] })
})

const ask = (request: string, body?: object, by = key) =>
  call(request, { key: by, ...(body && { body }) })
const chatNow = async () => (await ask(`GET /api/v1/chats?q=${customer}`)).body.data[0]
const say = (chatId: string, message: string, by: string, more: object = {}) =>
  ask('POST /api/v1/messages/send', { conversation_id: chatId, message, ...more }, by)
const handOver = (chatId: string, body: object, by = key) =>
  ask(`POST /api/v1/chats/${chatId}/hand-over`, body, by)
const work = () =>
  createSendLane(context, { clients }).work(
    { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
    new AbortController().signal,
  )
const head = async (): Promise<number> => {
  const [counter] = await rowsOf(scope, 'workspace_counters')
  return Number(counter.event_position)
}

let seen = new Map<string, number>()

/** Lets the product look at bots as it does `ms` from now, on from where it looked last. */
async function watch(ms = 0): Promise<Date | null> {
  const at = Date.now() + ms
  const later = systemScope({ ...context, clock: { now: () => new Date(at) } }, scope.workspaceId)
  const from = { position: seen.get(scope.workspaceId) ?? 0, head: await head() }
  const { position, dueAt } = await watchBots(later, from, () => false)
  seen = new Map([[scope.workspaceId, position]])
  return dueAt
}

const changesOf = async (chatId: string) =>
  (await ask(`GET /api/v1/chats/${chatId}/thread`)).body.data.filter(
    (item: any) => item.kind === 'change',
  )
const timeOuts = async () =>
  (await rowsOf(scope, 'events'))
    .filter(({ type }) => type === 'bot.timed_out')
    .map(({ body }) => JSON.parse(body).data)

/** Creates a member of the workspace who is signed in, and returns how they call the API. */
async function openMember() {
  const { membershipId, headers } = await signInTestMember(call, scope)
  return { membershipId, session: headers }
}

describe('a bot of a channel', () => {
  test('gets new conversations and answers as their author, and other keys send as before', async () => {
    await receive('Where is my parcel?')
    const chat = await chatNow()
    assert.equal(chat.assignee_id, bot.id)
    assert.deepEqual(chat.held_by, { type: 'bot', id: bot.id, version: 0 })
    const sent = await say(chat.id, 'It left on Monday.', bot.key, { holder_version: 0 })
    assert.equal(sent.status, 201, sent.text)
    assert.deepEqual(sent.body.author, { type: 'bot', id: bot.id })
    assert.equal((await say(chat.id, 'A receipt', key)).status, 201)
    assert.deepEqual((await chatNow()).held_by, chat.held_by)
  })

  test('gets conversations again that it closed, when the customer writes', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const { membershipId } = await createTestMember(scope, 'agent')
    await ask(`PATCH /api/v1/chats/${id}`, { assignee_id: membershipId, status: 'closed' })
    await receive('Hello again')
    const chat = await chatNow()
    assert.deepEqual([chat.status, chat.assignee_id], ['open', bot.id])
  })

  test('gets none while it is off, nor those that a member starts, nor those of other channels', async () => {
    await ask(`PATCH /api/v1/bots/${bot.id}`, { is_on: false })
    await receive('Hello')
    assert.deepEqual((await chatNow()).held_by, { type: 'nobody', id: null, version: 0 })
    const { body } = await ask(`GET /api/v1/bots/${bot.id}`)
    assert.deepEqual([body.is_on, body.off_reason], [false, 'by_hand'])
    const on = await ask(`PATCH /api/v1/bots/${bot.id}`, { is_on: true, channel_ids: [] })
    assert.deepEqual([on.body.is_on, on.body.off_reason, on.body.channel_ids], [true, null, []])
    customer = newWaId()
    await receive('Hello')
    assert.equal((await chatNow()).assignee_id, null)
  })

  test('of a team gets the conversations of channels without a bot', async () => {
    const { body: team } = await ask('POST /api/v1/teams', { name: 'T', channel_ids: [channel.id] })
    await ask(`PATCH /api/v1/bots/${bot.id}`, { channel_ids: [], team_ids: [team.id] })
    await receive('Hello')
    assert.equal((await chatNow()).assignee_id, bot.id)
  })
})

describe('one voice', () => {
  test('a bot that does not hold the conversation neither retries a message nor sends a draft', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const other = await createTestBot(scope, { name: 'Other bot' })
    const draft = await ask('POST /api/v1/drafts', { conversation_id: id, text: 'Hi' }, other.key)
    assert.equal(draft.status, 201, draft.text)
    const sent = await say(id, 'Hi', bot.key)
    await updateById(scope, 'messages', sent.body.id, { status: 'failed', send_due_at: null })
    for (const request of [
      `POST /api/v1/messages/${sent.body.id}/retry`,
      `POST /api/v1/drafts/${draft.body.id}/send`,
    ]) {
      const refused = await ask(request, {}, other.key)
      assert.deepEqual([refused.status, refused.body.code], [409, 'not_holder'], refused.text)
    }
  })

  test('a bot is refused that does not hold the conversation, or saw an older version', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const other = await createTestBot(scope, { name: 'Other bot' })
    const refused = await say(id, 'Hi', other.key)
    assert.deepEqual([refused.status, refused.body.code], [409, 'not_holder'])
    assert.deepEqual(refused.body.held_by, { type: 'bot', id: bot.id, version: 0 })
    await handOver(id, { to: { type: 'bot', id: other.id } })
    await handOver(id, { to: { type: 'bot', id: bot.id } })
    const stale = await say(id, 'Hi', bot.key, { holder_version: 0 })
    assert.deepEqual([stale.status, stale.body.held_by.version], [409, 2])
    assert.equal((await say(id, 'Hi', bot.key, { holder_version: 2 })).status, 201)
    assert.equal((await say(id, 'Hi', bot.key)).status, 201)
  })

  test('a refused message is not stored under its idempotency key', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const send = () =>
      call('POST /api/v1/messages/send', {
        key: bot.key,
        body: { conversation_id: id, message: 'Hi' },
        headers: { 'idempotency-key': 'once' },
      })
    await handOver(id, { to: { type: 'queue' } })
    assert.equal((await send()).status, 409)
    await handOver(id, { to: { type: 'bot', id: bot.id } })
    assert.equal((await send()).status, 201)
    const again = await send()
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })

  test("a member's answer goes out and takes the conversation from the bot, a note does not", async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const { membershipId, session } = await openMember()
    const note = await call(`POST /api/v1/chats/${id}/notes`, {
      headers: session,
      body: { text: 'A regular' },
    })
    assert.equal(note.status, 201, note.text)
    assert.equal((await chatNow()).held_by.type, 'bot')
    const queued = await say(id, 'I look it up.', bot.key)
    const sent = await call('POST /api/v1/messages/send', {
      headers: session,
      body: { conversation_id: id, message: 'Hello, this is Asha.' },
    })
    assert.equal(sent.status, 201, sent.text)
    assert.deepEqual((await chatNow()).held_by, { type: 'member', id: membershipId, version: 1 })
    const [change] = (await changesOf(id)).filter((each: any) => each.type === 'assigned')
    assert.deepEqual(change.actor, { type: 'member', id: membershipId })
    assert.equal(change.data.reason, 'replied')
    const refused = await say(id, 'Found it.', bot.key)
    assert.equal(refused.body.code, 'not_holder')
    await work()
    const first = (await ask(`GET /api/v1/messages/${queued.body.id}`)).body
    assert.deepEqual([first.status, first.error.code], ['failed', 'handed_over'])
    assert.equal((await ask(`GET /api/v1/messages/${sent.body.id}`)).body.status, 'sent')
    assert.equal(platform.requests.length, 1)
  })
})

describe('a hand-over', () => {
  test('gives the conversation to the queue with a summary, and what the bot sent before still goes out', async () => {
    await receive('I want my money back')
    const { id } = await chatNow()
    const bye = await say(id, 'I get you a colleague.', bot.key)
    const answer = await handOver(
      id,
      { to: { type: 'queue' }, reason: 'Refund', summary: 'Wants a refund of order 5.' },
      bot.key,
    )
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.held_by, { type: 'nobody', id: null, version: 1 })
    assert.ok(answer.body.waiting_since, 'the customer waits for people')
    assert.equal((await say(id, 'One more thing', bot.key)).status, 409)
    await work()
    assert.equal((await ask(`GET /api/v1/messages/${bye.body.id}`)).body.status, 'sent')
    const { data } = (await ask(`GET /api/v1/chats/${id}/thread`)).body
    const note = data.find((item: any) => item.kind === 'note')
    assert.deepEqual(
      [note.text, note.author],
      ['Wants a refund of order 5.', { type: 'bot', id: bot.id }],
    )
    const change = data.find((item: any) => item.type === 'handed_over')
    assert.deepEqual(change.actor, { type: 'bot', id: bot.id })
    assert.deepEqual(change.data, {
      cause: 'hand_over',
      from: { type: 'bot', id: bot.id },
      to: { type: 'queue', id: null },
      reason: 'Refund',
      summary: 'Wants a refund of order 5.',
      bot_id: bot.id,
    })
  })

  test('goes to a team, a member or a bot, and is refused as a whole when the target cannot', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const { membershipId } = await createTestMember(scope, 'agent')
    const { body: team } = await ask('POST /api/v1/teams', { name: 'Refunds' })
    const off = await createTestBot(scope, { name: 'Off' })
    await ask(`PATCH /api/v1/bots/${off.id}`, { is_on: false })
    const summary = 'Never shown'
    for (const [to, code] of [
      [{ type: 'team', id: newId() }, 'team_not_found'],
      [{ type: 'member', id: newId() }, 'membership_not_found'],
      [{ type: 'member', id: bot.id }, 'membership_not_found'],
      [{ type: 'bot', id: newId() }, 'bot_not_found'],
      [{ type: 'bot', id: off.id }, 'bot_off'],
      [{ type: 'team' }, 'validation_failed'],
      [{ type: 'queue', id: team.id }, 'validation_failed'],
    ] as const) {
      const refused = await handOver(id, { to, summary }, bot.key)
      assert.equal(refused.body.code, code)
    }
    assert.equal((await chatNow()).held_by.version, 0)
    assert.deepEqual(await rowsOf(scope, 'notes'), [])
    const toTeam = await handOver(id, { to: { type: 'team', id: team.id } }, bot.key)
    assert.deepEqual(toTeam.body.held_by, { type: 'team', id: team.id, version: 1 })
    const stranger = await handOver(id, { to: { type: 'queue' } }, bot.key)
    assert.deepEqual([stranger.status, stranger.body.code], [409, 'not_holder'])
    const toMember = await handOver(id, { to: { type: 'member', id: membershipId } })
    assert.deepEqual(toMember.body.held_by, { type: 'member', id: membershipId, version: 2 })
    const toBot = await handOver(id, { to: { type: 'bot', id: bot.id } })
    assert.deepEqual(toBot.body.held_by, { type: 'bot', id: bot.id, version: 3 })
    const missing = await handOver(newId(), { to: { type: 'queue' } })
    assert.equal(missing.body.code, 'conversation_not_found')
  })
})

describe('a bot that does not act in time', () => {
  test('loses the conversation to the queue once, 30 s after the newest message', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    const dueAt = await watch()
    const inMs = dueAt!.getTime() - Date.now()
    assert.ok(inMs > 29_000 && inMs <= 30_000, `due in ${inMs} ms`)
    await watch(29_000)
    assert.equal((await chatNow()).held_by.type, 'bot')
    await watch(30_001)
    seen.clear()
    // A process that was killed before it stored its position does it again.
    await watch(30_001)
    await watch(90_000)
    const chat = await chatNow()
    assert.deepEqual(chat.held_by, { type: 'nobody', id: null, version: 1 })
    assert.ok(chat.waiting_since)
    const [event, ...others] = await timeOuts()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [event.id, event.conversation_id, event.failures, event.is_off],
      [bot.id, id, 1, false],
    )
    const rows = (await changesOf(id)).filter((each: any) => each.type === 'handed_over')
    assert.deepEqual(
      rows.map(({ actor, data }: any) => [actor.type, data.cause]),
      [['system', 'bot_timed_out']],
    )
    const to = new Date(Date.now() + 60_000).toISOString()
    const { totals } = (await ask(`GET /api/v1/reports/bots?to=${to}`)).body
    // It had the conversation from its creation on, without an entry.
    assert.deepEqual([totals.timed_out, [30, 31].includes(totals.held_seconds.p50)], [1, true])
  })

  test('keeps it after an answer, or when it says that it is done, until the next message', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    await watch()
    await say(id, 'Hi!', bot.key)
    assert.equal(await watch(40_000), null)
    await receive('Thanks')
    const done = await ask(`POST /api/v1/chats/${id}/done`, {}, bot.key)
    assert.equal(done.status, 200, done.text)
    assert.equal(await watch(40_000), null)
    assert.equal((await chatNow()).held_by.type, 'bot')
    await receive('One more question')
    await watch()
    await watch(40_000)
    assert.equal((await chatNow()).held_by.type, 'nobody')
    const refused = await ask(`POST /api/v1/chats/${id}/done`, {}, bot.key)
    assert.equal(refused.body.code, 'not_holder')
    const foreign = await ask(`POST /api/v1/chats/${id}/done`, {})
    assert.equal(foreign.body.code, 'not_holder')
  })

  test('cannot be kept from losing it by a customer who goes on writing', async () => {
    await receive('Hello')
    const first = (await watch())!.getTime()
    const at = (ms: number) =>
      scope.db
        .updateTable('bot_turns')
        .set({ since: new Date(Date.now() - ms) })
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
    await receive('Hello?')
    assert.ok((await watch())!.getTime() >= first)
    await at(89_000)
    await receive('HELLO?')
    const inMs = (await watch())!.getTime() - Date.now()
    assert.ok(inMs <= 1_000, `due in ${inMs} ms`)
  })

  test('has its time from when it got a conversation whose customer waits', async () => {
    await ask(`PATCH /api/v1/bots/${bot.id}`, { channel_ids: [], timeout_seconds: 60 })
    await receive('Hello')
    const { id } = await chatNow()
    assert.equal(await watch(), null)
    await handOver(id, { to: { type: 'bot', id: bot.id } })
    const inMs = (await watch())!.getTime() - Date.now()
    assert.ok(inMs > 58_000 && inMs <= 60_000, `due in ${inMs} ms`)
    await ask(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    assert.equal(await watch(), null)
  })

  test('is off after five in a row, and the admins are told once', async () => {
    const admin = await createTestMember(scope, 'admin')
    const lose = async () => {
      customer = newWaId()
      await receive('Hello')
      await watch()
      await watch(31_000)
    }
    for (let count = 0; count < 4; count++) await lose()
    // An answer ends the row.
    customer = newWaId()
    await receive('Hello')
    await say((await chatNow()).id, 'Hi', bot.key)
    assert.equal((await ask(`GET /api/v1/bots/${bot.id}`)).body.failures, 0)
    for (let count = 0; count < 5; count++) await lose()
    const { body } = await ask(`GET /api/v1/bots/${bot.id}`)
    assert.deepEqual([body.is_on, body.off_reason, body.failures], [false, 'failures', 5])
    await lose()
    assert.equal((await chatNow()).assignee_id, null)
    const notices = (await rowsOf(scope, 'notices')).filter(({ kind }) => kind === 'bot_off')
    assert.equal(notices.length, 1)
    const mails = await context.directory
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', admin.email)
      .execute()
    assert.deepEqual(
      mails.map(({ subject }) => subject.replace(/^\[.*\] /, '')),
      ['Bot switched off: Order bot'],
    )
  })
})

describe('a bot', () => {
  test('is deleted with its keys, and its conversations go to the queue', async () => {
    await receive('Hello')
    const { id } = await chatNow()
    assert.equal((await ask(`DELETE /api/v1/bots/${bot.id}`)).status, 204)
    assert.equal((await say(id, 'Hi', bot.key)).status, 401)
    assert.deepEqual((await chatNow()).held_by, { type: 'nobody', id: null, version: 1 })
    assert.equal((await ask(`GET /api/v1/bots/${bot.id}`)).status, 404)
    const [former] = (await ask('GET /api/v1/bots')).body.data
    assert.ok(former.deleted_at, 'its name is still needed')
  })

  test('is a member for nobody: it has no session, is in no team and in no pool, and gets no notification', async () => {
    assert.deepEqual((await ask('GET /api/v1/members')).body.data, [])
    const refused = await ask('POST /api/v1/teams', { name: 'T', member_ids: [bot.id] })
    assert.equal(refused.body.code, 'membership_not_found')
    await receive('Hello')
    assert.deepEqual(await rowsOf(scope, 'notifications'), [])
  })

  test('has a key that cannot change the workspace, and that names it', async () => {
    assert.equal((await ask('GET /api/v1/me', undefined, bot.key)).body.bot_id, bot.id)
    assert.equal((await ask('POST /api/v1/bots', { name: 'x' }, bot.key)).status, 403)
    for (let count = 1; count < 20; count++) await createTestBot(scope, { name: `Bot ${count}` })
    assert.equal((await ask('POST /api/v1/bots', { name: 'More' })).body.code, 'quota_exceeded')
  })
})
