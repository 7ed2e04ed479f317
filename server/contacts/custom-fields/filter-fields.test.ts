import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ListedContact } from '#client/generated/models.ts'
import { sql } from 'kysely'
import { transaction } from '#db/transaction.ts'
import { eraseContact } from '#erasures/erase-contact.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createExportReader } from '#test/exports.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { plantRows } from '#test/plant-rows.ts'
import { waitFor } from '#test/wait-for.ts'
import { createContacts, findContactPhones } from '../create-contact.ts'
import { filterFields } from './filter-fields.ts'
import { indexOlderValues } from './index-older-values.ts'

const { context, url } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const define = async (body: object) => (await ask('POST /api/v1/custom-fields', body)).body
  const create = async (name: string, fields: object) => {
    const answer = await ask('POST /api/v1/contacts', { name, fields })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const find = async (fields: string): Promise<string> => {
    const answer = await ask(`GET /api/v1/contacts?sort=name&fields=${encodeURIComponent(fields)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map((person: ListedContact) => person.name).join('')
  }
  const indexed = async () => {
    const { rows } = await sql<{ name: string; value: string }>`
      select people.name, value from contact_field_values
      join people on people.workspace_id = ${scope.workspaceId} and people.id = person_id
      where contact_field_values.workspace_id = ${scope.workspaceId} order by 1, 2`.execute(
      context.db,
    )
    return rows.map((row) => `${row.name}=${row.value}`)
  }
  return { scope, key, ask, define, create, find, indexed }
}

async function openFilled() {
  const all = await open()
  const { define, create } = all
  await define({ key: 'plan', type: 'choice', choices: ['Gold', 'Silver', 'Tin'] })
  await define({ key: 'age', type: 'number' })
  await define({ key: 'since', type: 'date' })
  await define({ key: 'vip', type: 'boolean' })
  await define({ key: 'city, region', type: 'text' })
  await create('A', { plan: 'Gold', age: 9, since: '2025-12-31', vip: true })
  await create('B', { plan: 'Silver', age: 10, since: '2026-01-01', vip: false })
  await create('C', { plan: 'Tin', age: -1.5, 'city, region': 'Pune; MH' })
  await create('D', { age: 100, since: '2026-06-01', 'city, region': 'pune; mh' })
  await create('E', {})
  return all
}

/** Every filter with the names that it finds. */
const FILTERS: [filter: string, names: string][] = [
  ['plan:Gold', 'A'],
  ['plan:gold,SILVER', 'AB'],
  ['age:10', 'B'],
  ['age:010.0,9', 'AB'],
  ['age:9..10', 'AB'],
  ['age:9.5..', 'BD'],
  ['age:..0', 'C'],
  ['age:..-1,100..', 'CD'],
  ['since:2026-01-01', 'B'],
  ['since:2026-01-01..2026-12-31', 'BD'],
  ['since:..2025-12-31,2026-06-01', 'AD'],
  ['vip:true', 'A'],
  ['vip:no', 'B'],
  ['plan:Gold,Silver;age:10..', 'B'],
  [String.raw`city\, region:Pune\; MH`, 'C'],
  ['plan:Tin; vip:true', ''],
]

describe('a filter by custom fields', () => {
  test('finds equal values, any of several, and ranges of numbers and dates', async () => {
    const { find, scope, indexed } = await openFilled()
    assert.equal((await indexed()).length, 14)
    // First by comparing each contact, because the index of a new definition is not complete, then by the index.
    for (const isIndexed of [false, true]) {
      for (const [filter, names] of FILTERS)
        assert.equal(await find(filter), names, `${filter} ${isIndexed}`)
      await indexOlderValues(context)
      const open = await scope.db
        .selectFrom('custom_fields')
        .select('id')
        .where('workspace_id', '=', scope.workspaceId)
        .where('indexed_at', 'is', null)
        .execute()
      assert.equal(open.length, 0)
    }
  })

  test('is refused for an unknown field, a value that does not fit, and another form', async () => {
    const { ask, define } = await openFilled()
    const { id } = await define({ key: 'old', type: 'text' })
    await ask(`DELETE /api/v1/custom-fields/${id}`)
    for (const [filter, message] of [
      ['nothing:1', /nothing is none.*plan, age/],
      ['old:1', /old is none/],
      ['age:abc', /must be a number.*2\.\.5/],
      ['age:..', /must be a number/],
      ['age:1..2..3', /must be a number/],
      ['plan:Bronze', /must be one of Gold, Silver, Tin/],
      ['since:today', /must be a date.*2026-01-01\.\./],
      ['plan', /form key:value/],
      ['plan:', /form key:value/],
      [':x', /form key:value/],
      [';', /form key:value/],
      ['age:1;age:2', /age twice/],
    ] as const) {
      const answer = await ask(`GET /api/v1/contacts?fields=${encodeURIComponent(filter)}`)
      assert.equal(answer.status, 422, filter)
      assert.equal(answer.body.errors[0].field, 'fields')
      assert.match(answer.body.errors[0].message, message)
    }
  })

  test('narrows an export and a bulk action, with the labels as columns', async () => {
    const { key, ask, define, create } = await open()
    await define({ key: 'plan', label: 'Plan of the customer', type: 'text' })
    await define({ key: 'mail', label: 'Email', type: 'text' })
    await create('A', { plan: 'Gold', mail: 'x', other: '1' })
    await create('B', { plan: 'Tin' })
    const { exported } = createExportReader(call, '/api/v1/contacts/export.csv', key)
    const [row, ...more] = await exported('?fields=plan:Gold')
    assert.deepEqual(more, [])
    assert.deepEqual(
      [row!['name'], row!['Plan of the customer'], row!['Email (mail)'], row!['other']],
      ['A', 'Gold', 'x', '1'],
    )
    const bulk = await ask('POST /api/v1/contacts/bulk-actions', {
      action: 'erase',
      filter: { fields: 'plan:Tin' },
      count: 1,
    })
    assert.equal(bulk.body.total_count ?? bulk.body.count ?? 1, 1, bulk.text)
  })

  test('finds values from before the definition, if they fit it, however they are changed meanwhile', async () => {
    const { define, create, find, ask, indexed } = await open()
    const a = await create('A', { age: '030' })
    await create('B', { age: 'thirty' })
    const c = await create('C', { age: '30' })
    await create('D', { other: '30' })
    await define({ key: 'age', type: 'number' })
    assert.equal(await find('age:30'), 'AC')
    await ask(`PATCH /api/v1/contacts/${c.id}`, { fields: { age: 31 } })
    await indexOlderValues(context)
    assert.deepEqual(await indexed(), ['A=30', 'C=31'])
    assert.equal(await find('age:30'), 'A')
    await ask(`PATCH /api/v1/contacts/${a.id}`, { fields: { age: null } })
    assert.deepEqual(await indexed(), ['C=31'])
    assert.equal(await find('age:..99'), 'C')
  })

  test('finds a contact that is written while the field is defined', async () => {
    const { scope, define, find, indexed } = await open()
    const inputs = [{ name: 'A', fields: { age: 1 } }]
    const phones = await findContactPhones(scope, [])
    let defining: Promise<unknown> | undefined
    await transaction(scope, async (tx) => {
      await createContacts(tx, inputs, phones)
      defining = define({ key: 'age', type: 'number' })
      // The definition waits for this transaction: otherwise it would be listed.
      await waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
        return rows.length > 0
      })
      assert.deepEqual((await define({ key: 'x', type: 'wrong' })).status, 422)
      const rows = await scope.db
        .selectFrom('custom_fields')
        .select('id')
        .where('workspace_id', '=', scope.workspaceId)
        .execute()
      assert.deepEqual(rows, [])
    })
    await defining
    await indexOlderValues(context)
    assert.deepEqual(await indexed(), ['A=1'])
    assert.equal(await find('age:1'), 'A')
  })

  test('follows a merge and its undoing, and forgets an erased contact', async () => {
    const { scope, ask, define, create, find, indexed } = await open()
    await define({ key: 'plan', type: 'text' })
    await indexOlderValues(context)
    const a = await create('A', {})
    const b = await create('B', { plan: 'Gold' })
    const merge = await ask(`POST /api/v1/contacts/${a.id}/merge`, { other_id: b.id })
    assert.equal(merge.status, 201, merge.text)
    assert.equal(await find('plan:Gold'), 'A')
    const undone = await ask(`POST /api/v1/contacts/merges/${merge.body.id}/undo`, {})
    assert.equal(undone.status, 200, undone.text)
    assert.equal(await find('plan:Gold'), 'B')
    assert.deepEqual(await indexed(), ['B=Gold'])
    await eraseContact(scope, b.id)
    assert.equal(await find('plan:Gold'), '')
    assert.deepEqual(await indexed(), [])
  })

  test('compares the end of a long value with the contact itself', async () => {
    const { define, create, find } = await open()
    await define({ key: 'note', type: 'text' })
    await indexOlderValues(context)
    const long = `${'क'.repeat(100)}${'x'.repeat(300)}`
    await create('A', { note: `${long}a` })
    await create('B', { note: `${long}b` })
    assert.equal(await find(`note:${long}b`), 'B')
    assert.equal(await find(`note:${long}`), '')
  })
})

test('a page of rare, of common and of no values reads few blocks of 100,000 contacts', async () => {
  const { scope, define, ask } = await open()
  const plan = await define({ key: 'plan', type: 'choice', choices: ['Gold', 'Silver', 'Tin'] })
  const age = await define({ key: 'age', type: 'number' })
  // One in 5,000 has the plan Gold, the others Silver; ages are spread over 1,000 values.
  await plantRows({ db: context.db, url }, [
    sql`
      insert into people (workspace_id, id, source, created_at, updated_at, fields)
      select ${scope.workspaceId}, gen_random_uuid(), 'api', now(), now() - n * interval '1 second',
        jsonb_build_object('plan', case when n % 5000 = 0 then 'Gold' else 'Silver' end, 'age', (n % 1000)::text)
      from generate_series(1, 100000) as n`,
    sql`
      insert into contact_field_values (workspace_id, person_id, field_id, value, number)
      select workspace_id, id, ${plan.id}::uuid, fields ->> 'plan', null from people
      where workspace_id = ${scope.workspaceId}
      union all
      select workspace_id, id, ${age.id}::uuid, fields ->> 'age', (fields ->> 'age')::numeric from people
      where workspace_id = ${scope.workspaceId}`,
    sql`update custom_fields set indexed_at = now() where workspace_id = ${scope.workspaceId}`,
    sql`analyze people, contact_field_values`,
  ])
  for (const [filter, found] of [
    ['plan:Gold', 20],
    ['plan:Silver', 25],
    ['plan:Tin', 0],
    ['age:7', 25],
    ['age:10..500', 25],
    ['age:2000..', 0],
    ['plan:Gold;age:..499', 20],
  ] as const) {
    const answer = await ask(`GET /api/v1/contacts?limit=25&fields=${encodeURIComponent(filter)}`)
    assert.equal(answer.body.data.length, found, filter)
    const conditions = await filterFields(scope, filter)
    const plans = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json)
      select * from people
      where workspace_id = ${scope.workspaceId} and merged_into_id is null and ${sql.join(conditions, sql` and `)}
      order by updated_at desc, id desc limit 26`.execute(context.db)
    const { Plan } = plans.rows[0]!['QUERY PLAN'][0]
    const blocks = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
    assert.ok(blocks < 1_500, `${filter} reads ${blocks} blocks`)
  }
})
