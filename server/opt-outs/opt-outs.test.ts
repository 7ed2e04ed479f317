import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ListedContact } from '#client/generated/models.ts'
import { newId } from '#lib/ids.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { changeOf, payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open } = openInbound(context)
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` }, { timeoutMs: 1500 })
const lane = createSendLane(context, { clients })
/** The business account of the payloads. */
const BUSINESS_ACCOUNT = '310000000000001'
const TEMPLATES = { sale: 'MARKETING', receipt: 'UTILITY', code: 'AUTHENTICATION' }

/** Creates a workspace with templates and a customer who has written once. */
async function start() {
  platform.requests.length = 0
  platform.respondWith((_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] })),
  )
  const inbound = await open({ access_token: 'sim_test' })
  const { scope, account, channel } = inbound
  const now = new Date()
  await scope.db
    .insertInto('templates')
    .values(
      Object.entries(TEMPLATES).map(([name, category]) => ({
        workspace_id: scope.workspaceId,
        id: newId(),
        business_account: BUSINESS_ACCOUNT,
        name,
        language: 'en',
        category,
        status: 'APPROVED',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  const key = await createTestKey(scope, ['*'])
  const waId = newWaId()
  // The platform's times are in seconds.
  let at = Math.floor(Date.now() / 1000) - 100
  const write = async (text: string, from = waId) => {
    const id = wamid()
    await inbound.receive(payloadOf(account, textFrom(from, text, { name: 'Asha', id, at: at++ })))
    return messageOf(scope, id)
  }
  const prefer = (value: string, seconds: number) =>
    inbound.receive({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: BUSINESS_ACCOUNT,
          changes: [
            changeOf(
              account,
              {
                user_preferences: [
                  {
                    wa_id: waId,
                    category: 'marketing_messages',
                    value,
                    timestamp: seconds,
                  },
                ],
              },
              'user_preferences',
            ),
          ],
        },
      ],
    })
  const first = await write('hello')
  const chatId = first.conversation_id
  const contactId = first.person_id
  const contact = async () => (await call(`GET /api/v1/contacts/${contactId}`, { key })).body
  const sendTemplate = (name: string, more: object = { conversation_id: chatId }) =>
    call('POST /api/v1/messages/send', {
      key,
      body: { ...more, template: { name, language: 'en' } },
    })
  const set = (way: 'opt-out' | 'opt-in', caller: object = { key }) =>
    call(`POST /api/v1/contacts/${contactId}/${way}`, { ...caller, body: {} })
  const work = () =>
    lane.work(
      { workspaceId: scope.workspaceId, targetId: channel.id, leaseToken: '' },
      new AbortController().signal,
    )
  const state = async () => {
    const { opted_out_at: at, opted_out_by: by } = await contact()
    return [at !== null, by]
  }
  const events = async () => (await eventTypes(scope)).filter((type) => type.includes('.opted_'))
  return {
    ...inbound,
    key,
    waId,
    write,
    prefer,
    chatId,
    contactId,
    contact,
    sendTemplate,
    set,
    work,
    state,
    events,
  }
}

describe('a message that is one of the words', () => {
  test('opts its contact out and in again, in any case, with accents and punctuation or without', async () => {
    const { write, state, events } = await start()
    for (const [stop, begin] of [
      ['STOP', 'Start'],
      [' stop. ', 'START!'],
      ['Stop Promotions', 'unstop'],
      ['रोकें', 'शुरू करें'],
      ['DARME DE BAJA', 'Alta'],
      ['Não quero receber', 'quero receber'],
      ['arret', 'Reprendre'],
      ['désabonner', "s'abonner"],
      ['Abmelden!', 'anmelden'],
      ['ايقاف', 'اشتراك'],
      ['Berhenti 🛑', 'mulai'],
    ] as const) {
      await write(stop)
      assert.deepEqual(await state(), [true, 'keyword'], stop)
      await write(begin)
      assert.deepEqual(await state(), [false, null], begin)
    }
    for (const text of [
      'please stop by tomorrow',
      'Don’t stop',
      'non-stop',
      '...',
      'stop stop',
      'x'.repeat(500),
    ])
      await write(text)
    assert.deepEqual(await state(), [false, null])
    assert.equal((await events()).length, 22)
  })

  test('is on the timeline with the message, and repeating it changes nothing', async () => {
    const { scope, write, contact, events } = await start()
    await write('Stop')
    const { opted_out_at: at } = await contact()
    await write('STOP')
    assert.equal((await contact()).opted_out_at, at)
    assert.deepEqual(await events(), ['contact.opted_out'])
    const [entry, ...more] = (await rowsOf(scope, 'timeline_entries')).map(({ data }) => data)
    assert.deepEqual(more, [])
    assert.deepEqual([entry.value, entry.by, entry.text], ['stop', 'keyword', 'Stop'])
  })

  test('is answered only if the workspace wants it, once, and the conversation stays unread', async () => {
    const { scope, key, write, chatId, work, waId } = await start()
    const sent = async () =>
      (await rowsOf(scope, 'messages'))
        .filter(({ direction }) => direction === 'outbound')
        .map(({ text, status }) => [text, status])
    await write('stop')
    assert.deepEqual(await sent(), [])
    await write('start')
    const admin = await signInTestMember(call, scope, 'admin')
    const { body } = await call('GET /api/developer/opt-out-settings', { ...admin })
    const put = await call('PUT /api/developer/opt-out-settings', {
      ...admin,
      body: { languages: body.languages, sends_replies: true },
    })
    assert.equal(put.status, 200, put.text)
    await write('baja')
    await write('baja')
    assert.match((await sent())[0]![0]!, /ALTA/)
    assert.deepEqual((await sent()).length, 1)
    const chat = (await call(`GET /api/v1/chats/${chatId}`, { key })).body
    assert.equal(chat.unread_count, 5)
    assert.match(chat.last_message.text, /ALTA/)
    await work()
    assert.equal((await sent())[0]![1], 'sent')
    assert.equal(JSON.parse(platform.requests[0]!.body.toString()).to, `+${waId}`)
  })
})

describe('the words', () => {
  test('can be changed by admins for each language, and are checked', async () => {
    const { scope, write, state } = await start()
    const admin = await signInTestMember(call, scope, 'admin')
    const agent = await signInTestMember(call, scope, 'agent')
    const put = (body: object, caller: object = admin) =>
      call('PUT /api/developer/opt-out-settings', { ...caller, body })
    const nl = {
      language: 'nl',
      stop: ['Uitschrijven'],
      start: ['Inschrijven'],
      stop_reply: '',
      start_reply: '',
    }
    const before = await call('GET /api/developer/opt-out-settings', { ...admin })
    assert.deepEqual(
      [before.body.is_default, before.body.languages.map((each: any) => each.language)],
      [true, ['en', 'hi', 'es', 'pt', 'fr', 'de', 'ar', 'id']],
    )
    assert.equal((await put({ languages: [nl], sends_replies: false }, agent)).status, 403)
    for (const [languages, field] of [
      [[nl, nl], 'languages.1.language'],
      [[{ ...nl, stop: ['!!'] }], 'languages.0.stop'],
      [[{ ...nl, start: ['UITSCHRIJVEN.'] }], 'languages.0.start'],
    ] as const) {
      const refused = await put({ languages, sends_replies: false })
      assert.deepEqual([refused.status, refused.body.errors[0].field], [422, field])
    }
    assert.equal((await put({ languages: [nl], sends_replies: false })).status, 200)
    await write('stop')
    assert.deepEqual(await state(), [false, null])
    await write('uitschrijven!')
    assert.deepEqual(await state(), [true, 'keyword'])
    const audit = (await rowsOf(scope, 'audit_entries')).find(
      ({ action }) => action === 'opt_out_settings.updated',
    )
    assert.equal(audit.data.changes.opt_out_words.to, 'Uitschrijven, Inschrijven')
  })
})

describe("the platform's preference", () => {
  test('opts out and in, and one that arrives late changes nothing', async () => {
    const { prefer, state, events, write } = await start()
    const now = Math.floor(Date.now() / 1000)
    await prefer('stop', now + 10)
    assert.deepEqual(await state(), [true, 'platform'])
    await prefer('resume', now + 5)
    await write('start')
    assert.deepEqual(await state(), [true, 'platform'])
    await prefer('resume', now + 20)
    assert.deepEqual(await state(), [false, null])
    await prefer('stop', now + 15)
    assert.deepEqual(await state(), [false, null])
    assert.deepEqual(await events(), ['contact.opted_out', 'contact.opted_in'])
  })

  test('is learnt from a message that it refuses, in the answer or in a status', async () => {
    for (const way of ['answer', 'status']) {
      const { account, receive, sendTemplate, work, state, scope } = await start()
      if (way === 'answer')
        platform.respondWith((_request, response) =>
          response
            .writeHead(400, { 'content-type': 'application/json' })
            .end(JSON.stringify({ error: { message: '(#131050) no', code: 131050 } })),
        )
      assert.equal((await sendTemplate('sale')).status, 201)
      await work()
      if (way === 'status') {
        const sent = (await rowsOf(scope, 'messages')).find((row) => row.direction === 'outbound')
        const errors = [{ code: 131050, title: 'no' }]
        const now = Math.floor(Date.now() / 1000)
        await receive(
          payloadOf(account, statusOf(sent.platform_message_id, 'failed', now, { errors })),
        )
      }
      assert.deepEqual(await state(), [true, 'platform'], way)
      assert.equal((await sendTemplate('sale')).body.code, 'contact_opted_out')
    }
  })
})

describe('to a contact that is opted out', () => {
  test('marketing templates are refused on every way, and other messages are sent', async () => {
    const { scope, key, waId, chatId, contactId, set, sendTemplate, channel } = await start()
    await set('opt-out')
    const ways = [
      { conversation_id: chatId },
      { phone_e164: `+${waId}` },
      { phone_e164: `+${waId}`, channel_id: channel.id },
      { person_id: contactId, channel_id: channel.id },
    ]
    for (const way of ways)
      for (const name of ['sale', 'never_read_from_the_platform']) {
        const refused = await sendTemplate(name, way)
        assert.deepEqual(
          [refused.status, refused.body.code],
          [409, 'contact_opted_out'],
          refused.text,
        )
      }
    assert.equal((await rowsOf(scope, 'messages')).length, 1)
    const ask = async () => (await call(`GET /api/v1/chats/${chatId}/can-send`, { key })).body
    assert.deepEqual(
      [(await ask()).marketing.code, (await ask()).template.allowed],
      ['contact_opted_out', true],
    )
    assert.equal((await sendTemplate('receipt')).status, 201)
    assert.equal((await sendTemplate('code')).status, 201)
    const text = await call('POST /api/v1/messages/send', {
      key,
      body: { conversation_id: chatId, message: 'Your order is ready.' },
    })
    assert.equal(text.status, 201, text.text)
    await set('opt-in')
    assert.equal((await sendTemplate('sale')).status, 201)
    assert.equal((await ask()).marketing.allowed, true)
  })

  test('nothing is sent that was queued before', async () => {
    const { scope, write, sendTemplate, work } = await start()
    for (const name of ['sale', 'receipt']) assert.equal((await sendTemplate(name)).status, 201)
    await write('stop')
    await work()
    const names = platform.requests.map(({ body }) => JSON.parse(body.toString()).template.name)
    assert.deepEqual(names, ['receipt'])
    const failed = (await rowsOf(scope, 'messages')).filter(({ status }) => status === 'failed')
    assert.deepEqual(
      failed.map(({ error_code, content }) => [error_code, content.template.name]),
      [['contact_opted_out', 'sale']],
    )
    const retry = await call(`POST /api/v1/messages/${failed[0].id}/retry`, {
      key: await createTestKey(scope, ['*']),
      body: {},
    })
    assert.equal(retry.body.code, 'contact_opted_out')
  })
})

describe('a member', () => {
  test('opts a contact out and in again, with an entry in the audit log', async () => {
    const { scope, set, state, events, contactId } = await start()
    const agent = await signInTestMember(call, scope, 'agent')
    const out = await set('opt-out', agent)
    assert.equal(out.status, 200, out.text)
    assert.deepEqual(await state(), [true, 'member'])
    assert.deepEqual((await set('opt-out', agent)).body, out.body)
    await set('opt-in')
    await set('opt-out')
    assert.deepEqual(await state(), [true, 'api_key'])
    assert.deepEqual(await events(), ['contact.opted_out', 'contact.opted_in', 'contact.opted_out'])
    const audit = (await rowsOf(scope, 'audit_entries')).filter(
      ({ target_id }) => target_id === contactId,
    )
    assert.deepEqual(
      audit.map(({ action, actor_type }) => [action, actor_type]),
      [
        ['contact.opted_out', 'member'],
        ['contact.opted_in', 'api_key'],
        ['contact.opted_out', 'api_key'],
      ],
    )
  })

  test('finds contacts that are opted out, and exports since when', async () => {
    const { key, set, contactId, write } = await start()
    const other = await write('hello', newWaId())
    await set('opt-out')
    const ids = async (filter: string) =>
      (await call(`GET /api/v1/contacts?${filter}`, { key })).body.data.map(
        (each: ListedContact) => each.id,
      )
    assert.deepEqual(await ids('opted_out=true'), [contactId])
    assert.deepEqual(await ids('opted_out=false'), [other.person_id])
    const { text } = await call('GET /api/v1/contacts/export.csv?opted_out=true', { key })
    assert.match(text, /opted_out_at/)
    assert.equal(text.trim().split('\r\n').length, 2)
  })

  test('changes no contact of another workspace', async () => {
    const { contactId, state } = await start()
    const { scope: foreign } = await createTestWorkspace(context)
    await createTestMember(foreign, 'admin')
    const key = await createTestKey(foreign, ['*'])
    const answer = await call(`POST /api/v1/contacts/${contactId}/opt-out`, { key, body: {} })
    assert.equal(answer.status, 404)
    assert.deepEqual(await state(), [false, null])
  })
})

test('an opt-out outlives a merge in both directions, and undoing the merge restores both contacts', async () => {
  for (const isSurvivorOut of [true, false]) {
    const { key, set, contactId } = await start()
    const { body: other } = await call('POST /api/v1/contacts', { key, body: { name: 'Twin' } })
    await set('opt-out')
    const [survivor, merged] = isSurvivorOut ? [contactId, other.id] : [other.id, contactId]
    const merge = await call(`POST /api/v1/contacts/${survivor}/merge`, {
      key,
      body: { other_id: merged },
    })
    assert.equal(merge.body.contact.opted_out_by, 'api_key', merge.text)
    await call(`POST /api/v1/contacts/merges/${merge.body.id}/undo`, { key, body: {} })
    const read = async (id: string) => (await call(`GET /api/v1/contacts/${id}`, { key })).body
    assert.ok((await read(contactId)).opted_out_at)
    assert.equal((await read(other.id)).opted_out_at, null)
  }
})
