import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { openVisibility, SIGHTS } from './open-visibility.ts'
import { sees, seesContact } from './plant-worlds.ts'

const { call, worlds, openAs, scope, me, colleague, key } = await openVisibility()

const TEAMS = { visibility: 'teams', seesNoTeam: false } as const

type Asked = [path: string, body: (id: string) => object, id: string | undefined]

/** The requests of the web app that name a conversation in their body. */
const ofMember = (conversation: string | undefined): Asked[] => [
  ['app/replies', (id) => ({ conversation_id: id, message: { text: 'Hello' } }), conversation],
  ['app/notes', (id) => ({ conversation_id: id, note: { text: 'Hello' } }), conversation],
  [
    'PUT /api/app/drafts',
    (id) => ({ conversation_id: id, kind: 'reply', version: newId(), based_on: null, text: 'A' }),
    conversation,
  ],
]

test('an id of what a caller does not see is unknown in every body', async () => {
  for (const sight of SIGHTS) {
    const options = await openAs(sight)
    const post = async (path: string, body: object) => {
      const request = path.startsWith('PUT ') ? path : `POST /api/${path}`
      const { status, body: answer, text } = await call(request, { ...options, body })
      return { status, code: answer?.code, text }
    }
    const seen = worlds.find(({ name }) => name === 'queue')!
    for (const { name, ids, conversation } of worlds) {
      if (sees(sight, name)) continue
      const what = `${name} ${JSON.stringify(sight)}`
      const person = seesContact(sight, name) ? undefined : ids['person']
      const asked: Asked[] = [
        ['v1/messages/send', (id) => ({ conversation_id: id, message: 'Hello' }), conversation],
        [
          'v1/messages/send',
          (id) => ({ conversation_id: seen.conversation, message: 'Hello', reply_to: id }),
          ids['message'],
        ],
        ['v1/drafts', (id) => ({ conversation_id: id, text: 'Hello' }), conversation],
        ['v1/tickets', (id) => ({ person_id: id, title: 'Hello' }), person],
        [
          'v1/tickets',
          (id) => ({ person_id: seen.person, title: 'Hello', conversation_id: id }),
          conversation,
        ],
        [
          'v1/tickets',
          (id) => ({ person_id: seen.person, title: 'Hello', message_id: id }),
          ids['message'],
        ],
        [`v1/contacts/${seen.person}/merge`, (id) => ({ other_id: id }), person],
      ]
      if (sight.visibility !== 'key') asked.push(...ofMember(conversation))
      for (const [path, body, id] of asked) {
        if (id === undefined) continue
        const [hidden, absent] = [await post(path, body(id)), await post(path, body(newId()))]
        assert.equal(hidden.status, absent.status, `${path} ${what} ${hidden.text}`)
        assert.equal(hidden.code, absent.code, `${path} ${what} ${hidden.text}`)
        assert.ok(hidden.status >= 400, `${path} ${what} ${hidden.text}`)
      }
      if (!conversation) continue
      const bulk = await call('POST /api/v1/chats/bulk-actions', {
        ...options,
        body: { action: 'close', ids: [conversation] },
      })
      assert.deepEqual([bulk.body.done, bulk.body.skipped], [0, 1], bulk.text)
      const { status } = await scope.db
        .selectFrom('chats')
        .select('status')
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', conversation)
        .executeTakeFirstOrThrow()
      assert.equal(status, name.startsWith('closed') ? 'closed' : 'open', what)
    }
  }
})

test('a member changes what they see as before, also so that they no longer see it', async () => {
  const options = await openAs(TEAMS)
  const own = worlds.find(({ name }) => name === 'own')!
  const queue = worlds.find(({ name }) => name === 'queue')!
  const ask = async (request: string, body?: object) => {
    const answer = await call(request, { ...options, ...(body && { body }) })
    assert.ok(answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  await ask('POST /api/v1/messages/send', { conversation_id: queue.conversation, message: 'Hello' })
  await ask(`POST /api/v1/chats/${queue.conversation}/notes`, { text: 'A note' })
  await ask(`PATCH /api/v1/notes/${queue.ids['note']}`, { text: 'Other' }).catch(() => undefined)
  await ask('POST /api/v1/drafts', { conversation_id: queue.conversation, text: 'Draft' })
  await ask('POST /api/v1/tickets', {
    person_id: queue.person,
    title: 'T',
    conversation_id: queue.conversation,
  })
  await ask(`PATCH /api/v1/tickets/${queue.ticket}`, { title: 'Other title' })
  await ask(`POST /api/v1/tickets/${queue.ticket}/comments`, { text: 'Comment' })
  await ask(`PATCH /api/v1/contacts/${queue.person}`, { name: 'Other name' })
  await ask(`POST /api/v1/contacts/${queue.person}/notes`, { text: 'Note' })
  await ask(`POST /api/v1/contacts/${queue.person}/block`, { reason: 'Spam' })
  await ask(`POST /api/v1/contacts/${queue.person}/unblock`, {})
  await ask(`PATCH /api/v1/chats/${queue.conversation}`, { status: 'open' })
  const bulk = await ask('POST /api/v1/chats/bulk-actions', {
    action: 'close',
    ids: [queue.conversation],
  })
  assert.equal(bulk.done, 1)
  await ask(`PATCH /api/v1/chats/${queue.conversation}`, { status: 'open' })
  const created = await ask('POST /api/v1/contacts', { name: 'New', phone_e164: testPhone() })
  assert.ok(created.id)
  const moved = await ask(`PATCH /api/v1/tickets/${own.ticket}`, { assignee_id: colleague })
  assert.equal(moved.assignee_id, colleague)
  const merged = worlds.find(({ name }) => name === 'ticketOnly')!
  await ask(`POST /api/v1/contacts/${queue.person}/merge`, { other_id: merged.person })
  const given = await ask(`PATCH /api/v1/chats/${own.conversation}`, { assignee_id: colleague })
  assert.equal(given.assignee_id, colleague)
  const gone = await call(`GET /api/v1/chats/${own.conversation}`, options)
  assert.equal(gone.status, 404)
  const events = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'conversation.updated')
    .orderBy('position', 'desc')
    .limit(1)
    .execute()
  assert.ok(
    events[0]!.body.includes(own.conversation!),
    'the event of the change has the conversation',
  )
})

test('an existing phone number of a contact whom the caller does not see creates no second contact', async () => {
  const options = await openAs(TEAMS)
  const hidden = worlds.find(({ name }) => name === 'other')!
  const { phone_e164 } = await scope.db
    .selectFrom('people')
    .select('phone_e164')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', hidden.person)
    .executeTakeFirstOrThrow()
  const answer = await call('POST /api/v1/contacts', {
    ...options,
    body: { name: 'Again', phone_e164 },
  })
  assert.ok(answer.status < 500, answer.text)
  assert.ok(!answer.text.includes(hidden.marker), answer.text)
  const sent = await call('POST /api/v1/messages/send', {
    ...options,
    body: { phone_e164, message: 'Hello' },
  })
  assert.equal(sent.status, 404, sent.text)
})

test('a member who does not see the conversation is mentioned only by adding them', async () => {
  await openAs(TEAMS)
  const hidden = worlds.find(({ name }) => name === 'closedOther')!
  const path = `POST /api/v1/chats/${hidden.conversation}/notes`
  const refused = await call(path, {
    key,
    body: { text: 'Look', mentions: [me.membershipId] },
  })
  assert.deepEqual([refused.status, refused.body.code], [422, 'mention_needs_access'], refused.text)
  assert.ok(refused.text.includes(me.membershipId))
  const added = await call(path, {
    key,
    body: { text: 'Look', mentions: [me.membershipId], add_participants: true },
  })
  assert.equal(added.status, 201, added.text)
  const seen = await call(`GET /api/v1/chats/${hidden.conversation}`, { headers: me.headers })
  assert.equal(seen.status, 200, seen.text)
})

test('a mention of a member who does not see it is refused wherever a mention can be made', async () => {
  await openAs(TEAMS)
  const admin = await signInTestMember(call, scope)
  const byAdmin = (request: string, body: object) => call(request, { headers: admin.headers, body })
  const { conversation } = worlds.find(({ name }) => name === 'other')!
  const { ticket } = worlds.find(({ name }) => name === 'ticketOther')!
  const notes = `/api/v1/chats/${conversation}/notes`
  const comments = `/api/v1/tickets/${ticket}/comments`
  const note = await byAdmin(`POST ${notes}`, { text: 'Own' })
  const comment = await byAdmin(`POST ${comments}`, { text: 'Own' })
  const text = 'Look'
  const mentions = [me.membershipId]
  for (const [request, body] of [
    [`POST ${notes}`, { text, mentions }],
    [`PATCH /api/v1/notes/${note.body.id}`, { mentions }],
    ['POST /api/app/notes', { conversation_id: conversation, note: { text, mentions } }],
    [`POST ${comments}`, { text, mentions }],
    [`PATCH /api/v1/ticket-comments/${comment.body.id}`, { mentions }],
  ] as const) {
    const refused = await byAdmin(request, body)
    assert.deepEqual(
      [refused.status, refused.body.code],
      [422, 'mention_needs_access'],
      `${request} ${refused.text}`,
    )
  }
})
