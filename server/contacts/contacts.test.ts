import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Event } from '#client/generated/models.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { inertCell } from '#lib/exporting/csv-lines.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createExportReader, readOnlyAuditEntry } from '#test/exports.ts'
import { createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createContacts, findContactPhones } from './create-contact.ts'
import type { Person } from './schema.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const create = async (body: object): Promise<Person> => {
    const answer = await call('POST /api/v1/contacts', { key, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const patch = (id: string, body: object) => call(`PATCH /api/v1/contacts/${id}`, { key, body })
  const get = async (id: string) => (await call(`GET /api/v1/contacts/${id}`, { key })).body
  const find = async (query: string): Promise<string[]> => {
    const answer = await call(`GET /api/v1/contacts?${query}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map((person: Person) => person.name)
  }
  const { exported, posted } = createExportReader(call, '/api/v1/contacts/export.csv', key)
  return { scope, key, create, patch, get, find, exported, posted }
}

const email = () => `${newId()}@example.com`

test('contacts that are created together read the country of the workspace once', async () => {
  const { scope } = await open()
  let reads = 0
  const directory = watchQueries(scope.directory, (query) => {
    if (query.includes('"workspaces"')) reads++
  })
  const inputs = [0, 1, 2].map(() => ({ phone_e164: testPhone().replace('+91', '0') }))
  const find = await findContactPhones({ ...scope, directory }, inputs)
  const contacts = await transaction(scope, (tx) => createContacts(tx, inputs, find))
  assert.deepEqual(
    contacts.map((contact) => contact.phone_e164),
    inputs.map(({ phone_e164: phone }) => phone.replace('0', '+91')),
  )
  assert.equal(reads, 1)
})

test('a repeated request gets its first answer, also where the country of the workspace has changed since', async () => {
  const { scope, key } = await open()
  const body = { phone_e164: testPhone().replace('+91', '0') }
  const ask = () =>
    call('POST /api/v1/contacts', { key, body, headers: { 'idempotency-key': 'national' } })
  const first = await ask()
  assert.equal(first.status, 201, first.text)
  await scope.directory
    .updateTable('workspaces')
    .set({ default_country: 'US' })
    .where('id', '=', scope.workspaceId)
    .execute()
  const repeat = await ask()
  assert.equal(repeat.text, first.text)
  assert.equal(repeat.headers['idempotent-replayed'], 'true')
})

describe('changing a contact', () => {
  test('changes what is named, empties what is null, and tells of it once', async () => {
    const { key, create, patch, get } = await open()
    const made = await create({ name: 'Asha', phone: testPhone(), email: email(), campaign: 'may' })
    const { body } = await patch(made.id, { name: ' Asha Rao ', campaign: null })
    assert.deepEqual(
      [body.name, body.campaign, body.phone_e164],
      ['Asha Rao', null, made.phone_e164],
    )
    assert.deepEqual(await get(made.id), body)
    assert.deepEqual((await patch(made.id, { name: 'Asha Rao' })).body, body)
    const events = await call('GET /api/v1/events?limit=100', { key })
    const updates = events.body.data.filter((event: Event) => event.type === 'contact.updated')
    assert.deepEqual(
      updates.map((event: Event) => event.data),
      [body],
    )
  })

  test('sets and removes further facts one by one', async () => {
    const { create, patch } = await open()
    const { id } = await create({ name: 'Ravi' })
    await patch(id, { fields: { City: 'Pune', Plan: 'gold' } })
    const { body } = await patch(id, { fields: { City: null, Size: 'M' } })
    assert.deepEqual(body.fields, { Plan: 'gold', Size: 'M' })
    const many = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`f${index}`, 'x']))
    const refused = await patch(id, { fields: many })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'fields'])
  })

  test('lets a phone go that another takes the place of: it may become a stranger', async () => {
    const { create, patch, get } = await open()
    const [former, next] = [testPhone(), testPhone()]
    const { id } = await create({ name: 'Asha', phone: former })
    const { body } = await patch(id, { phone: next.slice(3) })
    assert.equal(body.phone_e164, next)
    assert.deepEqual(body.identities, [{ kind: 'phone_e164', value: next }])
    const stranger = await create({ phone: former })
    assert.notEqual(stranger.id, id)
    assert.equal((await create({ phone: next })).id, id)
    assert.deepEqual((await patch(id, { phone_e164: null })).body.identities, [])
    assert.equal((await get(id)).phone_e164, null)
  })

  test('refuses what belongs to somebody else, and names them', async () => {
    const { create, patch, get } = await open()
    const other = await create({ name: 'Other', phone: testPhone(), email: email() })
    const mine = await create({ name: 'Mine', phone: testPhone() })
    const before = await get(mine.id)
    for (const body of [{ phone: other.phone_e164 }, { email: other.email?.toUpperCase() }]) {
      const answer = await patch(mine.id, body)
      assert.deepEqual([answer.status, answer.body.code], [409, 'identity_taken'])
      assert.ok(answer.body.detail.includes(other.id))
    }
    assert.deepEqual(await get(mine.id), before)
  })

  test('refuses what a new contact refuses, and to leave nothing to know somebody by', async () => {
    const { create, patch } = await open()
    const { id } = await create({ name: 'Only a name' })
    for (const [field, body] of [
      ['phone_e164', { phone_e164: '12' }],
      ['email', { email: 'x' }],
      ['name', { name: '' }],
      ['name', { name: null }],
      ['name', { name: ' ' }],
      ['fields.a', { fields: { a: [1] } }],
      ['source', { source: 'x' }],
    ] as const) {
      const answer = await patch(id, body)
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.equal(answer.body.errors[0].field, field)
    }
    const missing = await patch(newId(), { name: 'x' })
    assert.deepEqual([missing.status, missing.body.code], [404, 'person_not_found'])
  })
})

describe('a note', () => {
  test('stands on the timeline with who wrote it', async () => {
    const { key, create } = await open()
    const { id } = await create({ name: 'Asha' })
    const body = { text: ' Prefers mornings. ' }
    const note = await call(`POST /api/v1/contacts/${id}/notes`, { key, body })
    assert.equal(note.status, 201, note.text)
    assert.equal(note.body.data.text, 'Prefers mornings.')
    assert.equal(note.body.data.author.type, 'api_key')
    const timeline = await call(`GET /api/v1/contacts/${id}/timeline`, { key })
    assert.deepEqual(timeline.body.data[0], note.body)
    const leads = await call(`GET /api/v1/contacts/${id}/timeline?kinds=lead,ticket`, { key })
    assert.ok(!leads.body.data.some((entry: { kind: string }) => entry.kind === 'note'))
    const notes = await call(`GET /api/v1/contacts/${id}/timeline?kinds=note`, { key })
    assert.deepEqual(notes.body.data, [note.body])
    const unknown = await call(`GET /api/v1/contacts/${id}/timeline?kinds=notes`, { key })
    assert.equal(unknown.status, 422)
  })
})

describe('the list of contacts', () => {
  test('is filtered by where they came from, when, and what they have', async () => {
    const { key, create, find } = await open()
    await create({ name: 'A', phone: testPhone(), source: 'fair', campaign: 'may' })
    const b = await create({ name: 'B', email: email() })
    assert.deepEqual(await find('source=fair'), ['A'])
    assert.deepEqual(await find('campaign=may'), ['A'])
    assert.deepEqual(await find('has=phone'), ['A'])
    assert.deepEqual(await find('has=email'), ['B'])
    assert.deepEqual(await find(`created_until=${b.created_at as never as string}`), ['A'])
    assert.deepEqual(await find(`created_since=${b.created_at as never as string}`), ['B'])
    assert.deepEqual(await find('seen_since=2020-01-01T00:00:00Z'), [])
    assert.deepEqual(await find(`ids=${newId()},${b.id}`), ['B'])
    for (const ids of ['x', `${b.id},`, Array(101).fill(b.id).join()])
      assert.equal((await call(`GET /api/v1/contacts?ids=${ids}`, { key })).status, 422)
    assert.deepEqual(await find(`q=${(await create({ name: '100%_x' })).name?.slice(3, 5)}`), [
      '100%_x',
    ])
  })

  test('is filtered by language, whatever the region', async () => {
    const { key, create, find, patch } = await open()
    const a = await create({ name: 'A', phone: testPhone(), language: 'pt_br' })
    assert.equal(a.language, 'pt-BR')
    await create({ name: 'B', phone: testPhone(), language: 'en' })
    assert.deepEqual(await find('language=pt'), ['A'])
    assert.deepEqual(await find('language=pt-br'), ['A'])
    assert.deepEqual(await find('language=pt-PT'), [])
    assert.equal((await patch(a.id, { language: null })).body.language, null)
    assert.deepEqual(await find('language=pt'), [])
    const refused = await patch(a.id, { language: 'Portuguese' })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'language'])
    assert.equal((await call('GET /api/v1/contacts?language=%25%25', { key })).status, 422)
  })

  test('stands by name or by age, the same in pages of any size', async () => {
    const { key, create, find } = await open()
    for (const name of ['bela', 'Asha', 'Ça va', 'asha', 'Zoë', 'अनु']) await create({ name })
    await create({ phone: testPhone() })
    const byAge = ['अनु', 'Zoë', 'asha', 'Ça va', 'Asha', 'bela']
    assert.deepEqual((await find('sort=created')).slice(1), byAge)
    const byName = await find('sort=name')
    assert.deepEqual(byName.slice(1, 4), ['Asha', 'asha', 'bela'])
    for (const sort of ['name', 'created']) {
      const whole = await find(`sort=${sort}`)
      const paged: string[] = []
      for (let cursor = ''; ;) {
        const { body } = await call(`GET /api/v1/contacts?sort=${sort}&limit=2${cursor}`, { key })
        paged.push(...body.data.map((person: Person) => person.name))
        if (body.next_cursor === null) break
        cursor = `&cursor=${body.next_cursor}`
      }
      assert.deepEqual(paged, whole)
    }
  })
})

describe('the export', () => {
  test('has everybody the filters find, with their further facts', async () => {
    const { create, patch, exported, posted } = await open()
    const phone = testPhone()
    const { id } = await create({ name: 'Zoë "Z", Rao\nsecond line', phone, source: 'fair' })
    await patch(id, { fields: { City: 'पुणे' } })
    for (let index = 0; index < 3; index++) await create({ name: `P${index}` })
    const rows = await exported()
    assert.deepEqual(
      rows.map((row) => row['name']),
      ['P2', 'P1', 'P0', 'Zoë "Z", Rao second line'],
    )
    assert.deepEqual([rows[3]!['phone_e164'], rows[3]!['City']], [phone, 'पुणे'])
    assert.deepEqual(
      (await exported('?source=fair')).map((row) => row['id']),
      [id],
    )
    assert.deepEqual(
      (await posted({ except_ids: [id, rows[1]!['id']!] })).map((row) => row['id']),
      (await exported(`?except_ids=${id},${rows[1]!['id']}`)).map((row) => row['id']),
    )
    assert.deepEqual(
      (await posted({ ids: [id] })).map((row) => row['id']),
      [id],
    )
    assert.deepEqual(
      (await exported(`?except_ids=${id},${rows[1]!['id']}`)).map((row) => row['name']),
      ['P2', 'P0'],
    )
  })

  test('goes on over many pages without leaving anybody out', async () => {
    const { scope, exported } = await open()
    const now = new Date()
    await scope.db
      .insertInto('people')
      .values(
        Array.from({ length: 2_001 }, (_, index) => ({
          workspace_id: scope.workspaceId,
          id: newId(),
          name: `P${index}`,
          source: 'test',
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
    const rows = await exported()
    assert.equal(new Set(rows.map((row) => row['id'])).size, 2_001)
  })

  test('holds no cell that a spreadsheet takes for a formula', async () => {
    const { create, patch, exported } = await open()
    const bad = ['=1+1', '@SUM(A1)', '-2+3', '+1+cmd', '\t=1', ' =1', '＝1', "=HYPERLINK('x')"]
    const { id } = await create({ name: bad[0]! })
    const fields = Object.fromEntries(bad.map((text, index) => [`=f${index}`, text]))
    await patch(id, { fields })
    const [row] = await exported()
    for (const [name, text] of Object.entries(row!)) {
      assert.doesNotMatch(name, /^\s*[=+\-@＝]/)
      assert.doesNotMatch(text, /^\s*[=+\-@＝]/)
    }
    for (const plain of ['+919812345678', '-5', 'a=b', '', 'Rao-Singh'])
      assert.equal(inertCell(plain), plain)
  })

  test('is kept in the audit log', async () => {
    const { scope, exported } = await open()
    await exported('?source=fair')
    assert.deepEqual(await readOnlyAuditEntry(scope), [
      'contacts.exported',
      { filters: { source: 'fair' } },
    ])
  })
})
