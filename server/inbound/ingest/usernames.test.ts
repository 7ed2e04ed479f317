import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getContact } from '#contacts/get-contact.ts'
import { listContacts } from '#contacts/list-contacts.ts'
import type { Scope } from '#context.ts'
import { listChats } from '#conversations/list-chats.ts'
import { search as searchAll } from '#inbox/search/search.ts'
import { payloadOf, wamid } from '#platforms/fixtures/payloads.ts'
import { openTestContext } from '#test/context.ts'
import { eventTypes, openInbound, rowsOf } from '#test/inbound.ts'

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
