import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace, testPhone } from '#test/factories.ts'
import { openImports } from '#test/imports.ts'
import { openInbound, rowsOf } from '#test/inbound.ts'
import { toStoredName } from '#web-chats/visitors/verify-user-token.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const inbound = openInbound(context)

/** A contact as a program or a person writes it; the campaign tells them apart. */
type Written = { name: string; phone: string; email: string; campaign: string }

const digits = (index: number) => `98201${String(index).padStart(5, '0')}`

const names = fc
  .tuple(
    fc.constantFrom('', ' ', '\u00a0', '\u202e', '\ufeff', '\u3164'),
    fc.constantFrom('Mira', 'José', 'علی\u200cرضا', '👩‍👧', 'O’Neil', '李小龙', 'प्रिया'),
    fc.constantFrom(' ', '  ', '\r\n', '\t', '\u2028', ' \u200b', '\u2066 \u2069'),
    fc.constantFrom('Rao', 'Núñez', '🇮🇳', 'x'.repeat(190), '.'),
    fc.constantFrom('', ' ', '\u200e', '\r\n', '\u2800'),
  )
  .map((parts) => parts.join(''))

const phones = fc.constantFrom<(national: string) => string>(
  (national) => national,
  (national) => `+91 ${national.slice(0, 5)} ${national.slice(5)}`,
  (national) => `0${national}`,
  (national) => `091${national}`,
  (national) => `0091-${national}`,
  (national) => `tel:+91-${national}`,
  (national) => `whatsapp:+91${national}`,
  (national) => `91${national}@s.whatsapp.net`,
  (national) => `\u202a+91${national}\u202c`,
  (national) => `${national}\r\n`,
  (national) => ` (${national.slice(0, 5)}) ${national.slice(5)} `,
)

const emails = fc.constantFrom<(name: string) => string>(
  (name) => `${name}@shop.example`,
  (name) => ` ${name}@Shop.example\u00a0`,
  (name) => `mailto:${name}@shop.example`,
  (name) => `Mira Rao <${name}@shop.example>`,
  (name) => `${name}@bäckerei.example`,
  (name) => `${name}@xn--bckerei-5wa.example`,
  (name) => `${name}@shop.example\u200b`,
)

const written: Written[] = fc
  .sample(fc.tuple(names, phones, emails), { seed: 174, numRuns: 60 })
  .map(([name, phone, email], index) => ({
    name,
    phone: phone(digits(index)),
    email: email(`mira.${index}`),
    campaign: `campaign-${index}`,
  }))

async function keptBy(scope: Scope) {
  const rows = await rowsOf(scope, 'people')
  return new Map(
    rows.map(({ name, phone_e164, email, campaign }) => [campaign, { name, phone_e164, email }]),
  )
}

async function viaApi() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  for (const body of written) {
    const answer = await call('POST /api/v1/contacts', { key, body })
    assert.equal(answer.status, 201, `${JSON.stringify(body)} ${answer.text}`)
  }
  return { scope, key, kept: await keptBy(scope) }
}

const api = await viaApi()

test('every door keeps the same name, phone number and email address for the same input', async () => {
  const { scope, load } = await openImports(context, call)
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = written.map((each) => Object.values(each).map(quoted).join(','))
  const loaded = await load(['name,phone,email,campaign', ...rows].join('\n'))
  assert.equal(loaded.rejected_count, 0, JSON.stringify(loaded))
  assert.deepEqual(await keptBy(scope), api.kept, 'import')

  const { scope: formScope, workspaceId } = await createTestWorkspace(context)
  const form = await createForm(formScope, { name: 'Website' })
  for (const each of written) {
    const answer = await inbound.app.inject({
      method: 'POST',
      url: `/webhook/form/${form.token}`,
      payload: each,
    })
    assert.equal(answer.statusCode, 202, answer.body)
  }
  await inbound.work(workspaceId)
  assert.deepEqual(await keptBy(formScope), api.kept, 'form')

  for (const { name, campaign } of written)
    assert.equal(toStoredName(name), api.kept.get(campaign)?.name, 'web chat')
})

test('a profile name of a platform is kept as the same name', async () => {
  const { scope, account, receive } = await inbound.open()
  for (const [index, { name }] of written.entries()) {
    const from = `91${digits(index)}`
    const value = textFrom(from, 'Hello')
    await receive(payloadOf(account, { ...value, contacts: [{ wa_id: from, profile: { name } }] }))
  }
  const rows = await rowsOf(scope, 'people')
  assert.deepEqual(
    new Map(rows.map((row) => [row.phone_e164, row.name])),
    new Map([...api.kept.values()].map((each) => [each.phone_e164, each.name])),
  )
})

test('filters and searches find a contact by every way to write its addresses', async () => {
  const { key, scope } = api
  const ids = new Map((await rowsOf(scope, 'people')).map(({ id, campaign }) => [campaign, id]))
  const foundBy = async (path: string): Promise<string[]> => {
    const answer = await call(`GET ${path}`, { key })
    assert.equal(answer.status, 200, answer.text)
    const { data, people = data } = answer.body
    return people.map((each: { id: string }) => each.id)
  }
  for (const { phone, email, campaign } of written.slice(0, 40)) {
    const id = ids.get(campaign)
    for (const [name, text] of Object.entries({ phone_e164: phone, email })) {
      const value = encodeURIComponent(text)
      assert.deepEqual(await foundBy(`/api/v1/contacts?${name}=${value}`), [id], text)
      assert.deepEqual(await foundBy(`/api/v1/contacts?q=${value}`), [id], `q ${text}`)
      assert.deepEqual(await foundBy(`/api/v1/search?q=${value}&kinds=people`), [id], text)
    }
  }
})

test('a plus sign that was not encoded in a URL is still one', async () => {
  const { key } = await openEmpty()
  const phone = '+6591230174'
  await create(key, { name: 'Tan', phone, email: 'tan+news@shop.example' })
  for (const query of [
    'phone_e164=+6591230174',
    'email=tan+news@shop.example',
    'q=+65 9123 0174',
  ]) {
    const { body } = await call(`GET /api/v1/contacts?${query}`, { key })
    assert.equal(body.data.length, 1, query)
  }
})

test('conversations are found by a phone number with blanks', async () => {
  const { scope, account, receive } = await inbound.open()
  const key = await createTestKey(scope, ['*'])
  const from = testPhone().slice(1)
  await receive(payloadOf(account, textFrom(from, 'Hello')))
  for (const q of [
    `${from.slice(2, 7)} ${from.slice(7)}`,
    `+91 ${from.slice(2)}`,
    `0${from.slice(2)}`,
  ]) {
    const { body } = await call(`GET /api/v1/chats?q=${encodeURIComponent(q)}`, { key })
    assert.equal(body.data.length, 1, q)
  }
})

test('an empty text is like null in every optional field', async () => {
  const { key } = await openEmpty()
  for (const more of [
    { email: '' },
    { phone: '' },
    { campaign: '' },
    { source: '' },
    { fields: '' },
  ])
    await create(key, { name: 'Mira', ...more })
  const { id } = await create(key, { name: 'Mira', email: 'empty@shop.example', campaign: 'may' })
  const changed = await call(`PATCH /api/v1/contacts/${id}`, {
    key,
    body: { email: '', campaign: '' },
  })
  assert.deepEqual([changed.body.email, changed.body.campaign], [null, null], changed.text)
  const ticket = { person_id: id, title: 'Late', priority: '', description: '', assignee_id: '' }
  const made = await call('POST /api/v1/tickets', { key, body: ticket })
  assert.deepEqual([made.status, made.body.priority], [201, 'medium'], made.text)
  const none = await call('POST /api/v1/contacts', { key, body: { name: '', phone: '' } })
  assert.equal(none.status, 422)
})

test('a name that shows nothing is none, and a stored one is filled', async () => {
  const { key, scope } = await openEmpty()
  const invisible = '\u3164\u200b'
  const refused = await call('POST /api/v1/contacts', { key, body: { name: invisible } })
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'name'])
  const phone = testPhone()
  const { id } = await create(key, { phone })
  await sql`
    update people set name = ${invisible}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  assert.equal((await create(key, { phone, name: 'Mira' })).name, 'Mira')
  assert.equal((await create(key, { phone, name: 'Other' })).name, 'Mira')
})

test('a name has as many characters as a person sees', async () => {
  const { key } = await openEmpty()
  const name = '👩‍👧'.repeat(150)
  assert.equal((await create(key, { name })).name, name)
  const long = await call('POST /api/v1/contacts', { key, body: { name: 'é'.repeat(201) } })
  assert.deepEqual([long.status, long.body.errors[0].code], [422, 'too_long'], long.text)
})

test('an email address that is stored in a former spelling is the same one', async () => {
  const { key, scope } = await openEmpty()
  const { id } = await create(key, { name: 'Mira', email: 'mira@bäckerei.example' })
  await sql`
    update identities set value = 'mira@xn--bckerei-5wa.example'
    where workspace_id = ${scope.workspaceId} and person_id = ${id}`.execute(scope.db)
  for (const email of ['Mira@BÄCKEREI.example', 'mira@xn--bckerei-5wa.example']) {
    assert.equal((await create(key, { name: 'Mira', email })).id, id, email)
    const { body } = await call(`GET /api/v1/contacts?email=${encodeURIComponent(email)}`, { key })
    assert.equal(body.data[0]?.id, id, email)
  }
  const other = await create(key, { name: 'Raj' })
  const taken = await call(`PATCH /api/v1/contacts/${other.id}`, {
    key,
    body: { email: 'mira@bäckerei.example' },
  })
  assert.equal(taken.body.code, 'identity_taken', taken.text)
  await call(`PATCH /api/v1/contacts/${id}`, { key, body: { email: null } })
  assert.equal((await rowsOf(scope, 'identities')).length, 0)
})

test('two numbers, and numbers of a wrong length, are refused with what is wrong', async () => {
  const { key } = await openEmpty()
  for (const [phone, said] of [
    ['+91 98201 74016 / 17', /one phone number/],
    ['+91 98201 7401', /as many digits/],
    ['+91 98201 74016 7', /as many digits/],
  ] as const) {
    const answer = await call('POST /api/v1/contacts', { key, body: { name: 'Mira', phone } })
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_phone'], answer.text)
    assert.match(answer.body.detail, said)
  }
})

test('a slash at the end of a path changes nothing', async () => {
  const { key } = await openEmpty()
  const made = await call('POST /api/v1/contacts/', { key, body: { name: 'Mira' } })
  assert.equal(made.status, 201, made.text)
  for (const path of ['contacts/', `contacts/${made.body.id}/`, 'chats/', 'tickets/?limit=1'])
    assert.equal((await call(`GET /api/v1/${path}`, { key })).status, 200, path)
  const missing = await call('GET /api/v1/nothing/', { key })
  assert.deepEqual([missing.status, missing.body.code], [404, 'route_not_found'])
  assert.equal((await call('PUT /api/v1/contacts/', { key })).status, 405)
})

test('a compressed body is refused as what it is', async () => {
  const { key } = await openEmpty()
  const { status, body } = await call('POST /api/v1/contacts', {
    key,
    body: gzipSync('{"name":"Mira"}'),
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
  })
  assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
})

async function openEmpty() {
  const { scope } = await createTestWorkspace(context)
  return { scope, key: await createTestKey(scope, ['*']) }
}

async function create(key: string, body: object) {
  const answer = await call('POST /api/v1/contacts', { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
