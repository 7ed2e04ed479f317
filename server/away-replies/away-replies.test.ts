import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { systemScope } from '#db/context.ts'
import { updateById } from '#db/update-by-id.ts'
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { newId } from '#lib/ids.ts'
import { recordNotifications } from '#notifications/recording/record-notifications.ts'
import { standbyOf } from '#platforms/fixtures/handover-of.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestMember } from '#test/factories.ts'
import { testHours } from '#test/hours.ts'
import { eventTypes, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'
import { replyWhileAway } from './reply-while-away.ts'

/** A Saturday evening in Berlin, where the hours of the tests are from 9 to 17 on each day. */
const EVENING = Date.parse('2026-11-28T20:00:00Z')
const HOUR = 3_600_000
let now = EVENING
/** Since when the clock goes on from `now`; null: it stands still. */
let runsSince: number | null = null
const clock = {
  now: () => new Date(now + (runsSince === null ? 0 : performance.now() - runsSince)),
}
const opened = await openTestContext()
const context = { ...opened.context, clock }
const { call } = await openTestApi(context)
const { open } = openInbound(context)

let own: Awaited<ReturnType<typeof open>>
let key: string
let teamId: string
let customer: string
let position: number

/** Each test has a team with a channel, business hours, and a customer who has not written yet. */
beforeEach(async () => {
  now = EVENING
  own = await open({ access_token: 'sim_test' })
  key = await createTestKey(own.scope, ['*'])
  customer = newWaId()
  position = 0
  await ask('POST /api/v1/business-hours', testHours('Office'))
  const body = { name: 'Support', member_ids: [], channel_ids: [own.channel.id] }
  teamId = (await ask('POST /api/v1/teams', body)).body.id
})

const TEXTS = [
  { language: 'en', text: 'We are closed and answer {{next_opening}}.' },
  { language: 'hi', text: 'हम {{ next_opening }} जवाब देंगे।' },
]
const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
const configure = async (body: object = {}) => {
  const given = { is_on: true, texts: TEXTS, ...body }
  const saved = await ask(`PATCH /api/v1/teams/${teamId}/away-reply`, given)
  assert.equal(saved.status, 200, saved.text)
}
const receive = (text: string, from = customer) =>
  own.receive(
    payloadOf(own.account, textFrom(from, text, { id: wamid(), at: Math.floor(now / 1000) })),
  )
const follow = async () => {
  position = (await replyWhileAway(own.scope, { position }, () => false)).position
}
/** The customer writes, and the follower acts. */
const write = async (text: string, from = customer) => {
  await receive(text, from)
  await follow()
}
/** Returns the texts of the messages that were sent. */
const sent = async () =>
  (await rowsOf(own.scope, 'messages'))
    .filter(({ direction }) => direction === 'outbound')
    .map(({ text }) => text)
const chatOf = async () => (await ask('GET /api/v1/chats')).body.data[0]
const close = async () => ask(`PATCH /api/v1/chats/${(await chatOf()).id}`, { status: 'closed' })
/** Returns the data of the entries about away replies in the thread of the conversation. */
const entries = async () =>
  (await ask(`GET /api/v1/chats/${(await chatOf()).id}/thread`)).body.data
    .filter((item: any) => item.kind === 'change' && item.type === 'away_reply')
    .map(({ actor, data }: any) => ({ by: actor.type, ...data }))

describe('an away reply', () => {
  test('is off until somebody switches it on', async () => {
    await write('Hello?')
    assert.deepEqual(await sent(), [])
    const { body } = await ask(`GET /api/v1/teams/${teamId}/away-reply`)
    const off = { is_on: false, condition: 'outside_hours', texts: [], pause_hours: 12 }
    assert.deepEqual(body, off)
    assert.deepEqual((await ask('GET /api/v1/away-reply')).body, off)
  })

  test('goes out once in a round, with the next opening in the words of the customer', async () => {
    await configure({ pause_hours: 0 })
    await write('Hello?')
    assert.deepEqual(await sent(), ['We are closed and answer Sunday 9:00 AM.'])
    await write('Anybody there?')
    assert.equal((await sent()).length, 1)
    await close()
    now += 60_000
    await write('नमस्ते, क्या कोई है?')
    assert.deepEqual(
      (await sent()).slice(1),
      ['हम रविवार 9:00 am जवाब देंगे।'],
      'the next round, in the script of the customer',
    )
    const { id: personId } = (await chatOf()).person
    await ask(`PATCH /api/v1/contacts/${personId}`, { language: 'en-GB' })
    await close()
    now += 60_000
    await write('नमस्ते')
    assert.equal((await sent())[2], 'We are closed and answer Sunday 9:00 AM.', 'their language')
  })

  test('answers nobody: the customer waits on, notifications stay, and reports count no answer', async () => {
    await configure()
    await write('Hello?')
    const chat = await chatOf()
    assert.equal(Date.parse(chat.waiting_since), now)
    assert.deepEqual(chat.last_message.author, { type: 'system', id: null })
    await recordNotifications(own.scope)
    const notified = async () =>
      (await rowsOf(own.scope, 'conversation_notifications')).map((each) => each.is_open)
    assert.deepEqual(await notified(), [true])
    const range = 'from=2026-11-28&to=2026-11-29'
    const { body } = await ask(`GET /api/v1/reports/responses?${range}`)
    assert.deepEqual([body.totals.answered, body.totals.waiting], [0, 1])
    await ask(`PATCH /api/v1/chats/${chat.id}`, {
      status: 'snoozed',
      snoozed_until: '2026-12-30T00:00:00Z',
    })
    await ask(`PATCH /api/v1/chats/${chat.id}`, { status: 'open' })
    assert.equal(Date.parse((await chatOf()).waiting_since), now, 'also after it was reopened')
    await close()
    await ask(`PATCH /api/v1/chats/${chat.id}`, { status: 'open' })
    assert.equal(Date.parse((await chatOf()).waiting_since), now, 'also in another round')
    await ask('POST /api/v1/messages/send', { conversation_id: chat.id, message: 'Hello!' })
    assert.equal((await chatOf()).waiting_since, null)
    assert.deepEqual(await notified(), [false])
  })

  test('is sent by the product, as an event and an entry of the thread', async () => {
    await configure()
    await write('Hello?')
    const [message] = (await rowsOf(own.scope, 'messages')).filter(
      ({ direction }) => direction === 'outbound',
    )
    assert.deepEqual([message.author_type, message.status], ['system', 'queued'])
    assert.ok((await eventTypes(own.scope)).includes('message.sent'))
    assert.deepEqual(await entries(), [
      { by: 'system', message_id: message.id, because: 'outside_hours' },
    ])
  })

  test('is not sent during business hours, nor when they have begun since', async () => {
    await configure()
    now = Date.parse('2026-11-28T10:00:00Z')
    await write('In the morning')
    assert.deepEqual(await sent(), [])
    now = Date.parse('2026-11-28T20:00:00Z')
    await receive('In the evening')
    now = Date.parse('2026-11-29T08:00:00Z')
    await follow()
    assert.deepEqual(await sent(), [])
  })

  test('is not sent for a message of the hours that nobody has read when they end', async () => {
    await configure()
    now = Date.parse('2026-11-28T15:59:00Z')
    await receive('One minute before the end')
    now += 5 * 60_000
    await follow()
    assert.deepEqual(await sent(), [])
  })

  test('comes at most once in so many hours to a contact, in all conversations', async () => {
    await configure({ pause_hours: 3 })
    await write('Hello?')
    await close()
    now += 2 * HOUR
    await write('Me again')
    assert.equal((await sent()).length, 1)
    await close()
    now += 1 * HOUR + 1000
    await write('And again')
    assert.equal((await sent()).length, 2)
    await write('Somebody else', newWaId())
    assert.equal((await sent()).length, 3)
  })

  test('is never sent after a member has answered in the round', async () => {
    await configure()
    now = Date.parse('2026-11-28T10:00:00Z')
    await write('In the morning')
    const { id } = await chatOf()
    await ask('POST /api/v1/messages/send', { conversation_id: id, message: 'We look at it.' })
    now = EVENING
    await write('Any news?')
    assert.deepEqual(await sent(), ['We look at it.'])
  })

  test('is not sent while a bot answers, but once the bot has handed over', async () => {
    await configure()
    const bot = await createTestBot(own.scope, { channel_ids: [own.channel.id] })
    await write('Hello?')
    const chat = await chatOf()
    assert.equal(chat.held_by.id, bot.id)
    assert.deepEqual(await sent(), [])
    await ask(`POST /api/v1/chats/${chat.id}/hand-over`, { to: { type: 'queue' } })
    await follow()
    assert.equal((await sent()).length, 1)
  })

  test('never goes to blocked contacts, to those who opted out with this message, and to conversations that another app holds', async () => {
    await configure()
    await write('STOP')
    assert.deepEqual(await sent(), [])
    const { id: personId } = (await chatOf()).person
    now += 1000
    await receive('Hello?')
    const blocked = await ask(`POST /api/v1/contacts/${personId}/block`, {})
    assert.equal(blocked.status, 200, blocked.text)
    await follow()
    const at = Math.floor(now / 1000)
    await own.receive(
      standbyOf.message(own.account, { from: newWaId(), id: wamid(), at, body: 'Hi' }),
    )
    await follow()
    assert.deepEqual(await sent(), [])
  })

  test('that cannot be sent is an entry of the thread that says why, once', async () => {
    await configure()
    await updateById(own.scope, 'channels', own.channel.id, { access_token: null })
    await write('Hello?')
    await write('Hello?')
    assert.deepEqual(await entries(), [
      { by: 'system', message_id: null, because: 'outside_hours', reason: 'channel_not_connected' },
    ])
    assert.deepEqual(await sent(), [])
  })

  test('that comes too late for the window of the customer is an entry of the thread, too', async () => {
    await configure({ condition: 'nobody_online', texts: [{ language: 'en', text: 'Away.' }] })
    await receive('Hello?')
    now += 25 * HOUR
    await follow()
    const [entry] = await entries()
    assert.equal(entry.reason, 'window_closed')
    assert.deepEqual(await sent(), [])
  })

  test('can depend on whether a member of the team is online', async () => {
    const { membershipId: id } = await createTestMember(own.scope, 'agent')
    const texts = [{ language: 'en', text: 'Away until {{next_opening|tomorrow}}' }]
    await configure({ condition: 'nobody_online', texts, pause_hours: 0 })
    await ask(`PATCH /api/v1/members/${id}`, { availability: 'online' })
    now = Date.parse('2026-11-28T10:00:00Z')
    await write('Hello?')
    assert.deepEqual(await sent(), ['Away until tomorrow'], 'the member is not in the team')
    await ask(`PATCH /api/v1/teams/${teamId}`, { member_ids: [id] })
    await close()
    now += 1000
    await write('Hello?')
    assert.equal((await sent()).length, 1)
    const conditions = { both: 0, either: 1, outside_hours: 1, nobody_online: 0 }
    now = EVENING
    for (const [condition, more] of Object.entries(conditions)) {
      await configure({ condition, texts, pause_hours: 0 })
      const before = (await sent()).length
      await write(condition, newWaId())
      assert.equal((await sent()).length, before + more, condition)
    }
  })

  test('of conversations without a team is that of the workspace', async () => {
    await configure({ texts: [{ language: 'en', text: 'Support is away.' }] })
    const texts = [{ language: 'en', text: 'All are away.' }]
    await ask('PATCH /api/v1/away-reply', { is_on: true, texts })
    await ask(`PATCH /api/v1/teams/${teamId}`, { channel_ids: [] })
    await write('Hello?')
    assert.deepEqual(await sent(), ['All are away.'])
    await ask(`DELETE /api/v1/teams/${teamId}`)
    const { body } = await ask('GET /api/v1/away-reply')
    assert.equal(body.is_on, true)
  })

  test('is sent for a conversation that gets its team right after the message', async () => {
    await configure()
    await ask(`PATCH /api/v1/teams/${teamId}`, { channel_ids: [] })
    await write('Hello?')
    assert.deepEqual(await sent(), [])
    await ask(`PATCH /api/v1/chats/${(await chatOf()).id}`, { team_id: teamId })
    await follow()
    assert.equal((await sent()).length, 1)
  })

  test('has the business hours of its team, in their zone', async () => {
    const hours = { ...testHours('Kolkata'), time_zone: 'Asia/Kolkata' }
    const { id } = (await ask('POST /api/v1/business-hours', hours)).body
    await ask(`PATCH /api/v1/teams/${teamId}`, { business_hours_id: id })
    await configure()
    now = Date.parse('2026-11-29T10:00:00Z')
    await write('Open in Kolkata, and in Berlin')
    now = Date.parse('2026-11-29T12:00:00Z')
    await write('Closed in Kolkata, open in Berlin')
    assert.deepEqual(await sent(), ['We are closed and answer Monday 9:00 AM.'])
  })
})

describe('two processes that act on the same events', () => {
  test('send one reply in a round, from whatever position they start', async () => {
    await configure()
    const customers = Array.from({ length: 8 }, () => newWaId())
    for (const from of customers) await receive('Hello?', from)
    await Promise.all(
      Array.from({ length: 4 }, () => replyWhileAway(own.scope, { position: 0 }, () => false)),
    )
    assert.equal((await sent()).length, customers.length)
    assert.equal((await rowsOf(own.scope, 'away_replies')).length, customers.length)
  })

  test('a turn that is stopped goes on from the same event, and sends nothing twice', async () => {
    await configure()
    for (let index = 0; index < 3; index++) await receive('Hello?', newWaId())
    let turns = 0
    const stopped = await replyWhileAway(own.scope, { position: 0 }, () => ++turns > 1)
    assert.equal(stopped.position, 0)
    assert.equal((await sent()).length, 1)
    await follow()
    assert.equal((await sent()).length, 3)
  })

  test('a worker sends it by itself after the message', async () => {
    // Lanes are claimed by the time of the machine.
    now = Date.now()
    runsSince = performance.now()
    await configure({ condition: 'nobody_online', texts: [{ language: 'en', text: 'Away.' }] })
    const worker = createLaneWorker(context, {
      url: opened.url,
      handlers: { away: createFollowerLane(context, 'away', replyWhileAway) },
    })
    await worker.start()
    try {
      await receive('Hello?')
      await waitFor(async () => (await sent()).length === 1, { what: 'the away reply' })
    } finally {
      await worker.stop()
      runsSince = null
    }
  })
})

test('the settings are the admin’s, and refuse what cannot be sent', async () => {
  const path = `PATCH /api/v1/teams/${teamId}/away-reply`
  const agent = await signInTestMember(call, own.scope, 'agent')
  const refused = await call(path, { headers: agent.headers, body: { is_on: true } })
  assert.equal(refused.status, 403)
  const fieldOf = async (body: object) => (await ask(path, body)).body.errors?.[0].field
  const text = (words: string, language = 'en') => ({ texts: [{ language, text: words }] })
  assert.equal(await fieldOf({ is_on: true }), 'texts')
  assert.equal(await fieldOf(text('  ')), 'texts.0.text')
  assert.equal(await fieldOf(text('Dear {{name}}')), 'texts.0.text')
  const open = { condition: 'either', ...text('Back {{next_opening}}') }
  assert.equal(await fieldOf(open), 'texts.0.text')
  const twice = { texts: [...TEXTS, { language: 'EN'.toLowerCase(), text: 'Again' }] }
  assert.equal(await fieldOf(twice), 'texts.2.language')
  const unknown = await ask(`PATCH /api/v1/teams/${newId()}/away-reply`, { is_on: false })
  assert.equal(unknown.body.code, 'team_not_found')
  await ask(path, { is_on: true, texts: TEXTS })
  await ask(path, { is_on: false })
  const { body } = await ask(`GET /api/v1/teams/${teamId}/away-reply`)
  assert.deepEqual([body.is_on, body.texts], [false, TEXTS], 'the words are kept')
  assert.deepEqual(await rowsOf(systemScope(context, own.workspaceId), 'followers'), [])
})
