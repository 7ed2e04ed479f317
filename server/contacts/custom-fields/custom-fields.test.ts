import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CustomField, FieldError } from '#client/generated/models.ts'
import { newId } from '#lib/ids.ts'
import { CUSTOM_FIELDS_MAX } from '#shared/custom-fields.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestMember, createTestWorkspace, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const define = async (body: object) => {
    const answer = await ask('POST /api/v1/custom-fields', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const create = (body: object) => ask('POST /api/v1/contacts', { name: 'Asha', ...body })
  const count = async (table: 'people' | 'contact_field_values') => {
    const rows = await scope.db
      .selectFrom(table)
      .select('workspace_id')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    return rows.length
  }
  return { scope, key, ask, define, create, count }
}

/** One field of each type. */
const FIELDS = [
  { key: 'note', type: 'text' },
  { key: 'age', type: 'number' },
  { key: 'since', type: 'date' },
  { key: 'vip', type: 'boolean' },
  { key: 'plan', label: 'Plan', type: 'choice', choices: ['Gold', 'Silver'] },
]

describe('the definition of a custom field', () => {
  test('is created, listed, renamed, archived and restored, with an audit entry for each', async () => {
    const { scope, ask, define } = await open()
    const plan = await define({ key: ' plan ', type: 'choice', choices: [' Gold', 'Silver'] })
    assert.deepEqual(
      [plan.key, plan.label, plan.choices, plan.archived_at],
      ['plan', 'plan', ['Gold', 'Silver'], null],
    )
    const path = `/api/v1/custom-fields/${plan.id}`
    const changed = await ask(`PATCH ${path}`, { label: 'Plan', choices: ['Gold', 'Bronze'] })
    assert.deepEqual([changed.body.label, changed.body.choices], ['Plan', ['Gold', 'Bronze']])
    assert.equal((await ask(`DELETE ${path}`)).status, 204)
    assert.equal((await ask(`DELETE ${path}`)).status, 204)
    const list = async (query: string) =>
      (await ask(`GET /api/v1/custom-fields${query}`)).body.data.map(
        (each: CustomField) => each.key,
      )
    assert.deepEqual(await list(''), ['plan'])
    assert.deepEqual(await list('?archived=false'), [])
    assert.deepEqual(await list('?archived=true'), ['plan'])
    assert.equal((await ask(`PATCH ${path}`, { archived: false })).body.archived_at, null)
    const rows = await scope.db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', scope.workspaceId)
      .where('target_id', '=', plan.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['created', 'updated', 'archived', 'restored'].map((verb) => `custom_field.${verb}`),
    )
  })

  test('is refused if its key or label exists, or its choices do not make a choice', async () => {
    const { ask, define } = await open()
    const first = await define({ key: 'plan', label: 'Plan', type: 'text' })
    for (const body of [
      { key: 'plan', label: 'Other', type: 'text' },
      { key: 'other', label: 'PLAN', type: 'text' },
    ]) {
      const taken = await ask('POST /api/v1/custom-fields', body)
      assert.deepEqual([taken.status, taken.body.code], [409, 'custom_field_taken'])
    }
    // The label is free again while the field is archived, the key is not.
    await ask(`DELETE /api/v1/custom-fields/${first.id}`)
    await define({ key: 'other', label: 'PLAN', type: 'text' })
    const restored = await ask(`PATCH /api/v1/custom-fields/${first.id}`, { archived: false })
    assert.equal(restored.body.code, 'custom_field_taken')
    for (const body of [
      { key: '  ', type: 'text' },
      { key: 'a\tb', type: 'text' },
      { key: 'x'.repeat(65), type: 'text' },
      { key: 'x', label: 'x'.repeat(65), type: 'text' },
      { key: 'x', type: 'time' },
      { key: 'x', type: 'text', choices: ['a'] },
      { key: 'x', type: 'choice' },
      { key: 'x', type: 'choice', choices: [] },
      { key: 'x', type: 'choice', choices: ['a', 'A '] },
      { key: 'x', type: 'choice', choices: [' '] },
      { key: 'x', type: 'choice', choices: Array.from({ length: 101 }, (_, at) => `${at}`) },
    ]) {
      const answer = await ask('POST /api/v1/custom-fields', body)
      assert.equal(answer.status, 422, JSON.stringify(body))
    }
    const unknown = await ask(`PATCH /api/v1/custom-fields/${newId()}`, { label: 'x' })
    assert.equal(unknown.body.code, 'custom_field_not_found')
  })

  test('is one of at most fifty, however many are created at once', async () => {
    const { ask } = await open()
    const create = (at: number) =>
      ask('POST /api/v1/custom-fields', { key: `key ${at}`, type: 'text' })
    // All at once would wait for each other for longer than a request may on a busy machine.
    for (let at = 0; at < CUSTOM_FIELDS_MAX - 3; at++) assert.equal((await create(at)).status, 201)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((more) => create(CUSTOM_FIELDS_MAX + more)),
    )
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual(
      refused.map(({ body }) => body.code),
      ['too_many_custom_fields', 'too_many_custom_fields', 'too_many_custom_fields'],
    )
    const { id } = answers.find(({ status }) => status === 201)!.body
    await ask(`DELETE /api/v1/custom-fields/${id}`)
    assert.equal(
      (await ask('POST /api/v1/custom-fields', { key: 'next', type: 'text' })).status,
      201,
    )
    const restored = await ask(`PATCH /api/v1/custom-fields/${id}`, { archived: false })
    assert.equal(restored.body.code, 'too_many_custom_fields')
  })

  test('is changed by admins and keys that may write contacts, and only of their own workspace', async () => {
    const { scope, define } = await open()
    const { id } = await define({ key: 'plan', type: 'text' })
    const agent = await signInTestMember(call, scope, 'agent')
    const { headers } = agent
    const body = { key: 'other', type: 'text' }
    assert.equal((await call('POST /api/v1/custom-fields', { headers, body })).status, 403)
    assert.equal((await call(`DELETE /api/v1/custom-fields/${id}`, { headers })).status, 403)
    assert.equal((await call('GET /api/v1/custom-fields', { headers })).body.data.length, 1)
    const admin = await signInTestMember(call, scope)
    assert.equal((await call('POST /api/v1/custom-fields', { ...admin, body })).status, 201)
    const reader = await createTestKey(scope, ['contacts:read'])
    assert.equal((await call('POST /api/v1/custom-fields', { key: reader, body })).status, 403)
    const other = await open()
    const stolen = await other.ask(`PATCH /api/v1/custom-fields/${id}`, { label: 'x' })
    assert.equal(stolen.body.code, 'custom_field_not_found')
    assert.deepEqual((await other.ask('GET /api/v1/custom-fields')).body.data, [])
  })
})

describe('the values of custom fields', () => {
  test('are set at creation, in the form of their type, and are in the event', async () => {
    const { define, create, ask } = await open()
    for (const field of FIELDS) await define(field)
    const made = await create({
      fields: {
        note: ' Likes tea ',
        age: 42.5,
        since: '2026-03-31',
        vip: true,
        plan: 'gold',
        undefined_one: 7,
        empty: '',
        none: null,
      },
    })
    assert.equal(made.status, 201, made.text)
    const expected = {
      note: 'Likes tea',
      age: '42.5',
      since: '2026-03-31',
      vip: 'true',
      plan: 'Gold',
      undefined_one: '7',
    }
    assert.deepEqual(made.body.fields, expected)
    assert.deepEqual((await ask(`GET /api/v1/contacts/${made.body.id}`)).body.fields, expected)
    const events = await ask('GET /api/v1/events?type=contact.created')
    assert.deepEqual(events.body.data.at(-1).data.fields, expected)
    const texts = await create({ fields: { age: '-007.50', vip: 'No', plan: 'SILVER' } })
    assert.deepEqual(texts.body.fields, { age: '-7.5', vip: 'false', plan: 'Silver' })
  })

  test('that do not fit are refused with what is allowed, and nothing is changed', async () => {
    const { define, create, ask, count } = await open()
    for (const field of FIELDS) await define(field)
    const { id } = (await create({ fields: { age: 1 } })).body
    const people = await count('people')
    const cases: [string, unknown, RegExp][] = [
      ['age', 'abc', /must be a number/],
      ['age', true, /must be a number/],
      ['age', 1e21, /must be a number/],
      ['age', '1,5', /must be a number/],
      ['age', '0.1234567', /must be a number/],
      ['since', '31.03.2026', /must be a date such as 2026-03-31/],
      ['since', '2026-02-30', /must be a date/],
      ['since', 20260331, /must be a date/],
      ['vip', 'maybe', /must be true or false/],
      ['plan', 'Bronze', /must be one of Gold, Silver/],
      ['note', 'x'.repeat(1_001), /1,?000/],
    ]
    for (const [name, value, message] of cases)
      for (const answer of [
        await create({ phone: testPhone(), fields: { [name]: value } }),
        await ask(`PATCH /api/v1/contacts/${id}`, { name: 'New', fields: { [name]: value } }),
      ]) {
        assert.equal(answer.status, 422, `${name} ${String(value)} ${answer.text}`)
        const [problem] = answer.body.errors
        assert.equal(problem.field, `fields.${name}`)
        assert.match(problem.message, message)
      }
    const both = await create({ fields: { age: 'x', vip: 'maybe' } })
    assert.deepEqual(
      both.body.errors.map((each: FieldError) => each.field),
      ['fields.age', 'fields.vip'],
    )
    assert.equal((await create({ fields: { age: { a: 1 } } })).status, 422)
    assert.equal(await count('people'), people)
    const contact = (await ask(`GET /api/v1/contacts/${id}`)).body
    assert.deepEqual([contact.name, contact.fields], ['Asha', { age: '1' }])
  })

  test('of one contact of a batch do not keep the others from being created', async () => {
    const { define, ask } = await open()
    await define(FIELDS[1]!)
    const { status, body } = await ask('POST /api/v1/contacts/batch', {
      items: [
        { name: 'A', fields: { age: 1 } },
        { name: 'B', fields: { age: 'x' } },
        { name: 'C', fields: { age: '3' } },
      ],
    })
    assert.equal(status, 207)
    const results = body.results ?? body.data
    assert.deepEqual(
      results.map((each: any) => each.status),
      [201, 422, 201],
    )
  })

  test('fill what a known contact lacks, and the lead keeps the others', async () => {
    const { define, create, ask } = await open()
    for (const field of FIELDS) await define(field)
    const phone = testPhone()
    const first = await create({ phone, fields: { age: 1 } })
    const second = await create({ phone, fields: { age: 2, plan: 'Gold' } })
    assert.equal(second.body.matched_by, 'phone')
    assert.deepEqual(second.body.fields, { age: '1', plan: 'Gold' })
    const timeline = await ask(`GET /api/v1/contacts/${first.body.id}/timeline?type=lead`)
    assert.deepEqual(timeline.body.data[0].data.fields, { age: '2' })
    const updated = await ask('GET /api/v1/events?type=contact.updated')
    assert.deepEqual(updated.body.data.at(-1).data.fields, { age: '1', plan: 'Gold' })
  })

  test('are any text without a definition, and while it is archived', async () => {
    const { define, create, ask } = await open()
    const made = (await create({})).body
    const patch = (fields: object) => ask(`PATCH /api/v1/contacts/${made.id}`, { fields })
    assert.equal((await patch({ age: 'many', City: ' Pune ' })).status, 200)
    const { id } = await define(FIELDS[1]!)
    // An older value stays until it is changed.
    assert.deepEqual((await patch({ City: 'Goa' })).body.fields, { age: 'many', City: 'Goa' })
    assert.equal((await patch({ age: 'few' })).status, 422)
    await ask(`DELETE /api/v1/custom-fields/${id}`)
    assert.equal((await patch({ age: 'few' })).body.fields.age, 'few')
    await ask(`PATCH /api/v1/custom-fields/${id}`, { archived: false })
    assert.equal((await patch({ age: 'some' })).status, 422)
    assert.deepEqual((await patch({ age: null })).body.fields, { City: 'Goa' })
  })

  test('are members’ to change as well', async () => {
    const { scope, define, create } = await open()
    for (const field of FIELDS) await define(field)
    const { id } = (await create({})).body
    await createTestMember(scope, 'agent')
    const { headers } = await signInTestMember(call, scope, 'agent')
    const body = { fields: { vip: true, since: '2026-01-01' } }
    const saved = await call(`PATCH /api/v1/contacts/${id}`, { headers, body })
    assert.deepEqual(saved.body.fields, { vip: 'true', since: '2026-01-01' })
  })
})
