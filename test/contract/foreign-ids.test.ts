import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { contextsOf, shardOf } from '#db/shards.ts'
import { newId } from '#lib/ids.ts'
import type { Answer } from '#test/answer.ts'
import { signInTestMember } from '#test/session.ts'
import { testReportSchedule } from '#test/reports.ts'
import { sendTestMessage } from './factories.ts'
import { listRoutes } from './list-routes.ts'
import { createOneOfEach, PATH_KINDS, pathBodies } from './one-of-each.ts'
import { openContract, openWorkspace } from './open-contract.ts'
import { WATCHED_TABLES } from './watched-tables.ts'

const { app, call, context, scope, key } = await openContract()
let theirs: Record<string, string>
let admin: Record<string, string>
let mine: { person: string; conversation: string; channel: string }

before(async () => {
  const other = await openWorkspace(context)
  theirs = (await createOneOfEach(call, other)).ids
  const own = await sendTestMessage(call, scope, key)
  const { body: chat } = await call(`GET /api/v1/chats/${own.conversation_id}`, { key })
  mine = { person: own.person_id, conversation: own.conversation_id, channel: chat.channel.id }
  admin = (await signInTestMember(call, scope)).headers
})

/** Returns a checksum of every row of the watched tables on each server, except the minute of a key's last use. */
async function snapshot(): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { context: there } of contextsOf(context))
    for (const table of WATCHED_TABLES) {
      const { rows } = await sql<{ sum: string }>`/* across workspaces: a test */
        select coalesce(md5(string_agg(row, '' order by row)), '') as sum
        from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(table)} as t) as rows`.execute(
        there.db,
      )
      sums[`${shardOf(there)} ${table}`] = rows[0]!.sum
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
  isByMember = false,
): Promise<void> {
  const unknown = newId()
  const answers = await Promise.all(
    [id, unknown].map(async (each) => {
      const [line, body] = request(each)
      const isBySession = isByMember || /\/api\/(app|developer|session)\//.test(line)
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
    const bodies = pathBodies(mine.person)
    const queries: Record<string, string> = {
      '/api/v1/contacts/:id/merge-preview': `?other_id=${mine.person}`,
    }
    // A file's link contains only its own id and a signature; a callback redirects, whatever its id. Operators may name
    // every workspace.
    const routes = listRoutes(app).filter(
      ({ url }) =>
        url.includes('/:') &&
        url !== '/media/:token' &&
        url !== '/pictures/:token' &&
        url !== '/api/auth/sso/callback/:id' &&
        !url.startsWith('/api/operator/'),
    )
    assert.ok(routes.length >= 8)
    const before_ = await snapshot()
    for (const { method, url } of routes) {
      const kind = PATH_KINDS.find(([pattern]) => pattern.test(url))?.[1]
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
      ['/api/v1/chats', 'team_id', 'team'],
      ['/api/v1/tickets', 'team_id', 'team'],
      ['/api/v1/tickets', 'type_id', 'ticket_type'],
      ['/api/v1/tickets', 'follower_id', 'membership'],
      ['/api/v1/drafts', 'conversation_id', 'conversation'],
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
      ['/api/developer/request-log', 'key_id', 'api_key'],
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
    await assertSame(
      (id) => ['POST /api/v1/drafts', { conversation_id: id, text: 'Hello' }],
      theirs['conversation']!,
      404,
    )
    const draft = { kind: 'reply', version: newId(), based_on: null, text: 'Hello' }
    for (const [request, body] of [
      ['PUT /api/app/drafts', draft],
      ['POST /api/app/replies', { message: { message: 'Hello' } }],
      ['POST /api/app/held-replies', { message: { message: 'Hello' }, hold_seconds: 5 }],
      ['POST /api/app/notes', { note: { text: 'Hello' } }],
    ] as const)
      await assertSame(
        (id) => [request, { conversation_id: id, ...body }],
        theirs['conversation']!,
        404,
      )
    const reply = { conversation_id: mine.conversation, message: { message: 'Hello' } }
    await assertSame(
      (id) => ['POST /api/app/replies', { ...reply, proposed_draft_id: id }],
      theirs['draft']!,
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

  test('in the body of every route that names a member, a team, a channel, a tag or hours', async () => {
    const create = async (request: string, body: object, headers?: Record<string, string>) => {
      const made = await call(request, { ...(headers ? { headers } : { key }), body })
      assert.equal(made.status, 201, made.text)
      return made.body.id as string
    }
    const chat = `/api/v1/chats/${mine.conversation}`
    const team = `/api/v1/teams/${await create('POST /api/v1/teams', { name: newId() })}`
    const ticket = { person_id: mine.person, title: 'T' }
    const ticketPath = `/api/v1/tickets/${await create('POST /api/v1/tickets', ticket)}`
    const ofChat = { ...ticket, conversation_id: mine.conversation }
    const updates = `/api/v1/tickets/${await create('POST /api/v1/tickets', ofChat)}/customer-updates`
    const comments = `${ticketPath}/comments`
    const comment = await create(`POST ${comments}`, { text: 'Own' }, admin)
    const note = await create(`POST ${chat}/notes`, { text: 'Own' }, admin)
    const bot = `/api/v1/bots/${await create('POST /api/v1/bots', { name: 'Own' })}`
    const policy = { name: 'Own', resolution_minutes: 60 }
    const policyPath = `/api/v1/sla-policies/${await create('POST /api/v1/sla-policies', policy)}`
    const macro = { name: 'Own', actions: [{ type: 'set_status', status: 'open' }] }
    const macroPath = `/api/v1/macros/${await create('POST /api/v1/macros', macro)}`
    const { membership } = (await call('GET /api/session', { headers: admin })).body
    const schedule = testReportSchedule(membership.id)
    const schedulePath = `/api/app/report-schedules/${await create('POST /api/app/report-schedules', schedule, admin)}`
    const written = { conversation_id: mine.conversation }
    const before_ = await snapshot()
    const mentions: [string, (mentions: object) => Record<string, unknown>, isByMember?: true][] = [
      [`POST ${chat}/notes`, (given) => ({ text: 'x', ...given })],
      [`PATCH /api/v1/notes/${note}`, (given) => ({ text: 'x', ...given }), true],
      ['POST /api/app/notes', (given) => ({ ...written, note: { text: 'x', ...given } })],
      [`POST ${comments}`, (given) => ({ text: 'x', ...given })],
      [`PATCH /api/v1/ticket-comments/${comment}`, (given) => ({ text: 'x', ...given }), true],
    ]
    for (const [request, body, isByMember] of mentions)
      for (const [kind, field] of [
        ['membership', 'mentions'],
        ['team', 'mentioned_team_ids'],
      ] as const)
        await assertSame((id) => [request, body({ [field]: [id] })], theirs[kind]!, 404, isByMember)
    for (const [kind, request, body] of [
      ['team', `PATCH ${chat}`, (id) => ({ team_id: id })],
      ['team', 'POST /api/v1/tickets', (id) => ({ ...ticket, team_id: id })],
      ['team', `PATCH ${ticketPath}`, (id) => ({ team_id: id })],
      ['canned_reply', `POST ${updates}`, (id) => ({ canned_reply_id: id })],
      ['membership', `POST ${ticketPath}/followers`, (id) => ({ membership_id: id })],
      ['ticket', `POST ${ticketPath}/links`, (id) => ({ ticket_id: id, kind: 'blocks' })],
      ['ticket_type', 'POST /api/v1/tickets', (id) => ({ ...ticket, type_id: id })],
      ['ticket_type', `PATCH ${ticketPath}`, (id) => ({ type_id: id })],
      ['membership', 'POST /api/v1/teams', (id) => ({ name: 'New', member_ids: [id] })],
      [
        'membership',
        'POST /api/app/report-schedules',
        (id) => ({ ...schedule, recipient_ids: [id] }),
      ],
      ['membership', `PATCH ${schedulePath}`, (id) => ({ recipient_ids: [id] })],
      ['channel', 'POST /api/v1/teams', (id) => ({ name: 'New', channel_ids: [id] })],
      ['business_hours', 'POST /api/v1/teams', (id) => ({ name: 'New', business_hours_id: id })],
      ['membership', `PATCH ${team}`, (id) => ({ member_ids: [id] })],
      ['channel', `PATCH ${team}`, (id) => ({ channel_ids: [id] })],
      ['business_hours', `PATCH ${team}`, (id) => ({ business_hours_id: id })],
      ['membership', `PATCH ${team}/assignment`, (id) => ({ members: [{ member_id: id }] })],
      ['membership', `POST ${team}/take`, (id) => ({ member_id: id })],
      ['team', 'POST /api/v1/bots', (id) => ({ name: 'New', team_ids: [id] })],
      ['channel', 'POST /api/v1/bots', (id) => ({ name: 'New', channel_ids: [id] })],
      ['team', `PATCH ${bot}`, (id) => ({ team_ids: [id] })],
      ['channel', `PATCH ${bot}`, (id) => ({ channel_ids: [id] })],
      ['team', `POST ${chat}/hand-over`, (id) => ({ to: { type: 'team', id } })],
      ['membership', `POST ${chat}/hand-over`, (id) => ({ to: { type: 'member', id } })],
      ['bot', `POST ${chat}/hand-over`, (id) => ({ to: { type: 'bot', id } })],
      ['team', 'POST /api/v1/sla-policies', (id) => ({ ...policy, name: 'N', team_ids: [id] })],
      [
        'channel',
        'POST /api/v1/sla-policies',
        (id) => ({ ...policy, name: 'N', channel_ids: [id] }),
      ],
      ['tag', 'POST /api/v1/sla-policies', (id) => ({ ...policy, name: 'N', tag_ids: [id] })],
      ['team', `PATCH ${policyPath}`, (id) => ({ team_ids: [id] })],
      ['channel', `PATCH ${policyPath}`, (id) => ({ channel_ids: [id] })],
      ['tag', `PATCH ${policyPath}`, (id) => ({ tag_ids: [id] })],
      [
        'bot',
        'POST /api/developer/api-keys',
        (id) => ({ name: 'K', scopes: ['chats:read'], bot_id: id }),
      ],
      ['team', 'PATCH /api/v1/csat/settings', (id) => ({ off_team_ids: [id] })],
      ['team', 'POST /api/v1/macros', (id) => ({ ...macro, name: 'N', team_id: id })],
      ['team', `PATCH ${macroPath}`, (id) => ({ team_id: id })],
      [
        'business_hours',
        `PATCH /api/v1/members/${membership.id}`,
        (id) => ({ business_hours_id: id }),
      ],
    ] as [string, string, (id: string) => Record<string, unknown>][])
      await assertSame((id) => [request, body(id)], theirs[kind]!, 404)
    const own = await call(`PATCH ${team}`, { key, body: { member_ids: [membership.id] } })
    assert.equal(own.status, 200, own.text)
    const skilled = (id: string) => ({
      members: [{ member_id: membership.id, skill_tag_ids: [id] }],
    })
    await assertSame((id) => [`PATCH ${team}/assignment`, skilled(id)], theirs['tag']!, 404)
    const former = await call(`PATCH ${team}`, { key, body: { member_ids: [] } })
    assert.equal(former.status, 200, former.text)
    // The audit log has both changes of the team.
    const { audit_entries: _, ...sums } = await snapshot()
    for (const [table, sum] of Object.entries(sums))
      if (!/audit_entries|teams|team_members|followers/.test(table))
        assert.equal(sum, before_[table], table)
  })
})

test('what another workspace has appears in no list', async () => {
  const ids = Object.values(theirs)
  for (const { method, url } of listRoutes(app)) {
    const isList = method === 'GET' && /^\/api\/(v1|developer)/.test(url) && !/:|stream/.test(url)
    // The log of requests has the paths that the tests above sent, with these ids.
    if (!isList || url === '/api/developer/request-log') continue
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
