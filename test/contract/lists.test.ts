import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { encodeCursor } from '#lib/lists/encode-cursor.ts'
import { insertRow } from '#db/insert-row.ts'
import { transaction } from '#db/transaction.ts'
import { recordChannelEvents } from '#channels/record-channel-events.ts'
import { createPayloadStore } from '#inbound/ingest/create-payload-store.ts'
import { newId } from '#lib/ids.ts'
import { testNotice } from '#test/notices.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestChat, createTestMember, createTestPerson } from '#test/factories.ts'
import { testHours } from '#test/hours.ts'
import { signInTestMember } from '#test/session.ts'
import { sendTestMessage } from './factories.ts'
import { fill, listRoutes } from './list-routes.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

const { app, call, context, scope, key } = await openContract()
type Row = { id: string; [field: string]: any }

/** Every list of the API except the event feed, whose cursor counts commits. */
const lists = listRoutes(app).filter(
  ({ method, url }) =>
    method === 'GET' &&
    url.startsWith('/api/') &&
    !url.startsWith('/api/v1/reports/') &&
    // Drafts of a member are few, and come at once.
    !url.startsWith('/api/app/') &&
    /\/(chats|contacts|bulk-actions|data-exports|erasures|tickets|messages|timeline|webhooks|deliveries|developer\/events|replays|api-keys|notices|inbound|imports|price-lists|templates|tags|ticket-types|canned-replies|business-hours|sla-policies|custom-fields|drafts|views|members|audit-log|invitations|ratings|forms|channels|channels\/:id\/events|activity)$/.test(
      url,
    ),
)
let [chatId, personId, channelId, ticketId, endpointId] = ['', '', '', '', '']
let admin: Record<string, string>

before(async () => {
  const chat = await createTestChat(scope)
  chatId = chat.id
  personId = chat.personId
  channelId = chat.channelId
  for (let index = 0; index < 7; index++) {
    await createTestChat(scope)
    await sendTestMessage(call, scope, key, chatId)
    const body = { person_id: personId, title: `T${index}` }
    ticketId = (await call('POST /api/v1/tickets', { key, body })).body.id
  }
  for (const text of ['a', 'b', 'c'])
    await call(`POST /api/v1/tickets/${ticketId}/comments`, { key, body: { text } })
  await call(`PATCH /api/v1/tickets/${ticketId}`, { key, body: { status: 'solved' } })
  admin = (await signInTestMember(call, scope)).headers
  for (let index = 0; index < 4; index++) {
    const options = { headers: admin, body: { url: `https://hooks.example.com/${index}` } }
    const { body: endpoint } = await call('POST /api/developer/webhooks', options)
    endpointId ||= endpoint.id
    const replay = { headers: admin, body: { status: 'missing' } }
    await call(`POST /api/developer/webhooks/${endpoint.id}/replay`, replay)
    const body = { name: `K${index}`, scopes: ['read'] }
    await call('POST /api/developer/api-keys', { headers: admin, body })
    await call('POST /api/developer/forms', { headers: admin, body: { name: `F${index}` } })
    const invited = { email: `${newId()}@example.com`, role: 'agent' }
    await call('POST /api/developer/invitations', { headers: admin, body: invited })
  }
  for (let index = 0; index < 4; index++) {
    const data = {
      endpoint_id: newId(),
      url: 'https://a.example',
      disabled_at: null,
      waiting: index,
    }
    await testNotice(scope, { kind: 'endpoint_recovered', data })
    await call(`POST /api/v1/price-lists?currency=USD&valid_from=2026-0${index + 1}-01`, {
      key,
      ...csvUpload('market,category,price\nIN,marketing,0.01\n'),
    })
    await call('POST /api/v1/imports', { key, ...csvUpload(`Name\nP${index}\n`) })
    const { id: exportedId } = await createTestPerson(scope)
    await call(`POST /api/v1/contacts/${exportedId}/data-export`, { headers: admin, body: {} })
    const { id: erasedId } = await createTestPerson(scope)
    await call(`DELETE /api/v1/contacts/${erasedId}`, { headers: admin })
    for (const [subject, body] of [
      ['chats', { action: 'mark_read' }],
      ['tickets', { action: 'set_priority', priority: 'low' }],
      ['contacts', { action: 'erase' }],
    ] as const)
      await call(`POST /api/v1/${subject}/bulk-actions`, { key, body: { ...body, ids: [newId()] } })
    const now = new Date()
    await context.db
      .insertInto('templates')
      .values({
        workspace_id: scope.workspaceId,
        id: newId(),
        business_account: '1',
        name: `template_${index}`,
        language: 'en',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await createPayloadStore(context)({
      workspaceId: scope.workspaceId,
      platform: 'whatsapp',
      body: Buffer.from('{}'),
      contentType: 'application/json',
      status: 'pending',
      labels: [],
    })
  }
  await transaction(scope, (tx) =>
    recordChannelEvents(
      tx,
      ['a', 'b', 'c', 'd'].map((fingerprint) => ({
        channelId,
        businessAccount: null,
        field: 'user_preferences',
        event: null,
        data: {},
        fingerprint,
        at: new Date(),
      })),
    ),
  )
  for (let index = 0; index < 4; index++) {
    const at = new Date(Date.now() - index)
    const asked = {
      chat_id: chatId,
      channel_id: channelId,
      round_at: at,
      asked_at: at,
      created_at: at,
    }
    await insertRow(scope, 'csat_requests', { id: newId(), state: 'asked', ...asked })
    await sendTestMessage(call, scope, key, chatId)
    await createTestMember(scope, 'agent')
    for (const [path, body] of [
      ['tags', { name: `Tag ${index}` }],
      ['ticket-types', { name: `Type ${index}` }],
      ['canned-replies', { shortcut: `reply-${index}`, text: 'Hello' }],
      ['business-hours', testHours(`Team ${index}`)],
      ['sla-policies', { name: `Team ${index}`, resolution_minutes: 60 }],
      ['custom-fields', { key: `field ${index}`, type: 'text' }],
      ['drafts', { conversation_id: chatId, text: 'Hello' }],
      ['views', { subject: 'chats', name: `View ${index}`, filters: {} }],
    ] as const)
      await call(`POST /api/v1/${path}`, { key, body })
  }
})

function read(url: string, query = '') {
  const ids = { contacts: personId, channels: channelId, tickets: ticketId, webhooks: endpointId }
  const id = Object.entries(ids).find(([name]) => url.includes(name))?.[1] ?? chatId
  const path = fill(url, id)
  return call(`GET ${path}${query}`, url.includes('developer') ? { headers: admin } : { key })
}

async function readAll(url: string, limit: number, filter = ''): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = `?limit=${limit}${filter}${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const { status, body, text } = await read(url, query)
    assert.equal(status, 200, text)
    assert.ok(body.data.length <= limit)
    rows.push(...body.data)
    cursor = body.next_cursor
    assert.ok(rows.length < 2000, 'the list never ends')
  }
  return rows
}

describe('every list', () => {
  test('gives the same rows in the same order in pages of any size', async () => {
    assert.ok(lists.length >= 5)
    for (const { url } of lists) {
      const whole = (await readAll(url, 100)).map((row) => row.id)
      assert.ok(whole.length >= 4, `${url} has ${whole.length} rows`)
      assert.equal(new Set(whole).size, whole.length)
      for (const limit of [1, 3, whole.length])
        assert.deepEqual(
          (await readAll(url, limit)).map((row) => row.id),
          whole,
          `${url} ${limit}`,
        )
    }
  })

  test('gives 25 rows unless told otherwise and says where the next ones are', async () => {
    const own = await openWorkspace(context)
    for (let index = 0; index < 26; index++)
      await call('POST /api/v1/contacts', { key: own.key, body: { name: `P${index}` } })
    const page = (await call('GET /api/v1/contacts', { key: own.key })).body
    assert.equal(page.data.length, 25)
    assert.equal(typeof page.next_cursor, 'string')
    const rest = await call(`GET /api/v1/contacts?cursor=${page.next_cursor}`, { key: own.key })
    assert.equal(rest.body.data.length, 1)
    assert.equal(rest.body.next_cursor, null)
    const exact = await call('GET /api/v1/contacts?limit=26', { key: own.key })
    assert.equal(exact.body.next_cursor, null)
  })

  test('refuses a limit that is not from 1 to 100', async () => {
    for (const { url } of lists) {
      for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e9', '9'.repeat(30)])
        assertProblem(await read(url, `?limit=${limit}`), 422, 'validation_failed', 'limit')
      for (const limit of ['1', '100'])
        assert.equal((await read(url, `?limit=${limit}`)).status, 200)
    }
  })

  test('refuses a cursor that it did not give', async () => {
    const time = new Date().toISOString()
    const bad = [
      'x',
      '%20',
      'null',
      encodeCursor([]),
      encodeCursor([time]),
      encodeCursor([newId(), time]),
      encodeCursor(['2026-02-30T00:00:00.000Z', newId()]),
      encodeCursor([time, "' or 1=1 --"]),
      encodeCursor([time, newId(), 1]),
      Buffer.from('{"length":2}').toString('base64url'),
    ]
    for (const { url } of lists)
      for (const cursor of bad)
        assertProblem(await read(url, `?cursor=${cursor}`), 400, 'invalid_cursor')
  })

  test('refuses a cursor of another list, and one of its own with other filters', async () => {
    const cursors = new Map<string, string>()
    for (const { url } of lists) {
      const { body } = await read(url, '?limit=1')
      cursors.set(url, body.next_cursor)
      assert.equal((await read(url, `?limit=2&cursor=${body.next_cursor}`)).status, 200, url)
      const filtered = await read(url, `?limit=1&cursor=${body.next_cursor}&status=open`)
      assertProblem(filtered, 400, 'invalid_cursor')
    }
    for (const { url } of lists)
      for (const [other, cursor] of cursors)
        if (other !== url)
          assertProblem(await read(url, `?cursor=${cursor}`), 400, 'invalid_cursor')
  })

  test('accepts a cursor of before lists marked theirs', async () => {
    for (const { url } of lists) {
      const { body } = await read(url, '?limit=1')
      const [position, mark] = body.next_cursor.split('.')
      assert.ok(mark, url)
      const [marked, bare] = [body.next_cursor, position].map((cursor) =>
        read(url, `?limit=1&cursor=${cursor}`),
      )
      assert.deepEqual((await bare)!.body.data, (await marked)!.body.data)
    }
  })

  test('refuses a cursor of a search for other words, and one of another thread', async () => {
    const own = await openWorkspace(context)
    for (let index = 0; index < 3; index++)
      await call('POST /api/v1/contacts', { key: own.key, body: { name: `Paging ${index}` } })
    const search = (query: string) => call(`GET /api/v1/search?${query}`, { key: own.key })
    const found = await search('q=Paging&limit=1')
    const cursor = found.body.next_cursors.people
    assert.equal((await search(`q=Paging&kinds=people&cursor=${cursor}`)).status, 200)
    const refused = await search(`q=Pag&kinds=people&cursor=${cursor}`)
    assertProblem(refused, 400, 'invalid_cursor')
    const [first, second] = [await createTestChat(own.scope), await createTestChat(own.scope)]
    await sendTestMessage(call, own.scope, own.key, first.id)
    await sendTestMessage(call, own.scope, own.key, first.id)
    const thread = (id: string, query: string) =>
      call(`GET /api/v1/chats/${id}/thread?${query}`, { key: own.key })
    const { before_cursor: before } = (await thread(first.id, 'limit=1')).body
    assert.equal((await thread(first.id, `before=${before}`)).status, 200)
    assertProblem(await thread(second.id, `before=${before}`), 400, 'invalid_cursor')
  })

  test('is empty, not missing, where there is nothing', async () => {
    const own = await openWorkspace(context)
    for (const path of ['chats', 'contacts', 'tickets'])
      assert.deepEqual((await call(`GET /api/v1/${path}`, { key: own.key })).body, {
        data: [],
        next_cursor: null,
      })
  })
})

describe('paging while the list changes', () => {
  test('neither skips nor repeats a chat that stands still', async () => {
    const own = await openWorkspace(context)
    const chats: string[] = []
    for (let index = 0; index < 12; index++) chats.push((await createTestChat(own.scope)).id)
    const moving = new Set([chats[0]!, chats[5]!, chats[8]!])
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await call(`GET /api/v1/chats?limit=2${query}`, { key: own.key })
      seen.push(...body.data.map((row: Row) => row.id))
      cursor = body.next_cursor
      for (const id of moving) await sendTestMessage(call, own.scope, own.key, id)
      await createTestChat(own.scope)
    }
    const still = chats.filter((id) => !moving.has(id))
    assert.deepEqual(
      seen.filter((id) => still.includes(id)),
      still.toReversed(),
    )
  })

  test('neither skips nor repeats a ticket or a person that stands still', async () => {
    const own = await openWorkspace(context)
    const people: string[] = []
    const tickets: string[] = []
    for (let index = 0; index < 9; index++) {
      const { id } = await createTestPerson(own.scope)
      people.push(id)
      const body = { person_id: id, title: 'T' }
      tickets.push((await call('POST /api/v1/tickets', { key: own.key, body })).body.id)
    }
    for (const [path, ids] of [
      ['tickets', tickets],
      ['contacts', people],
    ] as const) {
      const moving = ids[2]!
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = cursor === undefined ? '' : `&cursor=${cursor}`
        const { body } = await call(`GET /api/v1/${path}?limit=2${query}`, { key: own.key })
        seen.push(...body.data.map((row: Row) => row.id))
        cursor = body.next_cursor
        if (path === 'tickets')
          await call(`PATCH /api/v1/tickets/${moving}`, { key: own.key, body: { status: 'open' } })
        else await createTestPerson(own.scope)
      }
      const still = ids.filter((id) => path === 'contacts' || id !== moving)
      assert.deepEqual(
        seen.filter((id) => still.includes(id)),
        still.toReversed(),
        path,
      )
    }
  })

  test('keeps rows of one moment apart', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    const own = await openWorkspace({ ...context, clock: { now: () => at } })
    const ids: string[] = []
    for (let index = 0; index < 8; index++) ids.push((await createTestChat(own.scope)).id)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await call(`GET /api/v1/chats?limit=3${query}`, { key: own.key })
      seen.push(...body.data.map((row: Row) => row.id))
      cursor = body.next_cursor
    }
    assert.deepEqual(seen.toSorted(), ids.toSorted())
  })
})

describe('a filter', () => {
  test('stays with its pages', async () => {
    const rows = await readAll('/api/v1/tickets', 2, `&person_id=${personId}`)
    assert.equal(rows.length, 7)
    assert.ok(rows.every((row) => row['person_id'] === personId))
  })
})

test('every time has milliseconds and every id is a UUID of version 7', async () => {
  for (const { url } of lists) {
    const { text, body } = await read(url)
    for (const [, time] of text.matchAll(/"\w+_at":"([^"]+)"/g))
      assert.match(time!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, url)
    for (const row of body.data)
      assert.match(row.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})
