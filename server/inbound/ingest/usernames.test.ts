import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findContactNames } from '#contacts/find-contact-names.ts'
import { getContact } from '#contacts/get-contact.ts'
import { listContacts } from '#contacts/list-contacts.ts'
import type { Scope } from '#db/context.ts'
import { listChats } from '#conversations/list-chats.ts'
import { search as searchAll } from '#inbox/search/search.ts'
import { newId } from '#lib/ids.ts'
import { readOwnDetails } from '#notifications/read-details.ts'
import { payloadOf, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember } from '#test/factories.ts'
import { eventTypes, openInbound, rowsOf } from '#test/inbound.ts'
import { createTicket } from '#tickets/create-ticket.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)
const search = (scope: Scope, q: string) => searchAll(scope, { q }, () => true)

describe('a username', () => {
  const named = (
    account: string,
    given: { id: string; username: string; at: number; from?: string },
  ) => {
    const { id: user, username, at, from } = given
    return payloadOf(account, {
      contacts: [
        { profile: { name: 'Asha', username }, user_id: user, ...(from && { wa_id: from }) },
      ],
      messages: [
        {
          ...(from && { from }),
          from_user_id: user,
          id: wamid(),
          timestamp: String(at),
          type: 'text',
          text: { body: 'hi' },
        },
      ],
    })
  }

  test('is shown, found with and without the at sign, filtered by, and replaced by a newer one', async () => {
    const { scope, account, receive } = await open()
    const id = 'IN.55001'
    await receive(named(account, { id, username: '@Asha.Writes', at: now - 50 }))
    const [person] = await rowsOf(scope, 'people')
    for (const q of ['asha.writes', '@asha.writes', '@ASHA', 'sha.wri'])
      assert.deepEqual(
        (await listContacts(scope, { q })).data.map((each) => each.id),
        [person.id],
        q,
      )
    const found = await search(scope, '@asha.writes')
    assert.deepEqual([found.people.length, found.chats.length], [1, 1])
    assert.equal(found.chats[0]!.person.username, 'asha.writes')
    assert.equal((await listContacts(scope, { username: '@asha.writes' })).data.length, 1)
    assert.equal((await listContacts(scope, { username: 'asha' })).data.length, 0)
    await receive(
      named(account, { id, username: 'asha.paints', at: now - 10 }),
      named(account, { id, username: 'asha.writes', at: now - 30 }),
    )
    const { identities } = await getContact(scope, person.id)
    assert.deepEqual(
      identities.filter((each) => each.kind === 'wa_username').map((each) => each.value),
      ['asha.paints'],
    )
    assert.ok((await eventTypes(scope)).includes('contact.updated'))
  })

  test('names a contact of which nothing else is known, wherever contacts have names', async () => {
    const { scope, account, receive } = await open()
    const payload = named(account, { id: 'IN.77', username: 'noor.paints', at: now - 50 })
    await receive(JSON.parse(JSON.stringify(payload).replace('"name":"Asha",', '')))
    const [person] = await rowsOf(scope, 'people')
    assert.deepEqual([person.name, person.phone_e164, person.email], [null, null, null])
    const [listed] = (await listContacts(scope, {})).data
    const found = await search(scope, '@noor.paints')
    const [chat] = (await listChats(scope, {})).data
    const [logged] = await findContactNames(scope, [person.id]).then((names) => [...names.values()])
    const known = [
      await getContact(scope, person.id),
      listed,
      found.people[0],
      chat!.person,
      logged,
    ]
    assert.deepEqual(
      known.map((each) => each?.username),
      known.map(() => 'noor.paints'),
    )
    assert.equal(found.chats[0]!.match?.field, 'wa_username')
    await createTicket(scope, { title: 'Blue paint', person_id: person.id })
    const { tickets } = await search(scope, 'blue paint')
    assert.equal(tickets[0]!.person_name, '@noor.paints')
    const member = await createTestMember(scope, 'agent')
    const id = newId()
    await scope.db
      .insertInto('notifications')
      .values({
        workspace_id: scope.workspaceId,
        id,
        membership_id: member.membershipId,
        kind: 'assignment',
        source_id: newId(),
        chat_id: chat!.id,
        actor_type: 'system',
        created_at: new Date(),
      })
      .execute()
    const [notification] = await readOwnDetails(scope, [id])
    assert.equal(notification!.contact_name, '@noor.paints')
  })

  test('joins no contacts, and passes to the one who uses it last', async () => {
    const { scope, account, receive } = await open()
    await receive(named(account, { id: 'IN.1', username: 'blue', at: now - 50 }))
    await receive(named(account, { id: 'IN.2', username: 'blue', at: now - 20 }))
    await receive(named(account, { id: 'IN.1', username: 'blue', at: now - 40 }))
    assert.equal((await rowsOf(scope, 'people')).length, 2)
    const chats = (await listChats(scope, {})).data
    assert.deepEqual(
      chats.map((chat) => chat.person.username).toSorted(),
      ['blue', null].toSorted(),
    )
    const [owner] = (await listContacts(scope, { username: 'blue' })).data
    const { identities } = await getContact(scope, owner!.id)
    assert.ok(identities.some(({ value }) => value === 'IN.2'))
  })
})
