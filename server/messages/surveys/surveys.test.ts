import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createFollowerLane } from '#followers/create-follower-lane.ts'
import { systemScope } from '#db/context.ts'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { ratingLink } from '#csat/rating-link.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey } from '#test/factories.ts'
import { newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { openWebChats } from '#test/web-chats.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { createSender } from '../sending/create-sender.ts'
import { survey } from './survey.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let aheadMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + aheadMs) } }
const { call } = await openTestApi(context)
const inbound = openInbound(context)
const chats = openWebChats(context)
const lane = createFollowerLane(context, 'csat', survey)

let scope: Scope
let key: string
let agent: Awaited<ReturnType<typeof signInTestMember>>
let account: string
let receive: Awaited<ReturnType<typeof inbound.open>>['receive']
let channelId: string

/** Each test has a workspace with a WhatsApp channel that asks at once, and an agent. */
beforeEach(async () => {
  aheadMs = 0
  const own = await inbound.open({ access_token: 'token' })
  scope = systemScope(context, own.workspaceId)
  ;({ account, receive } = own)
  channelId = own.channel.id
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

const seconds = () => Math.floor(context.clock.now().getTime() / 1000)
const say = (from: string, text: string, node?: object) =>
  receive(
    payloadOf(account, textFrom(from, text, { at: seconds(), ...(node && { node: { ...node } }) })),
  )
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

/** Holds a round: the customer writes, the agent answers and closes. Returns the conversation. */
async function round(from: string, text = 'My parcel is late') {
  // Platforms report times in seconds.
  aheadMs += 1_000
  await say(from, text)
  const { id } = await chatOf(from)
  await asAgent('POST /api/v1/messages/send', { conversation_id: id, message: 'It arrives today.' })
  await close(id)
  return id as string
}

async function close(id: string) {
  const answer = await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
  assert.equal(answer.status, 200, answer.text)
}

const requests = () => rowsOf(scope, 'csat_requests')
const requestOf = async (chatId: string) =>
  (await requests()).filter((row) => row.chat_id === chatId)
const sentBySystem = async () =>
  (await rowsOf(scope, 'messages')).filter((row) => row.author_type === 'system')
const eventsOf = async (type: string) =>
  (await rowsOf(scope, 'events'))
    .filter((row) => row.type === type)
    .map((row) => JSON.parse(row.body).data)
const changesOf = async (chatId: string) =>
  (await rowsOf(scope, 'chat_changes'))
    .filter((row) => row.chat_id === chatId && row.kind === 'csat')
    .map((row) => row.data)
const stateOf = async (chatId: string) => {
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

describe('asking', () => {
  test('a closed round is asked about once, by a list of five, and the question answers nothing', async () => {
    const from = newWaId()
    const id = await round(from)
    const before = await stateOf(id)
    await work()
    await work()
    const [question, ...more] = await sentBySystem()
    assert.equal(more.length, 0)
    assert.equal(question.type, 'interactive')
    assert.equal(question.status, 'queued')
    const { interactive } = question.content
    assert.equal(interactive.type, 'list')
    assert.deepEqual(
      interactive.action.sections[0].rows.map((row: any) => row.title),
      ['★★★★★', '★★★★☆', '★★★☆☆', '★★☆☆☆', '★☆☆☆☆'],
    )
    const [request] = await requestOf(id)
    assert.deepEqual(
      [request.state, request.message_id, request.member_id, request.language],
      ['asked', question.id, agent.membershipId, 'en'],
    )
    assert.deepEqual(await changesOf(id), [{ result: 'asked', by: 'buttons' }])
    assert.deepEqual(await stateOf(id), before)
    assert.equal((await eventsOf('message.sent')).length, 2)
    // Reopened by hand, nobody waits because of the question.
    await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
    assert.deepEqual(await stateOf(id), { ...before, status: 'open' })
  })

  test('an unanswered message still waits after the question when the conversation is reopened', async () => {
    const from = newWaId()
    await round(from)
    aheadMs += 1_000
    await say(from, 'And another thing')
    const { id } = await chatOf(from)
    await close(id)
    await work()
    await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
    const { direction, text, waits } = await stateOf(id)
    assert.deepEqual([direction, text], ['inbound', 'And another thing'])
    assert.ok(waits)
  })

  test('nobody is asked while it is off, nor about rounds that were closed before', async () => {
    await configure({ is_on: false })
    await round(newWaId())
    await configure({ is_on: true })
    await work()
    assert.deepEqual(await requests(), [])
    await round(newWaId())
    await configure({ is_on: false })
    await work()
    assert.deepEqual(await sentBySystem(), [])
  })

  test('a round without a message of the customer, or without an answer, is not asked about', async () => {
    const from = newWaId()
    await say(from, 'Win a prize')
    await close((await chatOf(from)).id)
    await work()
    assert.deepEqual(await requests(), [])
  })

  test('the delay passes first, and a conversation that is reopened before is not asked about', async () => {
    await configure({ delay_minutes: 30 })
    const [patient, returning] = [newWaId(), newWaId()]
    const id = await round(patient)
    await round(returning)
    await work()
    assert.deepEqual(
      (await requests()).map(({ state }) => state),
      ['due', 'due'],
    )
    await say(returning, 'Still not here')
    aheadMs += 31 * MINUTE
    await work()
    assert.deepEqual((await requests()).map(({ state }) => state).toSorted(), ['asked', 'dropped'])
    assert.equal((await requestOf(id))[0].state, 'asked')
  })

  test('a close that was taken back counts with the next one', async () => {
    await configure({ delay_minutes: 5 })
    for (const pause of [0, 3 * MINUTE]) {
      const id = await round(newWaId())
      await work()
      aheadMs += pause
      await asAgent(`PATCH /api/v1/chats/${id}`, { status: 'open' })
      aheadMs += 3 * MINUTE
      await close(id)
      aheadMs += 3 * MINUTE
      await work()
      assert.deepEqual(await changesOf(id), [])
      aheadMs += 3 * MINUTE
      await work()
      assert.deepEqual(await changesOf(id), [{ result: 'asked', by: 'buttons' }])
    }
    assert.equal((await sentBySystem()).length, 2)
  })

  test('a contact is asked at most once in the days of the setting, and the thread says so', async () => {
    const from = newWaId()
    const id = await round(from)
    await work()
    aheadMs += 2 * DAY
    await round(from, 'It broke')
    await work()
    assert.deepEqual((await changesOf(id)).at(-1), { result: 'skipped', reason: 'asked_lately' })
    aheadMs += 6 * DAY
    await round(from, 'It broke again')
    await work()
    assert.deepEqual(
      (await requestOf(id)).map(({ state }) => state),
      ['asked', 'skipped', 'asked'],
    )
  })

  test('a team that is left out is not asked about', async () => {
    const team = await ask('POST /api/v1/teams', { name: 'Legal', member_ids: [] })
    await configure({ off_team_ids: [team.body.id] })
    const from = newWaId()
    await say(from, 'Hello')
    const { id } = await chatOf(from)
    await ask(`PATCH /api/v1/chats/${id}`, { team_id: team.body.id })
    await ask('POST /api/v1/messages/send', { conversation_id: id, message: 'Hello' })
    await ask(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    await work()
    assert.deepEqual(await requests(), [])
  })

  test('the language is that of the script in which the customer writes', async () => {
    await round(newWaId(), 'मेरा पार्सल देर से है')
    await work()
    const [question] = await sentBySystem()
    assert.match(question.text, /संतुष्ट/)
  })

  test('three choices are buttons with labels', async () => {
    await configure({ scale: 3 })
    await round(newWaId())
    await work()
    const [question] = await sentBySystem()
    assert.deepEqual(
      question.content.interactive.action.buttons.map((each: any) => each.reply.title),
      ['🙂 Good', '😐 OK', '🙁 Bad'],
    )
  })

  test('outside the window nobody is asked without a template, and with one it has a payload for each button', async () => {
    await configure({ delay_minutes: 2 * 24 * 60 })
    const id = await round(newWaId())
    aheadMs += 2 * DAY + MINUTE
    await work()
    assert.deepEqual(await changesOf(id), [{ result: 'skipped', reason: 'window_closed' }])
    await addTemplate('rate_us', 5)
    await configure({ template: 'rate_us' })
    const other = await round(newWaId())
    aheadMs += 2 * DAY + MINUTE
    await work()
    assert.deepEqual(await changesOf(other), [{ result: 'asked', by: 'template' }])
    const [question] = await sentBySystem()
    const { components } = question.content.template
    const [request] = await requestOf(other)
    assert.equal(components[0].parameters[0].payload, `csat.${request.id}.5`)
    assert.equal(components.length, 5)
  })

  test('two workers and repeated turns from an old position ask once', async () => {
    const from = newWaId()
    const id = await round(from)
    const follow = () => survey(scope, { position: 0, head: 100 }, () => false)
    await Promise.all([follow(), follow(), follow()])
    await follow()
    assert.equal((await sentBySystem()).length, 1)
    assert.equal((await requestOf(id)).length, 1)
  })

  test('a failed write leaves neither question nor message, and the next turn asks', async () => {
    const id = await round(newWaId())
    const failing = {
      ...scope,
      config: { ...scope.config },
      // Fails after the request was marked and before the commit.
      clock: {
        now: (() => {
          let calls = 0
          return () => {
            if (++calls === 9) throw new Error('killed')
            return context.clock.now()
          }
        })(),
      },
    }
    await survey(failing, { position: 0, head: 100 }, () => false).catch(() => undefined)
    await work()
    assert.equal((await sentBySystem()).length, 1)
    assert.equal((await requestOf(id))[0].state, 'asked')
  })
})

async function addTemplate(name: string, buttons: number) {
  const now = context.clock.now()
  await scope.db
    .insertInto('templates')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(),
      // That of the payloads of tests.
      business_account: '310000000000001',
      name,
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      components: JSON.stringify([
        { type: 'BODY', text: 'How did we do?' },
        {
          type: 'BUTTONS',
          buttons: Array.from({ length: buttons }, (_, index) => ({
            type: 'QUICK_REPLY',
            text: `${buttons - index}`,
          })),
        },
      ]),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

describe('answers in the chat', () => {
  async function asked(from: string) {
    const id = await round(from)
    await work()
    const [request] = await requestOf(id)
    return { id, requestId: request.id as string }
  }

  test('a tap is the rating: it neither reopens nor notifies nor waits, and can be changed for 15 minutes', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    const before = await stateOf(id)
    const received = (await eventsOf('message.received')).length
    await tap(from, `csat.${requestId}.5`)
    await tap(from, `csat.${requestId}.2`)
    assert.deepEqual(await stateOf(id), before)
    assert.equal((await eventsOf('message.received')).length, received)
    const ratings = await eventsOf('csat.answered')
    assert.deepEqual(
      ratings.map(({ rating, member_id, conversation_id }) => [rating, member_id, conversation_id]),
      [
        [5, agent.membershipId, id],
        [2, agent.membershipId, id],
      ],
    )
    aheadMs += 16 * MINUTE
    await tap(from, `csat.${requestId}.1`)
    assert.equal((await requestOf(id))[0].rating, 2)
    assert.deepEqual(await stateOf(id), before)
    assert.deepEqual(
      (await changesOf(id)).map(({ result, rating, previous_rating }: any) => [
        result,
        rating,
        previous_rating,
      ]),
      [
        ['asked', undefined, undefined],
        ['answered', 5, undefined],
        ['answered', 2, 5],
      ],
    )
  })

  test('the next message within ten minutes is the comment that was asked for, and the one after it reopens', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    const before = await stateOf(id)
    await tap(from, `csat.${requestId}.4`)
    await work()
    assert.equal((await sentBySystem()).length, 2)
    await say(from, 'Quick and friendly')
    assert.equal((await stateOf(id)).status, 'closed')
    assert.equal((await requestOf(id))[0].comment, 'Quick and friendly')
    assert.equal((await eventsOf('csat.answered')).at(-1)!.comment, 'Quick and friendly')
    await say(from, 'One more question')
    const after = await stateOf(id)
    assert.deepEqual([after.status, after.unread], ['open', before.unread + 1])
  })

  test('a message is no comment unless it was asked for, nor after ten minutes', async () => {
    const from = newWaId()
    const { id, requestId } = await asked(from)
    await tap(from, `csat.${requestId}.4`)
    await work()
    aheadMs += 11 * MINUTE
    await say(from, 'Where is my parcel?')
    assert.deepEqual([(await stateOf(id)).status, (await requestOf(id))[0].comment], ['open', null])
    await configure({ asks_comment: false, person_days: 0 })
    const other = newWaId()
    const next = await asked(other)
    await tap(other, `csat.${next.requestId}.4`)
    await work()
    assert.equal((await sentBySystem()).at(-1).text, 'Thank you for your rating.')
    await say(other, 'Thanks')
    assert.equal((await stateOf(next.id)).status, 'open')
  })

  test('an ordinary message instead of a rating reopens, and a choice of another conversation is no rating', async () => {
    const [from, stranger] = [newWaId(), newWaId()]
    const { id, requestId } = await asked(from)
    const other = await round(stranger)
    await tap(stranger, `csat.${requestId}.1`)
    assert.equal((await requestOf(id))[0].rating, null)
    assert.equal((await stateOf(other)).status, 'open')
    await say(from, 'It is still broken')
    assert.equal((await stateOf(id)).status, 'open')
  })
})

describe('web chats', () => {
  test('the widget shows the choices, and a tap is the rating', async () => {
    const web = await chats.open({ scope })
    const token = await web.start()
    await web.write(token, 'Do you ship to Pune?')
    await web.work()
    const chat = (await rowsOf(scope, 'chats')).find((row) => row.channel_id === web.chat.id)
    await asAgent('POST /api/v1/messages/send', { conversation_id: chat.id, message: 'Yes.' })
    await close(chat.id)
    await configure({ way: 'link', asks_comment: false })
    await work()
    await web.send()
    const { data } = await web.read(token)
    const { choices } = data.at(-1)!
    assert.equal(choices.length, 5)
    const sent = await web.call('POST /messages', {
      token,
      body: { id: newId(), text: choices[1]!.title, choice: choices[1]!.id },
    })
    assert.equal(sent.status, 202)
    await web.work()
    const [request] = await requestOf(chat.id)
    assert.equal(request.rating, 4)
    assert.equal((await stateOf(chat.id)).status, 'closed')
  })
})

describe('the link', () => {
  async function linked() {
    await configure({ way: 'link' })
    const id = await round(newWaId())
    await work()
    const [request] = await requestOf(id)
    const link = ratingLink(context, { workspaceId: scope.workspaceId, requestId: request.id })
    return { id, link, path: new URL(link).pathname }
  }
  const open = (path: string) => inbound.app.inject({ method: 'GET', url: path })
  const post = (path: string, fields: Record<string, string>) =>
    inbound.app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('is only in what leaves for the platform, never in what the workspace can read', async () => {
    const { id, link } = await linked()
    const [message] = await sentBySystem()
    const channel = await scope.db
      .selectFrom('channels')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow()
    const texts: (string | null)[] = []
    const clients = {
      of: () => ({
        send: async (_account: unknown, { text }: { text: string | null }) => {
          texts.push(text)
          return { kind: 'accepted', platformMessageId: 'x' }
        },
      }),
    }
    const send = createSender(scope, channel, { clients, storage: {} } as any)
    await send({
      ...message,
      recipient: '91',
      is_group: false,
      reply_platform_id: null,
      retried_error_code: null,
    })
    assert.deepEqual(texts, [`How satisfied are you with our help?\n${link}`])
    for (const path of [
      `/api/v1/chats/${id}/messages`,
      `/api/v1/chats/${id}/thread`,
      '/api/v1/events',
    ])
      assert.doesNotMatch((await ask(`GET ${path}`)).text, /\/rate\//)
  })

  test('opening it records nothing and shows nothing of the conversation; a post is the answer', async () => {
    const { id, path } = await linked()
    const page = await open(path)
    assert.equal(page.statusCode, 200)
    assert.doesNotMatch(page.body, /parcel|arrives|Leela/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    assert.equal((await requestOf(id))[0].state, 'asked')
    assert.equal((await post(path, { comment: 'no rating' })).statusCode, 422)
    const thanked = await post(path, { rating: '3', comment: '<b>slow</b>' })
    assert.equal(thanked.statusCode, 200)
    assert.doesNotMatch(thanked.body, /<b>slow/)
    const [request] = await requestOf(id)
    assert.deepEqual(
      [request.rating, request.comment, request.state],
      [3, '<b>slow</b>', 'answered'],
    )
    assert.equal((await stateOf(id)).status, 'closed')
    await work()
    assert.equal((await sentBySystem()).length, 1)
  })

  test('it can be changed for 15 minutes, and no more after that', async () => {
    const { id, path } = await linked()
    await post(path, { rating: '3' })
    aheadMs += 14 * MINUTE
    assert.equal((await post(path, { rating: '4' })).statusCode, 200)
    aheadMs += 2 * MINUTE
    assert.equal((await open(path)).statusCode, 409)
    assert.equal((await post(path, { rating: '1' })).statusCode, 409)
    assert.equal((await requestOf(id))[0].rating, 4)
  })

  test('it expires after 14 days, and a forged one is not found', async () => {
    const { id, path } = await linked()
    aheadMs += 14 * DAY + MINUTE
    assert.equal((await open(path)).statusCode, 410)
    assert.equal((await post(path, { rating: '1' })).statusCode, 410)
    assert.equal((await requestOf(id))[0].rating, null)
    const token = path.split('/').at(-1)!
    const forged = `/rate/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const url of [forged, '/rate/x']) assert.equal((await open(url)).statusCode, 404)
  })

  test('a network that asks too often must wait', async () => {
    const { path } = await linked()
    const statuses = new Set<number>()
    for (let index = 0; index < 80; index++)
      statuses.add(
        (await inbound.app.inject({ method: 'GET', url: path, remoteAddress: '10.9.9.9' }))
          .statusCode,
      )
    assert.ok(statuses.has(429))
  })
})

describe('the API', () => {
  test('settings are checked, audited, and need an admin', async () => {
    const texts = [
      {
        language: 'de',
        question: 'Wie zufrieden sind Sie?',
        choose: 'Bewerten',
        labels: ['Schlecht', 'OK', 'Gut'],
        thanks: '',
        comment: 'Warum?',
      },
    ]
    const settings = await configure({ texts, person_days: 30 })
    assert.deepEqual([settings.texts, settings.person_days, settings.is_on], [texts, 30, true])
    const twice = await ask('PATCH /api/v1/csat/settings', { texts: [...texts, ...texts] })
    assert.deepEqual([twice.status, twice.body.errors[0].field], [422, 'texts.1.language'])
    const unusable = await ask('PATCH /api/v1/csat/settings', { template: 'none' })
    assert.deepEqual([unusable.status, unusable.body.errors[0].field], [422, 'template'])
    const unknown = await ask('PATCH /api/v1/csat/settings', { off_team_ids: [newId()] })
    assert.equal(unknown.body.code, 'team_not_found')
    assert.equal((await asAgent('PATCH /api/v1/csat/settings', { is_on: false })).status, 403)
    const audit = await rowsOf(scope, 'audit_entries')
    const [, changed] = audit.filter((row) => row.action === 'csat_settings.updated')
    assert.deepEqual(changed.data.changes, {
      person_days: { from: 7, to: 30 },
      csat_texts: { from: 'en, hi', to: 'de' },
    })
  })

  test('the report counts by member, team, channel and tag, and shows no average below five answers', async () => {
    const tag = await ask('POST /api/v1/tags', { name: 'Delivery', color: 'blue' })
    const team = await ask('POST /api/v1/teams', {
      name: 'Support',
      member_ids: [agent.membershipId],
    })
    const report = async (query = '') => (await ask(`GET /api/v1/reports/csat${query}`)).body
    for (const [index, rating] of [5, 4, 4, 3, 1, null].entries()) {
      const from = newWaId()
      await say(from, 'Hello')
      const { id } = await chatOf(from)
      await ask(`PATCH /api/v1/chats/${id}`, {
        team_id: team.body.id,
        tag_ids: index < 3 ? [tag.body.id] : [],
      })
      await asAgent('POST /api/v1/messages/send', { conversation_id: id, message: 'Hello' })
      await close(id)
      await work()
      const [request] = await requestOf(id)
      if (rating !== null) await tap(from, `csat.${request.id}.${rating}`)
      if (index === 3) {
        const { totals } = await report()
        assert.deepEqual(totals, {
          asked: 4,
          answered: 4,
          answer_rate: 1,
          average: null,
          satisfied: null,
        })
      }
    }
    const { totals, by_member, by_team, by_channel, by_tag, buckets } = await report()
    const figures = { asked: 6, answered: 5, answer_rate: 5 / 6, average: 3.4, satisfied: 0.6 }
    assert.deepEqual(totals, figures)
    assert.deepEqual(by_team, [{ team_id: team.body.id, name: 'Support', ...figures }])
    assert.deepEqual(
      by_member.map(({ name, ...row }: any) => row),
      [{ member_id: agent.membershipId, ...figures }],
    )
    assert.equal(by_channel[0].channel_id, channelId)
    assert.deepEqual(by_tag, [
      {
        tag_id: tag.body.id,
        name: 'Delivery',
        asked: 3,
        answered: 3,
        answer_rate: 1,
        average: null,
        satisfied: null,
      },
    ])
    assert.equal(buckets.at(-1).asked, 6)
    assert.equal((await report(`?member_id=${newId()}`)).totals.asked, 0)
    const csv = await ask('GET /api/v1/reports/csat.csv?table=tags')
    assert.match(
      csv.text,
      /tag_id,tag,asked,answered,answer_rate,average,satisfied\r?\n[^,]+,Delivery,3,3,1,,/,
    )
  })

  test('ratings are listed, with filters', async () => {
    const from = newWaId()
    const id = await round(from)
    await round(newWaId())
    await work()
    const [request] = await requestOf(id)
    await tap(from, `csat.${request.id}.5`)
    const all = await ask('GET /api/v1/csat/ratings')
    assert.equal(all.body.data.length, 2)
    const answered = await ask('GET /api/v1/csat/ratings?answered=true')
    assert.deepEqual(
      answered.body.data.map((each: any) => [each.id, each.rating, each.conversation_id]),
      [[request.id, 5, id]],
    )
    const none = await ask(`GET /api/v1/csat/ratings?answered=false&conversation_id=${id}`)
    assert.deepEqual(none.body.data, [])
  })
})
