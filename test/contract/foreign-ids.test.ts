import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { createPayloadStore } from '#inbound/ingest/store-payloads.ts'
import { listNotices } from '#account/notices/list-notices.ts'
import { testNotice } from '#test/notices.ts'
import type { Answer } from '#test/answer.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { testPushKeys } from '#test/push-service.ts'
import { signInTestMember } from '#test/session.ts'
import { sendTestMessage } from './factories.ts'
import { storeTestUpload } from '#test/uploads.ts'
import { listRoutes } from './list-routes.ts'
import { openContract, openWorkspace } from './open-contract.ts'
import { WATCHED_TABLES } from './watched-tables.ts'

const { app, call, context, scope, key } = await openContract()
let theirs: Record<string, string>
let admin: Record<string, string>
let mine: { person: string; conversation: string; channel: string }

before(async () => {
  const other = await openWorkspace(context)
  const session = await signInTestMember(call, other.scope)
  const message = await sendTestMessage(call, other.scope, other.key)
  const ticket = await call('POST /api/v1/tickets', {
    key: other.key,
    body: { person_id: message.person_id, title: 'Theirs' },
  })
  const { headers } = session
  const endpoint = await call('POST /api/developer/webhooks', {
    headers,
    body: { url: 'https://hooks.example.com/theirs', events: ['message.sent'] },
  })
  await sendTestMessage(call, other.scope, other.key, message.conversation_id)
  const deliveries = await call('GET /api/developer/webhooks/deliveries', { headers })
  const replay = await call(`POST /api/developer/webhooks/${endpoint.body.id}/replay`, {
    headers,
    body: {},
  })
  const create = async (path: string, body: object) =>
    (await call(`POST /api/v1/${path}`, { headers, body })).body.id
  const comment = await create(`tickets/${ticket.body.id}/comments`, { text: 'Theirs' })
  const note = await create(`chats/${message.conversation_id}/notes`, { text: 'Theirs' })
  const tag = await create('tags', { name: 'Theirs' })
  const merged = await create('contacts', { name: 'Merged' })
  const merge = await create(`contacts/${message.person_id}/merge`, { other_id: merged })
  const forgotten = await create('contacts', { name: 'Forgotten' })
  const erasure = await call(`DELETE /api/v1/contacts/${forgotten}`, { headers })
  const dataExport = await call(`POST /api/v1/contacts/${message.person_id}/data-export`, {
    headers,
    body: {},
  })
  const file = await call('POST /api/v1/imports', { key: other.key, ...csvUpload('Name\nA\n') })
  const prices = await call('POST /api/v1/price-lists?valid_from=2026-01-01&currency=USD', {
    key: other.key,
    ...csvUpload('market,category,price\nIN,marketing,0.01\n'),
  })
  const bulk = await create('chats/bulk-actions', {
    action: 'close',
    ids: [message.conversation_id],
  })
  const reply = await create('canned-replies', { shortcut: 'theirs', text: 'Theirs' })
  const view = { subject: 'chats', name: 'Theirs', filters: {}, is_shared: true }
  const apiKey = await call('POST /api/developer/api-keys', {
    headers,
    body: { name: 'Theirs', scopes: ['read'] },
  })
  const form = await call('POST /api/developer/forms', { headers, body: { name: 'Theirs' } })
  const invitation = await call('POST /api/developer/invitations', {
    headers,
    body: { email: `${newId()}@example.com`, role: 'agent' },
  })
  const sessions = await call('GET /api/session/sessions', { headers })
  const options = await call('POST /api/session/passkeys/options', { headers, body: {} })
  const site = { rpId: 'localhost', origin: context.config.publicUrl }
  const passkey = await call('POST /api/session/passkeys', {
    headers,
    body: { name: 'Laptop', credential: createAuthenticator(site).create(options.body) },
  })
  const device = await call('POST /api/app/push-devices', {
    headers,
    body: { endpoint: 'https://push.example.com/theirs', keys: testPushKeys() },
  })
  const data = { endpoint_id: newId(), url: 'https://a.example', disabled_at: null, waiting: 0 }
  await testNotice(other.scope, { kind: 'endpoint_recovered', data })
  const notices = await listNotices(other.scope, {})
  const channel = await call(`GET /api/v1/chats/${message.conversation_id}`, { key: other.key })
  const payload = await createPayloadStore(context)({
    workspaceId: other.scope.workspaceId,
    platform: 'whatsapp',
    body: Buffer.from('{}'),
    contentType: 'application/json',
    status: 'pending',
    labels: [],
  })
  // It has as many characters as an id, so that responses have the same length.
  const domain = `${newId().slice(0, 28)}.example`
  const added = await call('POST /api/developer/sso/domains', { headers, body: { domain } })
  assert.equal(added.status, 201, added.text)
  const media = await storeTestUpload(other.scope)
  theirs = {
    media,
    payload,
    conversation: message.conversation_id,
    person: message.person_id,
    message: message.id,
    ticket: ticket.body.id,
    note,
    comment,
    tag,
    merged,
    merge,
    import: file.body.id,
    price_list: prices.body.id,
    erasure: erasure.body.id,
    data_export: dataExport.body.id,
    bulk_action: bulk,
    canned_reply: reply,
    view: await create('views', view),
    membership: session.membershipId,
    endpoint: endpoint.body.id,
    delivery: deliveries.body.data[0].id,
    event: deliveries.body.data[0].event_id,
    replay: replay.body.id,
    api_key: apiKey.body.id,
    notice: notices.data[0]!.id,
    channel: channel.body.channel.id,
    form: form.body.id,
    domain,
    invitation: invitation.body.id,
    session: sessions.body.data[0].id,
    passkey: passkey.body.id,
    device: device.body.id,
  }
  for (const [name, id] of Object.entries(theirs)) assert.ok(id, name)
  const own = await sendTestMessage(call, scope, key)
  const { body: chat } = await call(`GET /api/v1/chats/${own.conversation_id}`, { key })
  mine = { person: own.person_id, conversation: own.conversation_id, channel: chat.channel.id }
  admin = (await signInTestMember(call, scope)).headers
})

/** Returns a checksum of every row of the watched tables, except the minute of a key's last use. */
async function snapshot(): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const table of WATCHED_TABLES) {
    const { rows } = await sql<{ sum: string }>`/* across workspaces: a test */
      select coalesce(md5(string_agg(row, '' order by row)), '') as sum
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(table)} as t) as rows`.execute(
      context.db,
    )
    sums[table] = rows[0]!.sum
  }
  return sums
}

/** Returns what a caller sees of a response, with `id` and the request id made equal. */
function seen(answer: Answer, id: string): unknown {
  // The rate limit counts the caller's requests, whatever they name.
  const { 'x-request-id': requestId, date: _, ratelimit: __, ...headers } = answer.headers
  const text = answer.text.replaceAll(id, '<id>').replaceAll(String(requestId), '<request>')
  const length = Number(headers['content-length'])
  return { status: answer.status, text, headers: { ...headers, 'content-length': length } }
}

async function assertSame(
  request: (id: string) => [string, (Record<string, unknown> | undefined)?],
  id: string,
  expected: number | 'empty',
): Promise<void> {
  const unknown = newId()
  const answers = await Promise.all(
    [id, unknown].map(async (each) => {
      const [line, body] = request(each)
      const isBySession = /\/api\/(app|developer|session)\//.test(line)
      return call(line, { ...(isBySession ? { headers: admin } : { key }), ...(body && { body }) })
    }),
  )
  const [foreign, none] = answers as [Answer, Answer]
  const name = request('<id>')[0]
  assert.deepEqual(seen(foreign, id), seen(none, unknown), name)
  if (expected === 'empty') assert.deepEqual(foreign.body, { data: [], next_cursor: null }, name)
  else assert.equal(foreign.status, expected, `${name} ${foreign.text}`)
}

describe('an id of another workspace looks like one that does not exist', () => {
  test('in the path of every route', async () => {
    const kinds: [RegExp, string][] = [
      [/\/bulk-actions\//, 'bulk_action'],
      [/^\/api\/v1\/chats\//, 'conversation'],
      [/^\/api\/v1\/contacts\/merges\//, 'merge'],
      [/^\/api\/v1\/contacts\//, 'person'],
      [/^\/api\/v1\/imports\//, 'import'],
      [/^\/api\/v1\/price-lists\//, 'price_list'],
      [/^\/api\/v1\/erasures\//, 'erasure'],
      [/^\/api\/v1\/data-exports\//, 'data_export'],
      [/^\/api\/v1\/messages\//, 'message'],
      [/^\/api\/v1\/tickets\//, 'ticket'],
      [/^\/api\/v1\/ticket-comments\//, 'comment'],
      [/^\/api\/v1\/events\//, 'event'],
      [/^\/api\/v1\/notes\//, 'note'],
      [/^\/api\/v1\/tags\//, 'tag'],
      [/^\/api\/v1\/canned-replies\//, 'canned_reply'],
      [/^\/api\/v1\/views\//, 'view'],
      [/^\/api\/developer\/events\//, 'event'],
      [/^\/api\/developer\/webhooks\/deliveries\//, 'delivery'],
      [/^\/api\/developer\/webhooks\/replays\//, 'replay'],
      [/^\/api\/developer\/webhooks\//, 'endpoint'],
      [/^\/api\/developer\/api-keys\//, 'api_key'],
      [/^\/api\/developer\/notices\//, 'notice'],
      [/^\/api\/developer\/channels\//, 'channel'],
      [/^\/api\/developer\/inbound\//, 'payload'],
      [/^\/api\/developer\/members\//, 'membership'],
      [/^\/api\/developer\/invitations\//, 'invitation'],
      [/^\/api\/developer\/forms\//, 'form'],
      [/^\/api\/developer\/sso\/domains\//, 'domain'],
      [/^\/api\/session\/sessions\//, 'session'],
      [/^\/api\/session\/passkeys\//, 'passkey'],
      [/^\/api\/app\/push-devices\//, 'device'],
    ]
    const bodies: Record<string, Record<string, unknown>> = {
      'PATCH /api/v1/tickets/:id': { title: 'Mine now' },
      'POST /api/v1/tickets/:id/comments': { text: 'Mine now' },
      'POST /api/v1/tickets/:id/attachments': { media_id: newId() },
      'PATCH /api/v1/ticket-comments/:id': { text: 'Mine now' },
      'PATCH /api/v1/contacts/:id': { name: 'Mine now' },
      'POST /api/v1/contacts/:id/merge': { other_id: mine.person },
      'POST /api/v1/contacts/:id/notes': { text: 'Mine now' },
      'PATCH /api/v1/chats/:id': { status: 'closed' },
      'POST /api/v1/chats/:id/notes': { text: 'Mine now' },
      'PATCH /api/v1/notes/:id': { text: 'Mine now' },
      'PATCH /api/v1/tags/:id': { name: 'Mine now' },
      'PATCH /api/v1/canned-replies/:id': { text: 'Mine now' },
      'PATCH /api/v1/views/:id': { name: 'Mine now' },
      'PATCH /api/developer/webhooks/:id': { description: 'Mine now' },
      'PATCH /api/developer/channels/:id': { name: 'Mine now' },
      'PATCH /api/developer/forms/:id': { name: 'Mine now' },
      'PATCH /api/session/passkeys/:id': { name: 'Mine now' },
      'PATCH /api/app/push-devices/:id': { show_text: true },
      'PATCH /api/developer/members/:id': { role: 'agent' },
    }
    const queries: Record<string, string> = {
      '/api/v1/contacts/:id/merge-preview': `?other_id=${mine.person}`,
    }
    // A file's link contains only its own id and a signature; a callback redirects, whatever its id.
    const routes = listRoutes(app).filter(
      ({ url }) =>
        url.includes('/:') && url !== '/media/:token' && url !== '/api/auth/sso/callback/:id',
    )
    assert.ok(routes.length >= 8)
    const before_ = await snapshot()
    for (const { method, url } of routes) {
      const kind = kinds.find(([pattern]) => pattern.test(url))?.[1]
      assert.ok(kind, `${url} is new: say here what its id names`)
      const body = bodies[`${method} ${url}`] ?? (method === 'POST' ? {} : undefined)
      for (const id of [theirs[kind]!, theirs[kind]!.toUpperCase()])
        await assertSame(
          (each) => [`${method} ${url.replace(/:\w+/, each)}${queries[url] ?? ''}`, body],
          id,
          404,
        )
    }
    assert.deepEqual(await snapshot(), before_)
  })

  test('in the query of every filter', async () => {
    for (const [path, field, kind] of [
      ['/api/v1/chats', 'channel_id', 'channel'],
      ['/api/v1/chats', 'assignee_id', 'membership'],
      ['/api/v1/chats', 'person_id', 'person'],
      ['/api/v1/chats', 'tag_id', 'tag'],
      ['/api/v1/tickets', 'assignee_id', 'membership'],
      ['/api/v1/tickets', 'person_id', 'person'],
      ['/api/v1/tickets', 'person_id', 'merged'],
      ['/api/v1/tickets', 'conversation_id', 'conversation'],
      ['/api/v1/tickets', 'tag_id', 'tag'],
      ['/api/v1/templates', 'channel_id', 'channel'],
      ['/api/developer/webhooks/deliveries', 'endpoint_id', 'endpoint'],
      ['/api/developer/webhooks/deliveries', 'event_id', 'event'],
      ['/api/developer/events', 'endpoint_id', 'endpoint'],
      ['/api/developer/webhooks/replays', 'endpoint_id', 'endpoint'],
      ['/api/developer/inbound', 'channel_id', 'channel'],
      ['/api/developer/audit-log', 'actor_id', 'membership'],
    ] as const)
      await assertSame((each) => [`GET ${path}?${field}=${each}`], theirs[kind]!, 'empty')
  })

  test('in the body of every route that names something', async () => {
    const before_ = await snapshot()
    const ticket = { person_id: mine.person, title: 'T' }
    const requests: [string, (id: string) => Record<string, unknown>][] = [
      ['conversation', (id) => ({ conversation_id: id, message: 'Hello' })],
      ['person', (id) => ({ ...ticket, person_id: id })],
      ['message', (id) => ({ ...ticket, message_id: id })],
      ['membership', (id) => ({ ...ticket, assignee_id: id })],
    ]
    for (const [kind, body] of requests) {
      const url = kind === 'conversation' ? 'messages/send' : 'tickets'
      await assertSame((id) => [`POST /api/v1/${url}`, body(id)], theirs[kind]!, 404)
    }
    const opening = { channel_id: theirs['channel']!, template: { name: 'hello', language: 'en' } }
    for (const target of [{ phone_e164: '+919800000001' }, { person_id: mine.person }])
      await assertSame(
        (id) => ['POST /api/v1/messages/send', { ...opening, ...target, channel_id: id }],
        theirs['channel']!,
        404,
      )
    for (const kind of ['person', 'merged'])
      await assertSame(
        (id) => [
          'POST /api/v1/messages/send',
          { ...opening, channel_id: mine.channel, person_id: id },
        ],
        theirs[kind]!,
        404,
      )
    for (const [query, kind] of [
      ['person_id', 'person'],
      ['phone_e164=%2B919800000001&channel_id', 'channel'],
    ] as const)
      await assertSame((id) => [`GET /api/v1/chats/can-send?${query}=${id}`], theirs[kind]!, 404)
    await assertSame(
      (each) => ['POST /api/developer/webhooks/verify', { endpoint_id: each, body: '{}' }],
      theirs['endpoint']!,
      404,
    )
    for (const kind of ['person', 'merged']) {
      await assertSame(
        (id) => [`POST /api/v1/contacts/${mine.person}/merge`, { other_id: id }],
        theirs[kind]!,
        404,
      )
      await assertSame(
        (id) => [`GET /api/v1/contacts/${mine.person}/merge-preview?other_id=${id}`],
        theirs[kind]!,
        404,
      )
    }
    await assertSame(
      (id) => ['POST /api/v1/tickets', { ...ticket, conversation_id: id }],
      theirs['conversation']!,
      404,
    )
    for (const [kind, body] of [
      ['membership', (id: string) => ({ assignee_id: id })],
      ['tag', (id: string) => ({ tag_ids: [id] })],
    ] as const)
      await assertSame(
        (id) => [`PATCH /api/v1/chats/${mine.conversation}`, body(id)],
        theirs[kind]!,
        404,
      )
    for (const [kind, body] of [
      ['membership', (id: string) => ({ action: 'assign', assignee_id: id })],
      ['tag', (id: string) => ({ action: 'tag', tag_id: id })],
    ] as const)
      await assertSame(
        (id) => ['POST /api/v1/chats/bulk-actions', { ids: [mine.conversation], ...body(id) }],
        theirs[kind]!,
        404,
      )
    await assertSame(
      (id) => [`POST /api/v1/chats/${mine.conversation}/notes`, { text: 'x', mentions: [id] }],
      theirs['membership']!,
      404,
    )
    for (const place of ['before', 'after', 'around'])
      for (const kind of ['message', 'note'])
        await assertSame(
          (id) => [`GET /api/v1/chats/${mine.conversation}/thread?${place}=${id}`],
          theirs[kind]!,
          404,
        )
    assert.deepEqual(await snapshot(), before_)
    const own = (await call('POST /api/v1/tickets', { key, body: ticket })).body
    const after_ = await snapshot()
    await assertSame(
      (id) => [`PATCH /api/v1/tickets/${own.id}`, { assignee_id: id, title: 'Changed' }],
      theirs['membership']!,
      404,
    )
    const path = `/api/v1/tickets/${own.id}`
    for (const [kind, request] of [
      ['tag', (id: string) => [`PATCH ${path}`, { tag_ids: [id] }]],
      ['tag', (id: string) => ['POST /api/v1/tickets', { ...ticket, tag_ids: [id] }]],
      ['media', (id: string) => ['POST /api/v1/tickets', { ...ticket, media_ids: [id] }]],
      ['media', (id: string) => [`POST ${path}/attachments`, { media_id: id }]],
      ['media', (id: string) => [`DELETE ${path}/attachments/${id}`]],
      ['membership', (id: string) => [`POST ${path}/comments`, { text: 'x', mentions: [id] }]],
    ] as [string, (id: string) => [string, Record<string, unknown>?]][])
      await assertSame(request, theirs[kind]!, 404)
    assert.deepEqual(await snapshot(), after_)
  })
})

test('what another workspace has appears in no list', async () => {
  const ids = Object.values(theirs)
  for (const { method, url } of listRoutes(app)) {
    const isList = method === 'GET' && /^\/api\/(v1|developer)/.test(url) && !/:|stream/.test(url)
    if (!isList) continue
    const isDeveloper = url.includes('/api/developer')
    const queries: Record<string, string> = {
      '/api/v1/search': '?q=Theirs',
      '/api/v1/chats/can-send': '?phone_e164=%2B919800000001',
    }
    const query = queries[url] ?? ''
    const answer = await call(`GET ${url}${query}`, isDeveloper ? { headers: admin } : { key })
    assert.equal(answer.status, 200, url)
    assert.ok(!ids.some((id) => answer.text.includes(id)), url)
  }
})
