import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContactUpdatedEvent } from '#client/generated/models.ts'
import { newId } from '#lib/ids.ts'
import { countDeadlocks } from '#test/deadlocks.ts'
import { createTestChat, createTestPerson, testPhone } from '#test/factories.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

const { call, context, scope, key } = await openContract()
const create = (body: unknown, by = key) => call('POST /api/v1/contacts', { key: by, body })
const testEmail = () => `${newId()}@example.com`
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

async function count(table: 'people' | 'identities', by = scope): Promise<number> {
  const rows = await by.db
    .selectFrom(table)
    .select('workspace_id')
    .where('workspace_id', '=', by.workspaceId)
    .execute()
  return rows.length
}

async function timelineOf(personId: string) {
  const { body } = await call(`GET /api/v1/contacts/${personId}/timeline?limit=100`, { key })
  return body.data as { kind: string; data: any }[]
}

describe('a new contact', () => {
  test('has every field, with source api and null where nothing is known', async () => {
    const { status, body } = await create({ name: 'Meera Iyer' })
    assert.equal(status, 201)
    assert.equal(body.name, 'Meera Iyer')
    assert.equal(body.source, 'api')
    for (const field of ['phone_e164', 'email', 'campaign', 'last_seen_at', 'matched_by'])
      assert.equal(body[field], null, field)
    assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(body.lead.source, 'api')
    assert.equal(body.lead.campaign, null)
    const person = await call(`GET /api/v1/contacts/${body.id}`, { key })
    const { matched_by: _matched, lead: _lead, ...fields } = body
    assert.deepEqual(person.body, { ...fields, username: null, identities: [], merged_ids: [] })
  })

  test('keeps what it is given', async () => {
    const phone_e164 = testPhone()
    const given = { name: 'Ravi', phone_e164, email: testEmail(), source: 'fair', campaign: 'may' }
    const { body } = await create(given)
    for (const [field, value] of Object.entries(given)) assert.equal(body[field], value, field)
    assert.deepEqual([body.lead.source, body.lead.campaign], ['fair', 'may'])
  })

  test('needs a name or a phone', async () => {
    for (const body of [{}, { email: testEmail() }, { name: '   ' }, { source: 'x' }])
      assertProblem(await create(body), 422, 'validation_failed', 'name')
  })

  test('with ten Indian digits gets +91', async () => {
    const phone = testPhone()
    assert.equal((await create({ phone_e164: phone.slice(3) })).body.phone_e164, phone)
    assert.equal((await create({ phone: phone.slice(3) })).body.phone_e164, phone)
  })

  test('has one phone however its punctuation is written', async () => {
    const phone = testPhone()
    const [, a, b] = /^\+91(\d{5})(\d{5})$/.exec(phone)!
    const first = (await create({ phone_e164: phone })).body
    for (const written of [
      `${a} ${b}`,
      `${a}-${b}`,
      `(${a}) ${b}`,
      `+91 ${a} ${b}`,
      `+91-${a}-${b}`,
      `0091${a}${b}`,
      `91${a}${b}`,
      `0${a}${b}`,
    ]) {
      const { status, body } = await create({ phone_e164: written })
      assert.equal(status, 201, written)
      assert.equal(body.id, first.id, written)
      assert.equal(body.phone_e164, phone)
    }
  })

  test('may have any international number', async () => {
    for (const [written, e164] of [
      ['+1 (415) 555-0132', '+14155550132'],
      ['+44 20 7946 0958', '+442079460958'],
      ['0049 30 901820', '+4930901820'],
    ])
      assert.equal((await create({ phone_e164: written })).body.phone_e164, e164)
  })

  test('has a national number of the country of its workspace', async () => {
    const american = await openWorkspace(context)
    const { scope: there, key: by } = american
    await there.directory
      .updateTable('workspaces')
      .set({ default_country: 'US' })
      .where('id', '=', there.workspaceId)
      .execute()
    const chat = await createTestChat(there, { phoneE164: '+19175550199' })
    const { body } = await create({ name: 'Ann', phone_e164: '(917) 555-0123' }, by)
    assert.equal(body.phone_e164, '+19175550123')
    const changed = await call(`PATCH /api/v1/contacts/${body.id}`, {
      key: by,
      body: { phone: '917-555-0124' },
    })
    assert.equal(changed.body.phone_e164, '+19175550124')
    const found = await call('GET /api/v1/contacts?phone_e164=9175550124', { key: by })
    assert.deepEqual(
      found.body.data.map((person: { id: string }) => person.id),
      [body.id],
    )
    const sent = await call('POST /api/v1/messages/send', {
      key: by,
      body: { phone: '917 555 0199', message: 'Hello' },
    })
    assert.equal(sent.body.conversation_id, chat.id, sent.text)
  })

  test('with an invalid phone is refused, under the name that was used', async () => {
    for (const phone of ['12', 'hello', '+', '98x1234567', '+999999999999999999', '٣'])
      for (const field of ['phone_e164', 'phone'])
        assertProblem(await create({ name: 'A', [field]: phone }), 422, 'invalid_phone', field)
  })

  test('with an invalid field is refused', async () => {
    const name = 'A'
    for (const [field, body] of [
      ['email', { name, email: 'not an address' }],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(201) }],
      ['name', { name: 7 }],
      ['phone_e164', { phone_e164: 9_812_345_678 }],
      ['campaign', { name, campaign: ['x'] }],
    ] as const)
      assertProblem(await create(body), 422, 'validation_failed', field)
  })

  test('takes null for a field that is not set, as answers have it', async () => {
    const { name, phone_e164, email, source, campaign } = (await create({ name: 'N' })).body
    const again = await create({ name, phone_e164, email, source, campaign })
    assert.equal(again.status, 201, again.text)
    assert.deepEqual(
      [again.body.phone_e164, again.body.email, again.body.campaign],
      [null, null, null],
    )
    const nobody = await create({ name: null, phone_e164: null, phone: null })
    assertProblem(nobody, 422, 'validation_failed', 'name')
  })
})

describe('matching', () => {
  test('goes by phone, then email, then channel identity', async () => {
    const [phone, email] = [testPhone(), testEmail()]
    const byPhone = (await create({ phone_e164: phone })).body
    const byEmail = (await create({ name: 'B', email })).body
    const byChannel = await createWaPerson()

    const all = (await create({ phone_e164: phone, email })).body
    assert.deepEqual([all.id, all.matched_by], [byPhone.id, 'phone'])
    const mail = (await create({ phone_e164: byChannel.phone, email })).body
    assert.deepEqual([mail.id, mail.matched_by], [byEmail.id, 'email'])
    const wa = await createWaPerson()
    const channel = (await create({ phone_e164: wa.phone, email: testEmail() })).body
    assert.deepEqual([channel.id, channel.matched_by], [wa.id, 'channel_identity'])
    assert.equal((await create({ name: 'nobody yet' })).body.matched_by, null)
  })

  async function createWaPerson(): Promise<{ id: string; phone: string }> {
    const { id } = (await create({ name: 'On WhatsApp' })).body
    const phone = testPhone()
    await scope.db
      .insertInto('identities')
      .values({
        workspace_id: scope.workspaceId,
        kind: 'wa_id',
        value: phone.slice(1),
        person_id: id,
        created_at: new Date(),
      })
      .execute()
    return { id, phone }
  }

  test('folds the case of an email address and keeps it as it was first written', async () => {
    const email = `Anita.${newId()}@Example.COM`
    const first = (await create({ name: 'Anita', email })).body
    for (const written of [email.toLowerCase(), email.toUpperCase()]) {
      const { body } = await create({ name: 'Another', email: written })
      assert.deepEqual([body.id, body.matched_by, body.email], [first.id, 'email', email])
    }
    const { body } = await call(`GET /api/v1/contacts?email=${email.toUpperCase()}`, { key })
    assert.deepEqual(
      body.data.map((each: { id: string }) => each.id),
      [first.id],
    )
  })

  test('overwrites nothing and fills what is empty', async () => {
    const phone_e164 = testPhone()
    const email = testEmail()
    const first = (await create({ phone_e164, source: 'fair' })).body
    const filled = (await create({ phone_e164, name: 'Asha', email, campaign: 'one' })).body
    assert.equal(filled.id, first.id)
    assert.deepEqual([filled.name, filled.email, filled.campaign], ['Asha', email, 'one'])
    assert.equal(filled.source, 'fair')
    const again = (
      await create({ phone_e164, name: 'Other', email: testEmail(), campaign: 'two', source: 'x' })
    ).body
    for (const field of ['name', 'email', 'campaign', 'source', 'updated_at'])
      assert.equal(again[field], filled[field], field)
    assert.deepEqual([again.lead.source, again.lead.campaign], ['x', 'two'])
    const byMail = (await create({ name: 'X', email })).body
    assert.equal(byMail.id, first.id)
  })

  test('puts a lead on the timeline each time', async () => {
    const phone_e164 = testPhone()
    const { id } = (await create({ phone_e164 })).body
    await create({ phone_e164, source: 'fair' })
    await create({ phone_e164, source: 'web', campaign: 'june' })
    const leads = (await timelineOf(id)).filter((entry) => entry.kind === 'lead')
    assert.deepEqual(
      leads.map((entry) => entry.data.source),
      ['web', 'fair', 'api'],
    )
    assert.equal(leads[0]!.data.campaign, 'june')
  })

  test('flags facts of two people and merges nobody', async () => {
    const [phone_e164, email] = [testPhone(), testEmail()]
    const byPhone = (await create({ name: 'P', phone_e164 })).body
    const byEmail = (await create({ name: 'E', email })).body
    const { body } = await create({ name: 'Both', phone_e164, email })
    assert.equal(body.id, byPhone.id)
    assert.equal(body.email, null)
    await create({ name: 'Both again', phone_e164, email })
    const flags = (await timelineOf(byPhone.id)).filter((each) => each.kind === 'identity_conflict')
    assert.deepEqual(
      flags.map((flag) => flag.data),
      [{ belongs_to: [{ kind: 'email', person_id: byEmail.id }] }],
    )
    const still = await call(`GET /api/v1/contacts/${byEmail.id}`, { key })
    assert.deepEqual([still.body.email, still.body.phone_e164], [email, null])
  })

  test('tells of a person whose empty fields were filled, and only then', async () => {
    const phone_e164 = testPhone()
    const { id } = (await create({ phone_e164 })).body
    await create({ phone_e164, name: 'Leela' })
    await create({ phone_e164, name: 'Somebody else' })
    const { body } = await call('GET /api/v1/events?limit=100', { key })
    const updates = body.data.filter(
      (event: ContactUpdatedEvent) => event.type === 'contact.updated' && event.data.id === id,
    )
    const { body: person } = await call(`GET /api/v1/contacts/${id}`, { key })
    const { username: _username, identities: _identities, merged_ids: _merged, ...shown } = person
    assert.deepEqual(
      updates.map((event: ContactUpdatedEvent) => event.data),
      [shown],
    )
  })

  test('keeps on the lead what the person has otherwise already', async () => {
    const [email, other] = [testEmail(), testPhone()]
    const { id } = (await create({ email, phone_e164: testPhone() })).body
    const { body } = await create({ email, phone_e164: other })
    assert.equal(body.id, id)
    assert.notEqual(body.phone_e164, other)
    assert.equal((await timelineOf(id))[0]!.data.phone_e164, other)
  })

  test('knows nothing of another workspace', async () => {
    const [phone_e164, email] = [testPhone(), testEmail()]
    const other = await openWorkspace(context)
    const first = (await create({ phone_e164, email })).body
    const there = (await create({ phone_e164, email }, other.key)).body
    assert.notEqual(there.id, first.id)
    assert.equal(there.matched_by, null)
  })
})

describe('twenty at once', () => {
  test('of one phone are one person and twenty leads', async () => {
    const own = await openWorkspace(context)
    const phone_e164 = testPhone()
    const answers = await Promise.all(
      times(20).map((index) => create({ phone_e164, name: `N${index}` }, own.key)),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal(new Set(answers.map(({ body }) => body.lead.id)).size, 20)
    assert.equal(answers.filter(({ body }) => body.matched_by === null).length, 1)
    assert.equal(await count('people', own.scope), 1)
    const { id } = answers[0]!.body
    const timeline = await call(`GET /api/v1/contacts/${id}/timeline?limit=100`, { key: own.key })
    assert.equal(timeline.body.data.length, 20)
  })

  test('of one email are one person and twenty leads', async () => {
    const own = await openWorkspace(context)
    const email = testEmail()
    const answers = await Promise.all(
      times(20).map((index) =>
        create({ name: `N${index}`, email: index % 2 ? email : email.toUpperCase() }, own.key),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal(await count('people', own.scope), 1)
  })

  test('of crossing phones and emails all succeed and leave no identity twice', async () => {
    for (const round of times(5)) {
      const own = await openWorkspace(context)
      const phones = times(3).map(testPhone)
      const emails = times(3).map(testEmail)
      const deadlocks = await countDeadlocks(context.db)
      const answers = await Promise.all(
        times(20).map((index) =>
          create(
            {
              name: `N${index}`,
              phone_e164: phones[(index + round) % 3],
              email: emails[(index * 2 + Math.floor(index / 3)) % 3],
            },
            own.key,
          ),
        ),
      )
      assert.deepEqual(
        answers.filter(({ status }) => status !== 201).map(({ text }) => text),
        [],
      )
      assert.equal(await countDeadlocks(context.db), deadlocks, 'no deadlock had to be resolved')
      assert.equal(await count('people', own.scope), new Set(answers.map((a) => a.body.id)).size)
      const [sample] = answers
      const page = await call('GET /api/v1/contacts?limit=100', { key: own.key })
      assert.ok(page.body.data.some((each: { id: string }) => each.id === sample!.body.id))
      const { rows } = await identityOwners(own.scope)
      for (const person of page.body.data)
        for (const value of [person.phone_e164, person.email])
          if (value !== null) assert.equal(rows.get(value), person.id)
    }
  })

  async function identityOwners(by: typeof scope) {
    const rows = await by.db
      .selectFrom('identities')
      .select(['value', 'person_id'])
      .where('workspace_id', '=', by.workspaceId)
      .execute()
    return { rows: new Map(rows.map((row) => [row.value, row.person_id])) }
  }

  test('contacts and tickets of one person never wait for each other in a circle', async () => {
    const phone_e164 = testPhone()
    const { id: person_id } = await createTestPerson(scope, { phoneE164: phone_e164 })
    const deadlocks = await countDeadlocks(context.db)
    const answers = await Promise.all(
      times(40).map((index) =>
        index % 2
          ? create({ phone_e164, name: 'x', campaign: `c${index}` })
          : call('POST /api/v1/tickets', { key, body: { person_id, title: `t${index}` } }),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    assert.equal(await countDeadlocks(context.db), deadlocks, 'no deadlock had to be resolved')
  })
})
