import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  Contact,
  Conversation,
  ListedContact,
  MergePreview,
  Ticket,
  TimelineEntry,
} from '#client/generated/models.ts'
import { sql } from 'kysely'
import { matchPeople } from '#contacts/match-people.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
  testPhone,
} from '#test/factories.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const testEmail = () => `${newId()}@example.com`

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const post = async (path: string, body: object, status = 201) => {
    const answer = await call(`POST /api/v1/${path}`, { key, body })
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const get = async (path: string) => (await call(`GET /api/v1/${path}`, { key })).body
  const patch = (id: string, body: object) => call(`PATCH /api/v1/contacts/${id}`, { key, body })
  const create = (body: object) => post('contacts', body)
  const merge = (id: string, other_id: string, fields = {}) =>
    post(`contacts/${id}/merge`, { other_id, fields })
  const undo = (id: string) => post(`contacts/merges/${id}/undo`, {}, 200)
  const refuse = async (path: string, body: object, status: number, code: string) => {
    const answer = await call(`POST /api/v1/${path}`, { key, body })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  }
  const timeline = async (id: string) =>
    (await get(`contacts/${id}/timeline?limit=100`)).data.map((entry: TimelineEntry) => entry.kind)
  return { scope, key, post, get, patch, create, merge, undo, refuse, timeline }
}

/** Returns a contact with everything it has, without the time of its last update. */
async function snapshot({ get, timeline }: Awaited<ReturnType<typeof open>>, id: string) {
  const { updated_at: _updated, ...person } = await get(`contacts/${id}`)
  const kinds = (await timeline(id)).filter((kind: string) => kind !== 'merge')
  const tickets = (await get(`tickets?person_id=${id}`)).data.map((each: Ticket) => each.id)
  const chats = (await get('chats')).data.flatMap((chat: Conversation) =>
    chat.person.id === id ? [chat.id] : [],
  )
  return { person, kinds, tickets, chats }
}

describe('a merge', () => {
  test('makes two people one with all that both had', async () => {
    const own = await open()
    const [a, b] = [
      await own.create({ name: 'Asha', phone: testPhone(), campaign: 'may' }),
      await own.create({ name: 'Asha R', email: testEmail(), source: 'fair' }),
    ]
    await own.patch(a.id, { fields: { City: 'Pune' } })
    await own.patch(b.id, { fields: { City: 'Delhi', Plan: 'gold' } })
    const chat = await createTestChat(own.scope, { personId: b.id })
    await own.post('messages/send', { conversation_id: chat.id, message: 'Hello' })
    const ticket = await own.post('tickets', { person_id: b.id, title: 'T' })
    const preview = await own.get(`contacts/${a.id}/merge-preview?other_id=${b.id}`)
    assert.deepEqual(preview.moves, { chats: 1, tickets: 1, timeline_entries: 2, identities: 1 })
    const email = preview.fields.find(
      (each: MergePreview['fields'][number]) => each.field === 'email',
    )
    assert.deepEqual(email, { field: 'email', this: null, other: b.email, default: 'other' })
    const { contact } = await own.merge(a.id, b.id, { name: 'other', 'fields.City': 'other' })
    assert.deepEqual(
      [
        contact.id,
        contact.name,
        contact.phone_e164,
        contact.email,
        contact.source,
        contact.campaign,
      ],
      [a.id, 'Asha R', a.phone_e164, b.email, 'api', 'may'],
    )
    assert.deepEqual(contact.fields, { City: 'Delhi', Plan: 'gold' })
    assert.deepEqual(contact.merged_ids, [b.id])
    assert.deepEqual(
      contact.identities.map((identity: Contact['identities'][number]) => identity.kind),
      ['email', 'phone_e164'],
    )
    const all = await snapshot(own, a.id)
    assert.deepEqual(all.tickets, [ticket.id])
    assert.deepEqual(all.chats, [chat.id])
    assert.deepEqual(all.kinds.toSorted(), ['lead', 'lead', 'message', 'ticket'])
    const list = await own.get('contacts')
    assert.deepEqual(
      list.data.map((person: ListedContact) => person.id),
      [a.id],
    )
  })

  test('lets the id of the other one work everywhere', async () => {
    const own = await open()
    const [a, b, c] = [
      await own.create({ name: 'A' }),
      await own.create({ name: 'B' }),
      await own.create({ name: 'C' }),
    ]
    await own.merge(b.id, c.id)
    await own.merge(a.id, b.id)
    const many = (await own.get(`contacts?ids=${b.id},${c.id},${newId()}`)).data
    assert.deepEqual(
      many.map((person: ListedContact) => person.id),
      [a.id],
    )
    for (const id of [b.id, c.id]) {
      assert.equal((await own.get(`contacts/${id}`)).id, a.id)
      assert.equal((await own.patch(id, { name: `by ${id}` })).body.id, a.id)
      assert.equal((await own.post('tickets', { person_id: id, title: 'T' })).person_id, a.id)
      await own.post(`contacts/${id}/notes`, { text: 'Known' })
      assert.deepEqual(await own.timeline(id), await own.timeline(a.id))
      assert.deepEqual(
        (await own.get(`tickets?person_id=${id}`)).data,
        (await own.get(`tickets?person_id=${a.id}`)).data,
      )
    }
    assert.deepEqual((await own.get(`contacts/${a.id}`)).merged_ids, [b.id, c.id].toSorted())
  })

  test('sends what comes in afterwards to the survivor', async () => {
    const own = await open()
    const [phone, email] = [testPhone(), testEmail()]
    const [a, b] = [await own.create({ name: 'A', email }), await own.create({ name: 'B', phone })]
    await own.merge(a.id, b.id)
    assert.equal((await own.create({ phone })).id, a.id)
    const channel = await createTestChannel(own.scope)
    const chat = await createTestChat(own.scope, { channelId: channel.id, phoneE164: phone })
    assert.equal(chat.personId, a.id)
  })

  test('tells of the person, its chats and its tickets', async () => {
    const own = await open()
    const [a, b] = [await own.create({ name: 'A' }), await own.create({ name: 'B' })]
    const chat = await createTestChat(own.scope, { personId: b.id })
    const ticket = await own.post('tickets', { person_id: b.id, title: 'T' })
    await own.merge(a.id, b.id)
    const events = (await own.get('events?limit=100')).data.slice(-3)
    assert.deepEqual(
      events.map((event: any) => [event.type, event.data.id]),
      [
        ['contact.updated', a.id],
        ['conversation.updated', chat.id],
        ['ticket.updated', ticket.id],
      ],
    )
    assert.equal(events[1].data.person.id, a.id)
    assert.equal(events[2].data.person_id, a.id)
  })

  test('is refused with oneself, with nobody, and of who is part of somebody already', async () => {
    const own = await open()
    const [a, b, c] = [
      await own.create({ name: 'A' }),
      await own.create({ name: 'B' }),
      await own.create({ name: 'C' }),
    ]
    const path = `contacts/${a.id}/merge`
    await own.refuse(path, { other_id: a.id }, 422, 'validation_failed')
    await own.refuse(path, { other_id: a.id.toUpperCase() }, 422, 'validation_failed')
    await own.refuse(path, { other_id: newId() }, 404, 'person_not_found')
    await own.refuse('contacts/nobody/merge', { other_id: a.id }, 404, 'person_not_found')
    await own.refuse(path, { other_id: b.id, fields: { age: 'this' } }, 422, 'validation_failed')
    await own.merge(a.id, b.id)
    await own.refuse(path, { other_id: b.id }, 409, 'person_merged')
    await own.refuse(`contacts/${b.id}/merge`, { other_id: c.id }, 409, 'person_merged')
    await own.refuse(`contacts/${c.id}/merge`, { other_id: b.id }, 409, 'person_merged')
    const preview = await call(`GET /api/v1/contacts/${c.id}/merge-preview?other_id=${b.id}`, {
      key: own.key,
    })
    assert.equal(preview.body.code, 'person_merged')
  })

  test('of one pair from both sides at once happens once', async () => {
    const own = await open()
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await own.create({ name: 'A' }), await own.create({ name: 'B' })]
      const answers = await Promise.all(
        [
          [a.id, b.id],
          [b.id, a.id],
        ].map(([id, other_id]) =>
          call(`POST /api/v1/contacts/${id}/merge`, { key: own.key, body: { other_id } }),
        ),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
    }
  })

  test('loses nothing that is written at the same moment', async () => {
    const own = await open()
    for (let round = 0; round < 6; round++) {
      const phone = testPhone()
      const [a, b] = [await own.create({ name: 'A' }), await own.create({ name: 'B', phone })]
      const ticket = () =>
        call('POST /api/v1/tickets', { key: own.key, body: { person_id: b.id, title: 'T' } })
      const lead = () => call('POST /api/v1/contacts', { key: own.key, body: { phone } })
      const note = () =>
        call(`POST /api/v1/contacts/${b.id}/notes`, { key: own.key, body: { text: 'N' } })
      const answers = await Promise.all([
        ticket(),
        lead(),
        note(),
        ticket(),
        lead(),
        call(`POST /api/v1/contacts/${a.id}/merge`, { key: own.key, body: { other_id: b.id } }),
        ticket(),
        lead(),
        note(),
        ticket(),
        lead(),
      ])
      assert.ok(
        answers.every(({ status }) => status === 201),
        answers.map((each) => each.text).join(),
      )
      const kinds = (await own.timeline(a.id)).toSorted()
      assert.deepEqual(kinds, [
        ...Array(6).fill('lead'),
        'merge',
        'note',
        'note',
        ...Array(4).fill('ticket'),
      ])
      assert.equal((await own.get(`tickets?person_id=${a.id}`)).data.length, 4)
      const { rows } = await sql`
        select from tickets where workspace_id = ${own.scope.workspaceId} and person_id = ${b.id}
        union all
        select from timeline_entries where workspace_id = ${own.scope.workspaceId} and person_id = ${b.id}
        union all
        select from identities where workspace_id = ${own.scope.workspaceId} and person_id = ${b.id}`.execute(
        context.db,
      )
      assert.equal(rows.length, 0)
    }
  })

  test('is followed by who finds an identity that was left behind', async () => {
    const own = await open()
    const [a, b] = [await own.create({ name: 'A' }), await own.create({ name: 'B' })]
    await own.merge(a.id, b.id)
    const value = newId()
    await own.scope.db
      .insertInto('identities')
      .values({
        workspace_id: own.scope.workspaceId,
        kind: 'bsuid',
        value,
        person_id: b.id,
        created_at: new Date(),
      })
      .execute()
    const [matched] = await transaction(own.scope, (tx) =>
      matchPeople(tx, [{ identities: [{ kind: 'bsuid', value }], source: 'test' }]),
    )
    assert.equal(matched!.person.id, a.id)
  })
})

describe('undoing a merge', () => {
  test('gives both people back exactly what they had', async () => {
    const own = await open()
    const a = await own.create({ name: 'A', phone: testPhone(), email: testEmail() })
    const b = await own.create({ name: 'B', phone: testPhone(), email: testEmail(), campaign: 'x' })
    const c = await own.create({ name: 'C' })
    await own.merge(b.id, c.id)
    await own.patch(a.id, { fields: { City: 'Pune', Size: 'M' } })
    await own.patch(b.id, { fields: { City: 'Delhi', Plan: 'gold' } })
    for (const person of [a, b]) {
      const chat = await createTestChat(own.scope, { personId: person.id })
      await own.post('messages/send', { conversation_id: chat.id, message: 'Hello' })
      await own.post('tickets', { person_id: person.id, title: 'T' })
      await own.post(`contacts/${person.id}/notes`, { text: 'N' })
    }
    const before = [await snapshot(own, a.id), await snapshot(own, b.id)]
    const everything = {
      name: 'other',
      phone_e164: 'other',
      email: 'other',
      'fields.City': 'other',
    }
    const merge = await own.merge(a.id, b.id, everything)
    const undone = await own.undo(merge.id)
    assert.ok(undone.undone_at)
    assert.deepEqual([await snapshot(own, a.id), await snapshot(own, b.id)], before)
    assert.equal((await own.create({ phone: b.phone_e164 })).id, b.id)
    assert.equal((await own.get(`contacts/${c.id}`)).id, b.id)
    await own.refuse(`contacts/merges/${merge.id}/undo`, {}, 409, 'merge_undone')
    await own.refuse(`contacts/merges/${newId()}/undo`, {}, 404, 'merge_not_found')
  })

  test('leaves with the survivor what it got and what was changed meanwhile', async () => {
    const own = await open()
    const a = await own.create({ name: 'A', phone: testPhone() })
    const b = await own.create({ name: 'B', phone: testPhone() })
    const chat = await createTestChat(own.scope, { personId: b.id, phoneE164: b.phone_e164 })
    const merge = await own.merge(a.id, b.id, { name: 'other' })
    await own.patch(a.id, { name: 'Corrected', fields: { New: 'yes' } })
    const ticket = await own.post('tickets', { person_id: b.id, title: 'Later' })
    const sent = await own.post('messages/send', { conversation_id: chat.id, message: 'Later' })
    const lead = await own.create({ phone: b.phone_e164, email: testEmail() })
    assert.equal(lead.id, a.id)
    await own.undo(merge.id)
    const person = await own.get(`contacts/${a.id}`)
    assert.deepEqual(
      [person.name, person.fields, person.phone_e164, person.email],
      ['Corrected', { New: 'yes' }, a.phone_e164, lead.email],
    )
    assert.equal((await own.get(`tickets/${ticket.id}`)).person_id, a.id)
    assert.equal((await own.get(`chats/${chat.id}`)).person.id, b.id)
    assert.equal((await own.get(`messages/${sent.id}`)).person_id, b.id)
    assert.deepEqual((await own.timeline(a.id)).toSorted(), ['lead', 'lead', 'merge', 'ticket'])
    assert.deepEqual((await own.timeline(b.id)).toSorted(), ['lead', 'message'])
  })

  test('leaves nobody with a phone that a stranger has meanwhile', async () => {
    const own = await open()
    const [a, b] = [
      await own.create({ name: 'A', phone: testPhone() }),
      await own.create({ name: 'B', phone: testPhone() }),
    ]
    const merge = await own.merge(a.id, b.id, { phone_e164: 'other' })
    await own.patch(a.id, { phone: testPhone() })
    const stranger = await own.create({ phone: b.phone_e164 })
    assert.notEqual(stranger.id, a.id)
    await own.undo(merge.id)
    assert.equal((await own.get(`contacts/${b.id}`)).phone_e164, null)
    assert.equal((await own.get(`contacts/${stranger.id}`)).phone_e164, b.phone_e164)
    const second = await own.create({ name: 'C', phone: testPhone() })
    const again = await own.merge(a.id, second.id)
    await own.patch(a.id, { phone: second.phone_e164 })
    await own.undo(again.id)
    const [restored, other] = [
      await own.get(`contacts/${a.id}`),
      await own.get(`contacts/${second.id}`),
    ]
    assert.notEqual(restored.phone_e164, second.phone_e164)
    assert.equal(other.phone_e164, second.phone_e164)
    for (const person of [restored, other])
      assert.ok(
        person.identities.some(
          (each: Contact['identities'][number]) => each.value === person.phone_e164,
        ),
      )
  })

  test('goes in reverse', async () => {
    const own = await open()
    const [a, b, c] = [
      await own.create({ name: 'A' }),
      await own.create({ name: 'B' }),
      await own.create({ name: 'C' }),
    ]
    const first = await own.merge(a.id, b.id)
    const second = await own.merge(c.id, a.id)
    await own.refuse(`contacts/merges/${first.id}/undo`, {}, 409, 'merge_not_last')
    await own.undo(second.id)
    assert.equal((await own.get(`contacts/${b.id}`)).id, a.id)
    const third = await own.merge(a.id, c.id)
    await own.refuse(`contacts/merges/${first.id}/undo`, {}, 409, 'merge_not_last')
    await own.undo(third.id)
    await own.undo(first.id)
    for (const { id } of [a, b, c]) assert.equal((await own.get(`contacts/${id}`)).id, id)
  })
})
