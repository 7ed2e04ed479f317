import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import { matchPeople } from './match-people.ts'
import { matchPerson } from './match-person.ts'
import type { PersonFacts } from './person-facts.ts'

const { context } = await openTestContext()
const { scope } = await createTestWorkspace(context)
const match = (facts: Omit<PersonFacts, 'source'>) =>
  transaction(scope, (tx) => matchPerson(tx, { source: 'test', ...facts }))
const bsuid = () => ({ kind: 'bsuid' as const, value: `IN.${newId()}` })

async function conflictsOf(personId: string) {
  const rows = await scope.db
    .selectFrom('timeline_entries')
    .select('data')
    .where('workspace_id', '=', scope.workspaceId)
    .where('person_id', '=', personId)
    .where('kind', '=', 'identity_conflict')
    .execute()
  return rows.map((row) => row.data)
}

describe('a person', () => {
  test('is found by the number a platform knows, though it never gave us a phone', async () => {
    const phoneE164 = testPhone()
    const known = await match({ identities: [{ kind: 'wa_id', value: phoneE164.slice(1) }] })
    assert.equal(known.matchedBy, null)
    const found = await match({ phoneE164 })
    assert.deepEqual([found.person.id, found.matchedBy], [known.person.id, 'channel_identity'])
    assert.equal(found.person.phone_e164, phoneE164)
    assert.equal((await match({ phoneE164 })).matchedBy, 'phone')
  })

  test('without a phone is found by the identity of the channel', async () => {
    const identities = [bsuid()]
    const made = await match({ name: 'A user name', identities })
    const found = await match({ identities, phoneE164: testPhone() })
    assert.deepEqual([found.person.id, found.matchedBy], [made.person.id, 'channel_identity'])
  })

  test('is found under both spellings of a Mexican, Argentine or Brazilian mobile', async () => {
    for (const [written, other] of [
      ['+5215512345678', '+525512345678'],
      ['+5491123456789', '+541123456789'],
      ['+5511987654321', '+551187654321'],
    ] as const) {
      const made = await match({ phoneE164: written })
      const found = await match({ phoneE164: other })
      assert.deepEqual([found.person.id, found.matchedBy], [made.person.id, 'phone'])
      assert.equal(found.person.phone_e164, written)
    }
  })

  test('keeps its further addresses, also from somebody who has them in another spelling', async () => {
    const email = `${newId()}@b\u00e4ckerei.example`
    const owner = await match({
      phoneE164: '+5215587654321',
      otherEmails: [email],
      email: 'o@x.example',
    })
    const ascii = email.replace('b\u00e4ckerei', 'xn--bckerei-5wa')
    const others = [
      { email: `${newId()}@x.example`, otherPhones: ['+525587654321'], otherEmails: [ascii] },
      { phoneE164: testPhone(), otherPhones: ['+525587654321'] },
    ]
    const matched = await transaction(scope, (tx) =>
      matchPeople(
        tx,
        others.map((facts) => ({ source: 'test', ...facts })),
      ),
    )
    for (const { person } of matched) {
      assert.notEqual(person.id, owner.person.id)
      assert.equal((await conflictsOf(person.id)).length, 1)
    }
    assert.equal((await match({ phoneE164: '+525587654321' })).person.id, owner.person.id)
    assert.equal((await match({ email: ascii })).person.id, owner.person.id)
  })

  test('keeps its further addresses from another one of the same list', async () => {
    const [one, other] = await transaction(scope, (tx) =>
      matchPeople(tx, [
        { source: 'test', phoneE164: testPhone(), otherPhones: ['+5491187654321'] },
        { source: 'test', phoneE164: testPhone(), otherPhones: ['+541187654321'] },
      ]),
    )
    assert.notEqual(one!.person.id, other!.person.id)
    assert.equal((await match({ phoneE164: '+541187654321' })).person.id, one!.person.id)
    assert.equal((await conflictsOf(other!.person.id)).length, 1)
  })

  test('keeps the latest time it was seen', async () => {
    const phoneE164 = testPhone()
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
    await match({ phoneE164, seenAt: late })
    assert.deepEqual((await match({ phoneE164, seenAt: early })).person.last_seen_at, late)
    assert.deepEqual((await match({ phoneE164 })).person.last_seen_at, late)
  })

  test('that the facts contradict is flagged with whom they belong to, and stays two', async () => {
    const [phoneE164, identity] = [testPhone(), bsuid()]
    const byPhone = await match({ phoneE164 })
    const byChannel = await match({ identities: [identity] })
    const { person } = await match({ phoneE164, identities: [identity] })
    assert.equal(person.id, byPhone.person.id)
    assert.deepEqual(await conflictsOf(person.id), [
      { belongs_to: [{ kind: 'bsuid', person_id: byChannel.person.id }] },
    ])
    assert.equal((await match({ identities: [identity] })).person.id, byChannel.person.id)
  })

  test('made by many at once from crossing facts exists, and so does every owner of an identity', async () => {
    const phones = [testPhone(), testPhone()]
    const identities = [bsuid(), bsuid(), bsuid()]
    const emails = [1, 2].map(() => `${newId()}@example.com`)
    const found = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        match({
          phoneE164: phones[index % 2],
          email: emails[(index >> 1) % 2],
          identities: [identities[index % 3]!],
        }),
      ),
    )
    const owners = await scope.db
      .selectFrom('identities')
      .select(['value', 'person_id'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('value', 'in', [...phones, ...emails, ...identities.map((each) => each.value)])
      .execute()
    const people = new Set(found.map(({ person }) => person.id))
    for (const owner of owners) assert.ok(people.has(owner.person_id))
  })
})
