import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { toEventCursor } from '#events/to-event-cursor.ts'
import { newId } from '#lib/ids.ts'
import { testPhone } from '#test/factories.ts'
import { signInTestMember, TEST_PASSWORD } from '#test/session.ts'
import { createOneOfEach } from './one-of-each.ts'
import { assertProblem, openContract } from './open-contract.ts'

const { call, scope, key, workspaceId } = await openContract()
let ids: Record<string, string>
let headers: Record<string, string>
let agent: Record<string, string>

before(async () => {
  const created = await createOneOfEach(call, { scope, key })
  ids = created.ids
  headers = created.headers
  agent = (await signInTestMember(call, scope, 'agent')).headers
})

/** Asserts that a request of an admin, or of a member with other headers, is refused with a code. */
async function assertRefused(
  request: string,
  status: number,
  code: string,
  options: { body?: object; headers?: Record<string, string> } = {},
): Promise<void> {
  const [method] = request.split(' ')
  const body = options.body ?? (method === 'POST' ? {} : undefined)
  const answer = await call(request, { headers: options.headers ?? headers, ...(body && { body }) })
  assertProblem(answer, status, code)
}

/** Sends a request of an admin that must succeed. */
async function assertDone(request: string, body?: object): Promise<{ id: string }> {
  const answer = await call(request, { headers, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const endpoints = '/api/developer/webhooks'
const replayPaths = [`${endpoints}/replays`, '/api/v1/webhook-replays']

describe('a webhook endpoint', () => {
  test('has no invalid address', async () => {
    const body = { url: 'nonsense' }
    for (const base of [endpoints, '/api/v1/webhooks'])
      for (const request of [`POST ${base}`, `PATCH ${base}/${ids['endpoint']}`])
        await assertRefused(request, 422, 'invalid_url', { body })
  })

  test('keeps at most ten secrets', async () => {
    for (let count = 0; count < 9; count++)
      await assertDone(`POST ${endpoints}/${ids['endpoint']}/rotate-secret`, {})
    for (const base of [endpoints, '/api/v1/webhooks'])
      await assertRefused(`POST ${base}/${ids['endpoint']}/rotate-secret`, 409, 'too_many_secrets')
  })

  test('that does not exist gets no event', async () => {
    const body = { endpoint_id: newId() }
    for (const base of ['/api/v1', '/api/developer'])
      await assertRefused(`POST ${base}/events/${ids['event']}/resend`, 404, 'endpoint_not_found', {
        body,
      })
  })

  test('that is disabled gets no delivery', async () => {
    const retry = `POST ${endpoints}/deliveries/${ids['delivery']}/retry`
    const replays = `POST ${endpoints}/replays/${ids['replay']}`
    await assertRefused(retry, 409, 'delivery_pending')
    await assertDone(`${replays}/pause`, {})
    await assertDone(`PATCH ${endpoints}/${ids['endpoint']}`, { status: 'disabled' })
    const body = { endpoint_id: ids['endpoint'] }
    await assertRefused(retry, 409, 'endpoint_disabled')
    for (const path of replayPaths)
      await assertRefused(`POST ${path}/${ids['replay']}/resume`, 409, 'endpoint_disabled')
    for (const path of [endpoints, '/api/v1/webhooks'])
      await assertRefused(`POST ${path}/${ids['endpoint']}/replay`, 409, 'endpoint_disabled')
    for (const base of ['/api/v1', '/api/developer'])
      await assertRefused(`POST ${base}/events/${ids['event']}/resend`, 409, 'endpoint_disabled', {
        body,
      })
    await assertDone(`PATCH ${endpoints}/${ids['endpoint']}`, { status: 'enabled' })
  })

  test('has replays that end once', async () => {
    await scope.db
      .updateTable('webhook_replays')
      .set({ status: 'completed', paused_reason: null })
      .where('workspace_id', '=', workspaceId)
      .execute()
    for (const path of replayPaths)
      for (const move of ['pause', 'resume', 'cancel'])
        await assertRefused(`POST ${path}/${ids['replay']}/${move}`, 409, 'replay_ended')
  })

  test('that was deleted gets no delivery again', async () => {
    await assertDone(`DELETE ${endpoints}/${ids['endpoint']}`)
    const retry = `POST ${endpoints}/deliveries/${ids['delivery']}/retry`
    await assertRefused(retry, 404, 'endpoint_not_found')
  })
})

describe('a conversation', () => {
  test('with a blocked contact gets no message', async () => {
    await scope.db
      .updateTable('messages')
      .set({ status: 'failed' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', ids['message']!)
      .execute()
    await assertDone(`POST /api/v1/contacts/${ids['person']}/block`, {})
    await assertRefused(`POST /api/v1/messages/${ids['message']}/retry`, 409, 'contact_blocked')
    await assertRefused(`POST /api/v1/drafts/${ids['draft']}/send`, 409, 'contact_blocked')
    await assertDone(`POST /api/v1/contacts/${ids['person']}/unblock`, {})
  })

  test('mentions only members', async () => {
    const body = { mentions: [newId()] }
    await assertRefused(`PATCH /api/v1/notes/${ids['note']}`, 404, 'membership_not_found', { body })
    await assertRefused(
      `PATCH /api/v1/ticket-comments/${ids['comment']}`,
      404,
      'membership_not_found',
      { body },
    )
  })
})

describe('a shared resource', () => {
  test('is changed only by its author or an admin', async () => {
    for (const [path, body] of [
      [`views/${ids['view']}`, { name: 'Other' }],
      [`ticket-comments/${ids['comment']}`, { text: 'Other' }],
    ] as const) {
      await assertRefused(`PATCH /api/v1/${path}`, 403, 'author_required', { body, headers: agent })
      await assertRefused(`DELETE /api/v1/${path}`, 403, 'author_required', { headers: agent })
    }
  })

  test('has the name of no other one', async () => {
    const body = { shortcut: 'other', text: 'Other' }
    const { id } = await assertDone('POST /api/v1/canned-replies', body)
    await assertRefused(`PATCH /api/v1/canned-replies/${id}`, 409, 'shortcut_taken', {
      body: { shortcut: 'theirs' },
    })
  })
})

test('a contact has no two phone numbers', async () => {
  await assertRefused(`PATCH /api/v1/contacts/${ids['person']}`, 422, 'conflicting_fields', {
    body: { phone: testPhone(), phone_e164: testPhone() },
  })
})

test('a merge is undone once, and a merged contact is not merged again', async () => {
  for (const request of [
    `GET /api/v1/contacts/${ids['person']}/merge-preview?other_id=${ids['merged']}`,
    `POST /api/v1/contacts/${ids['person']}/merge`,
  ])
    await assertRefused(request, 409, 'person_merged', {
      ...(request.startsWith('POST') && { body: { other_id: ids['merged'] } }),
    })
  const undo = `POST /api/v1/contacts/merges/${ids['merge']}/undo`
  await assertDone(undo, {})
  await assertRefused(undo, 409, 'merge_undone')
})

test('a workspace runs at most 20 bulk actions, and assigns only to members', async () => {
  const assign = { action: 'assign', assignee_id: newId(), ids: [ids['ticket']] }
  await assertRefused('POST /api/v1/tickets/bulk-actions', 404, 'membership_not_found', {
    body: assign,
  })
  await sql`
    insert into bulk_actions (workspace_id, id, subject, action, created_by_type, created_at, updated_at, expires_at)
    select ${workspaceId}, gen_random_uuid(), 'chats', 'close', 'system', now(), now(), now()
    from generate_series(1, 20)`.execute(scope.db)
  for (const [subject, body] of [
    ['chats', { action: 'close', ids: [ids['conversation']] }],
    ['tickets', { action: 'set_status', status: 'solved', ids: [ids['ticket']] }],
    ['contacts', { action: 'erase', ids: [ids['person']] }],
  ] as const)
    await assertRefused(`POST /api/v1/${subject}/bulk-actions`, 409, 'too_many_bulk_actions', {
      body,
    })
  await sql`delete from bulk_actions where workspace_id = ${workspaceId}`.execute(scope.db)
})

test('a feed continues only after an event that is kept', async () => {
  await scope.db
    .updateTable('workspace_counters')
    .set({ trimmed_position: 1 })
    .where('workspace_id', '=', workspaceId)
    .execute()
  for (const path of ['v1/events', 'v1/events/stream', 'app/live']) {
    await assertRefused(`GET /api/${path}?after=${newId()}`, 404, 'event_not_found')
    await assertRefused(`GET /api/${path}?after=${toEventCursor(0)}`, 410, 'cursor_expired')
  }
})

test('a web chat is connected or not', async () => {
  const webChat = `POST /api/developer/web-chats/${ids['web_chat']}`
  await assertRefused(`${webChat}/reconnect`, 409, 'channel_connected')
  await assertDone(`POST /api/developer/channels/${ids['web_chat']}/disconnect`, {})
  await assertRefused(`${webChat}/rotate-secret`, 409, 'channel_not_connected')
  const { body } = await call(`GET /api/developer/web-chats/${ids['web_chat']}`, { headers })
  // Another request that connects it has stored the route, and not yet the channel.
  await scope.directory
    .insertInto('channel_routes')
    .values({
      platform: 'web_chat',
      account: body.public_id,
      workspace_id: workspaceId,
      channel_id: body.id,
    })
    .execute()
  await assertRefused(`${webChat}/reconnect`, 409, 'channel_taken')
})

test('the last admin stays one', async () => {
  const member = `/api/developer/members/${ids['membership']}`
  await assertRefused(`PATCH ${member}`, 409, 'last_admin', { body: { role: 'agent' } })
  await assertRefused(`DELETE ${member}`, 409, 'last_admin')
})

test('an invitation and a key end once', async () => {
  await scope.directory
    .updateTable('invitations')
    .set({ accepted_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', ids['invitation']!)
    .execute()
  const invitation = `DELETE /api/developer/invitations/${ids['invitation']}`
  await assertRefused(invitation, 409, 'invitation_closed')
  await assertDone(`DELETE /api/developer/api-keys/${ids['api_key']}`)
  await assertRefused(`POST /api/developer/api-keys/${ids['api_key']}/rotate`, 409, 'api_key_ended')
})

test('a workspace without single sign-on has none to change, and at most 20 domains', async () => {
  await assertRefused('DELETE /api/developer/sso', 404, 'sso_not_found')
  const required = { is_required: false }
  await assertRefused('PATCH /api/developer/sso/required', 404, 'sso_not_found', { body: required })
  for (const request of ['GET /api/auth/sso/link', 'POST /api/auth/sso/link'])
    await assertRefused(request, 404, 'sso_attempt_not_found')
  const add = 'POST /api/developer/sso/domains'
  for (let count = 1; count < 20; count++) await assertDone(add, { domain: `a${count}.example` })
  await assertRefused(add, 409, 'quota_exceeded', { body: { domain: 'a20.example' } })
})

test('a member without a second factor has no recovery codes', async () => {
  await assertRefused('POST /api/session/second-factor/recovery-codes', 409, 'second_factor_off', {
    body: { current_password: TEST_PASSWORD },
  })
})

test('another site cannot sign a visitor in or out', async () => {
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [path, body] of [
    ['sign-in/email', { email: 'ada@example.com', password: TEST_PASSWORD }],
    ['sign-in/passkey/options', {}],
    ['sign-out', {}],
    ['sso/find', { email: 'ada@example.com' }],
    ['sso/link', {}],
  ] as const)
    await assertRefused(`POST /api/auth/${path}`, 403, 'cross_origin', {
      body,
      headers: { ...headers, ...elsewhere },
    })
})
