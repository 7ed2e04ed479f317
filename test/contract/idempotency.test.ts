import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { newId } from '#lib/ids.ts'
import { createPayloadStore } from '#inbound/ingest/create-payload-store.ts'
import { listNotices } from '#account/notices/list-notices.ts'
import { testNotice } from '#test/notices.ts'
import type { Answer } from '#test/answer.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestChat, createTestPerson, testPhone } from '#test/factories.ts'
import { testPushKeys } from '#test/push-service.ts'
import { startReceiver } from '#test/receiver.ts'
import { signInTestMember, TEST_PASSWORD } from '#test/session.ts'
import { PLAIN_BODIES } from './plain-bodies.ts'
import { prepareTickets } from './prepare-tickets.ts'
import { COVERED_POSTS as COVERED } from './covered-posts.ts'
import { preparePosts, prepareChannels } from './factories.ts'
import { listRoutes } from './list-routes.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

let now = Date.now()
const clock = { now: () => new Date(now) }
const { app, call, context, scope, key } = await openContract({}, { clock })

/** A POST route: a valid request, a different one, and the table that counts its effect. */
type Post = {
  url: string
  body: () => Record<string, unknown>
  other: Record<string, unknown>
  table: 'timeline_entries' | 'messages' | 'tickets' | 'webhook_endpoints' | 'api_keys' | 'views'
  headers: Record<string, string>
}
const posts: Post[] = []
let admin: Record<string, string>

before(async () => {
  const chat = await createTestChat(scope)
  const person = await createTestPerson(scope)
  const bearer = { authorization: `Bearer ${key}` }
  admin = (await signInTestMember(call, scope)).headers
  const phone = testPhone()
  const url = 'https://hooks.example.com/a'
  posts.push(
    {
      url: '/api/v1/contacts',
      body: () => ({ phone_e164: phone }),
      other: { name: 'Another' },
      table: 'timeline_entries',
      headers: bearer,
    },
    {
      url: '/api/v1/messages/send',
      body: () => ({ conversation_id: chat.id, message: 'once' }),
      other: { conversation_id: chat.id, message: 'twice' },
      table: 'messages',
      headers: bearer,
    },
    {
      url: '/api/v1/tickets',
      body: () => ({ person_id: person.id, title: 'once' }),
      other: { person_id: person.id, title: 'twice' },
      table: 'tickets',
      headers: bearer,
    },
    {
      url: '/api/developer/webhooks',
      body: () => ({ url }),
      other: { url: 'https://hooks.example.com/b' },
      table: 'webhook_endpoints',
      headers: admin,
    },
    {
      url: '/api/developer/api-keys',
      body: () => ({ name: 'CI', scopes: ['read'] }),
      other: { name: 'CI', scopes: ['write'] },
      table: 'api_keys',
      headers: admin,
    },
    {
      url: '/api/v1/views',
      body: () => ({ subject: 'chats', name: 'Mine', filters: { assignee_id: 'me' } }),
      other: { subject: 'chats', name: 'Others', filters: {} },
      table: 'views',
      headers: bearer,
    },
  )
})

function ask(post: Post, idempotencyKey: string | undefined, body: unknown = post.body()) {
  return call(`POST ${post.url}`, {
    body,
    headers: {
      ...post.headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
  })
}

async function count(table: Post['table'] | 'idempotency_keys' | 'events'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where workspace_id = ${scope.workspaceId}`.execute(
    scope.db,
  )
  return rows[0]!.count
}

/** Makes the admin's session fresh again, after the clock was moved. */
async function confirm(): Promise<void> {
  const body = { password: TEST_PASSWORD }
  assert.equal((await call('POST /api/session/confirm', { headers: admin, body })).status, 204)
}

function assertReplayed(answer: Answer, first: Answer): void {
  assert.equal(answer.status, first.status)
  assert.equal(answer.text, first.text)
  assert.equal(answer.headers['content-type'], first.headers['content-type'])
  assert.equal(answer.headers['idempotent-replayed'], 'true')
}

describe('an idempotency key', () => {
  test('gives a repeat the first answer byte for byte, and one effect', async () => {
    for (const post of posts) {
      const id = newId()
      const before_ = [await count(post.table), await count('events')]
      const first = await ask(post, id)
      assert.equal(first.status, 201, first.text)
      assert.equal(first.headers['idempotent-replayed'], undefined)
      const after_ = [await count(post.table), await count('events')]
      assert.equal(after_[0], before_[0]! + 1, post.url)
      for (const _ of [1, 2]) assertReplayed(await ask(post, id), first)
      assert.deepEqual([await count(post.table), await count('events')], after_, post.url)
    }
  })

  test('makes twenty requests at once one effect with one answer', async () => {
    for (const post of posts) {
      const id = newId()
      const before_ = await count(post.table)
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(post, id)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 201),
        post.url,
      )
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
      const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
      assert.equal(replayed.length, 19, post.url)
      assert.equal(await count(post.table), before_ + 1, post.url)
    }
  })

  test('of another body is refused and nothing is done', async () => {
    for (const post of posts) {
      const id = newId()
      const first = await ask(post, id)
      const before_ = await count(post.table)
      assertProblem(await ask(post, id, post.other), 422, 'idempotency_key_reused')
      assert.equal(await count(post.table), before_)
      assertReplayed(await ask(post, id), first)
    }
  })

  test('of two bodies at once serves one of them and refuses the other', async () => {
    for (const post of posts) {
      const id = newId()
      const before_ = await count(post.table)
      const bodies = Array.from({ length: 12 }, (_, index) =>
        index % 2 ? post.other : post.body(),
      )
      const answers = await Promise.all(bodies.map((body) => ask(post, id, body)))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted(),
        [...Array(6).fill(201), ...Array(6).fill(422)],
        post.url,
      )
      assert.equal(await count(post.table), before_ + 1)
    }
  })

  test('stands by itself on each route and in each workspace', async () => {
    const id = newId()
    for (const post of posts) assert.equal((await ask(post, id)).status, 201)
    const other = await openWorkspace(context)
    const answer = await call('POST /api/v1/contacts', {
      key: other.key,
      body: { name: 'Somebody' },
      headers: { 'idempotency-key': id },
    })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['idempotent-replayed'], undefined)
  })

  test('is forgotten after 24 hours, and not before', async () => {
    for (const post of posts) {
      const id = newId()
      const first = await ask(post, id)
      now += 24 * 3_600_000 - 1000
      await confirm()
      assertReplayed(await ask(post, id), first)
      now += 2000
      const second = await ask(post, id, post.other)
      assert.equal(second.status, 201, `${post.url} ${second.text}`)
      assert.equal(second.headers['idempotent-replayed'], undefined)
      assertReplayed(await ask(post, id, post.other), second)
    }
  })

  test('is not kept for what failed', async () => {
    const stored = await count('idempotency_keys')
    const id = newId()
    for (const post of posts) {
      assert.equal((await ask(post, id, { nonsense: true })).status, 422)
      assertProblem(await ask(post, id, '{broken'), 400, 'malformed_json')
    }
    const [, messages, tickets] = posts
    const unknown = newId()
    const refused: [Post, Record<string, unknown>, number][] = [
      [messages!, { conversation_id: unknown, message: 'x' }, 404],
      [tickets!, { person_id: unknown, title: 'x' }, 404],
      [tickets!, { person_id: unknown, title: '  ' }, 422],
      [posts[0]!, { phone: '12' }, 422],
    ]
    for (const [post, body, status] of refused)
      assert.equal((await ask(post, id, body)).status, status)
    assert.equal(await count('idempotency_keys'), stored)
    for (const post of posts) assert.equal((await ask(post, id)).status, 201, post.url)
  })

  test('must be 1 to 255 visible ASCII characters', async () => {
    for (const post of posts) {
      for (const bad of ['', ' ', 'a b', 'x'.repeat(256), 'schlüssel'])
        assertProblem(await ask(post, bad), 400, 'invalid_header')
      for (const good of ['!', `${newId()}${'~'.repeat(219)}`])
        assert.equal((await ask(post, good)).status, 201)
    }
  })

  test('sends a test delivery once; while it is under way a repeat is refused', async () => {
    let release = () => undefined as void
    const receiver = await startReceiver((_request, response) => {
      release = () => void response.end()
    })
    after(() => receiver.close())
    const endpoint = await ask(posts[3]!, undefined, { url: receiver.url })
    const url = `/api/developer/webhooks/${endpoint.body.id}/test`
    const post: Post = { ...posts[3]!, url, body: () => ({}) }
    const first = ask(post, 'test')
    await receiver.waitFor(1)
    assertProblem(await ask(post, 'test'), 409, 'idempotency_key_in_flight')
    release()
    assert.equal((await first).status, 200)
    const repeat = await ask(post, 'test')
    assert.equal(repeat.text, (await first).text)
    assert.equal(receiver.requests.length, 1)
    const unknown: Post = { ...post, url: `/api/developer/webhooks/${newId()}/test` }
    for (const _ of [1, 2]) assert.equal((await ask(unknown, 'none')).status, 404)
  })

  test('works on every POST that changes something', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const endpoint = await ask(posts[3]!, undefined, { url: receiver.url })
    const { id } = endpoint.body
    const sent = await call(`POST /api/developer/webhooks/${id}/test`, { headers: admin, body: {} })
    const data = { endpoint_id: id, url: receiver.url, disabled_at: null, waiting: 0 }
    await testNotice(scope, { kind: 'endpoint_recovered', data })
    const notices = await listNotices(scope, {})
    const events = await call('GET /api/v1/events', { key })
    const eventId = events.body.data[0].id
    const payloadId = await createPayloadStore(context)({
      workspaceId: scope.workspaceId,
      platform: 'whatsapp',
      body: Buffer.from('{}'),
      contentType: 'application/json',
      status: 'pending',
      labels: [],
    })
    const form = await call('POST /api/developer/forms', { headers: admin, body: { name: 'F' } })
    const submitted = await call(`POST /api/developer/forms/${form.body.id}/test`, {
      headers: admin,
      body: {},
    })
    const invited = { email: `${newId()}@example.com`, role: 'agent' }
    const invitation = await call('POST /api/developer/invitations', {
      headers: admin,
      body: invited,
    })
    const moves: Record<string, string> = {}
    const replayed = { ...posts[3]!, url: `/api/developer/webhooks/${id}/replay` }
    for (const path of ['/api/developer/webhooks/replays', '/api/v1/webhook-replays'])
      for (const move of ['pause', 'resume', 'cancel']) {
        const replay = await ask(replayed, `${move}-${path.length}`, {})
        moves[`${path}/:id/${move}`] = `${path}/${replay.body.id}/${move}`
      }
    const chat = await createTestChat(scope)
    const failed = await ask(posts[1]!, undefined)
    await scope.db
      .updateTable('messages')
      .set({ status: 'failed' })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', failed.body.id)
      .execute()
    const [survivor, merged, undone] = await Promise.all(
      [1, 2, 3].map(async () => (await createTestPerson(scope)).id),
    )
    const mergePath = `/api/v1/contacts/${survivor}/merge`
    const merge = await call(`POST ${mergePath}`, { key, body: { other_id: undone } })
    const uploads = await Promise.all(
      ['a', 'b'].map((name) =>
        call('POST /api/v1/imports', { key, ...csvUpload(`Name\n${name}\n`) }),
      ),
    )
    const [file, checked] = uploads.map(({ body }) => body.id)
    await scope.db
      .updateTable('imports')
      .set({ status: 'checked' })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', checked)
      .execute()
    const subscription = { endpoint: 'https://push.example.com/mine', keys: testPushKeys() }
    const device = await call('POST /api/app/push-devices', { headers: admin, body: subscription })
    const tickets = await prepareTickets(call, scope, key)
    const apiKey = await createApiKey(scope, { name: 'Rotated', scopes: ['read'] })
    const prepared = await preparePosts(call, key, chat.id)
    const channels = await prepareChannels(call, scope, admin)
    const bodies: Record<string, Record<string, unknown>> = {
      ...prepared.bodies,
      ...channels.bodies,
      ...tickets.bodies,
      ...PLAIN_BODIES,
      '/api/v1/contacts/:id/merge': { other_id: merged },
      '/api/v1/webhooks': { url: receiver.url },
      '/api/app/push-devices': subscription,
      '/api/app/notes': { conversation_id: chat.id, note: { text: 'Hello' } },
      '/api/app/replies': { conversation_id: chat.id, message: { message: 'Hello' } },
      '/api/app/held-replies': {
        conversation_id: chat.id,
        message: { message: 'Hello' },
        hold_seconds: 30,
      },
    }
    // These need nothing but their body.
    const plain = [
      ...['notes', 'replies', 'held-replies', 'push-devices'].map((each) => `/api/app/${each}`),
      '/api/app/notifications/read',
      ...[
        'tags',
        'ticket-types',
        'canned-replies',
        'business-hours',
        'sla-policies',
        'webhooks',
        'teams',
        'bots',
        'roles',
        'rules',
        'macros',
      ].map((each) => `/api/v1/${each}`),
      ...['forms', 'invitations', 'sso/domains'].map((each) => `/api/developer/${each}`),
      '/api/developer/inbound/reprocess',
    ]
    const tested: Record<string, string> = {
      ...Object.fromEntries(plain.map((path) => [path, path])),
      ...moves,
      '/api/app/push-devices/:id/test': `/api/app/push-devices/${device.body.id}/test`,
      ...prepared.paths,
      ...channels.paths,
      '/api/v1/contacts/merges/:id/undo': `/api/v1/contacts/merges/${merge.body.id}/undo`,
      '/api/v1/contacts/:id/merge': mergePath,
      '/api/v1/contacts/:id/notes': `/api/v1/contacts/${chat.personId}/notes`,
      '/api/v1/contacts/:id/data-export': `/api/v1/contacts/${survivor}/data-export`,
      '/api/v1/contacts/:id/block': `/api/v1/contacts/${merged}/block`,
      '/api/v1/contacts/:id/unblock': `/api/v1/contacts/${merged}/unblock`,
      '/api/v1/contacts/:id/opt-out': `/api/v1/contacts/${merged}/opt-out`,
      '/api/v1/contacts/:id/opt-in': `/api/v1/contacts/${merged}/opt-in`,
      '/api/v1/imports/:id/check': `/api/v1/imports/${file}/check`,
      '/api/v1/imports/:id/start': `/api/v1/imports/${checked}/start`,
      '/api/v1/imports/:id/cancel': `/api/v1/imports/${file}/cancel`,
      '/api/v1/chats/:id/notes': `/api/v1/chats/${chat.id}/notes`,
      ...tickets.paths,
      '/api/v1/chats/:id/hand-over': `/api/v1/chats/${chat.id}/hand-over`,
      '/api/v1/chats/:id/mentions/seen': `/api/v1/chats/${chat.id}/mentions/seen`,
      '/api/v1/messages/:id/retry': `/api/v1/messages/${failed.body.id}/retry`,
      '/api/v1/events/:id/resend': `/api/v1/events/${eventId}/resend`,
      '/api/developer/events/:id/resend': `/api/developer/events/${eventId}/resend`,
      '/api/developer/webhooks/:id/rotate-secret': `/api/developer/webhooks/${id}/rotate-secret`,
      '/api/v1/webhooks/:id/rotate-secret': `/api/v1/webhooks/${id}/rotate-secret`,
      '/api/developer/api-keys/:id/rotate': `/api/developer/api-keys/${apiKey.id}/rotate`,
      '/api/developer/webhooks/:id/end-overlap': `/api/developer/webhooks/${id}/end-overlap`,
      '/api/developer/webhooks/:id/replay': `/api/developer/webhooks/${id}/replay`,
      '/api/v1/webhooks/:id/replay': `/api/v1/webhooks/${id}/replay`,
      '/api/developer/webhooks/deliveries/:id/retry': `/api/developer/webhooks/deliveries/${sent.body.id}/retry`,
      '/api/developer/inbound/:id/dismiss': `/api/developer/inbound/${submitted.body.payload_id}/dismiss`,
      '/api/developer/inbound/:id/reprocess': `/api/developer/inbound/${payloadId}/reprocess`,
      '/api/developer/forms/:id/rotate-token': `/api/developer/forms/${form.body.id}/rotate-token`,
      '/api/developer/forms/:id/test': `/api/developer/forms/${form.body.id}/test`,
      '/api/developer/invitations/:id/resend': `/api/developer/invitations/${invitation.body.id}/resend`,
      '/api/developer/notices/:id/dismiss': `/api/developer/notices/${notices.data[0]!.id}/dismiss`,
    }
    const covered = new Set([...COVERED, ...posts.map((post) => post.url)])
    const others = listRoutes(app).filter(
      ({ method, url }) => method === 'POST' && !covered.has(url) && !/auth|session/.test(url),
    )
    for (const { url } of others) {
      const path = tested[url]
      assert.ok(path, `${url} is a new POST route: say here how it is asked`)
      const { headers } = posts[path.startsWith('/api/v1') ? 0 : 3]!
      const post: Post = { ...posts[3]!, url: path, headers, body: () => bodies[url] ?? {} }
      const answers = await Promise.all([ask(post, 'same'), ask(post, 'same'), ask(post, 'same')])
      const [first] = answers
      assert.ok(first!.status < 300, `${url} ${first!.text}`)
      for (const answer of answers) assert.equal(answer.text, first!.text, url)
      const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
      assert.equal(replayed.length, 2, url)
    }
  })
})
