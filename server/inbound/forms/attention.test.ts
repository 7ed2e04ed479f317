import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedContact } from '#client/generated/models.ts'
import { sql } from 'kysely'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createIngest } from '#ingest.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const ingest = createIngest(context)
const lane = createInboundLane(context)

async function open(form: object = {}) {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  const created = await call('POST /api/developer/forms', {
    headers,
    body: { name: 'Website', ...form },
  })
  const submit = async (payload: object): Promise<string> => {
    const url = `/webhook/form/${created.body.token}`
    return (await ingest.inject({ method: 'POST', url, payload })).json().id
  }
  const process = () =>
    lane.work(
      { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
      new AbortController().signal,
    )
  const log = '/api/developer/inbound'
  const list = async (query = '') =>
    (await call(`GET ${log}?attention=open${query}`, { headers })).body.data
  const get = async (id: string) => (await call(`GET ${log}/${id}`, { headers })).body
  const form_ = `/api/developer/forms/${created.body.id}`
  return { scope, headers, submit, process, list, get, log, form: form_, formId: created.body.id }
}

const peopleOf = ({ scope }: Awaited<ReturnType<typeof open>>) =>
  scope.db
    .selectFrom('people')
    .select(['name', 'phone_e164', 'email'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()

test('a submission that becomes no contact needs attention, with its answers and what is wrong', async () => {
  const form = await open()
  const id = await form.submit({ '1.3': 'Leela', 'Call us back at phone': '12', Colour: 'red' })
  await form.submit({ name: 'Noor', email: 'noor@example.com' })
  await form.submit({})
  await form.process()
  const [listed, ...more] = await form.list()
  assert.deepEqual(more, [])
  assert.deepEqual([listed.id, listed.needs_attention, listed.form_id], [id, true, form.formId])
  assert.deepEqual(listed.results, { kept: 1 })
  const detail = await form.get(id)
  assert.deepEqual([detail.form.name, detail.form.mapping], ['Website', null])
  assert.deepEqual(detail.form.fields, [
    { label: '1.3', value: 'Leela', detail: null, custom_field: null, problem: null },
    {
      label: 'Call us back at phone',
      value: '12',
      detail: 'phone',
      custom_field: null,
      problem: 'invalid_phone',
    },
    { label: 'Colour', value: 'red', detail: null, custom_field: null, problem: null },
  ])
  assert.deepEqual(await form.list(`&form_id=${form.formId}`), [listed])
})

test('assigned fields turn waiting and later submissions into contacts', async () => {
  const form = await open({ provider: 'gravity_forms' })
  const phone = testPhone()
  const entry = { form_id: '4', '1.3': 'Leela', '1.6': 'Menon', '5': 'Do you deliver?' }
  await form.submit({ id: '1', ...entry, '4': phone.slice(3) })
  await form.process()
  // Under such a label, ten digits are not read as a phone number, so nothing was found.
  assert.equal((await form.list()).length, 1)
  const mapping = { first_name: '1.3', last_name: '1.6', phone: '4', message: '5' }
  const saved = await call(`PATCH ${form.form}`, { headers: form.headers, body: { mapping } })
  assert.deepEqual(saved.body.mapping, mapping, saved.text)
  const body = { status: 'processed,failed', form_id: form.formId, attention: 'open' }
  const again = await call(`POST ${form.log}/reprocess`, { headers: form.headers, body })
  assert.deepEqual(again.body, { offered: 1 })
  await form.submit({ id: '2', ...entry, '1.3': 'Someone', '4': phone.slice(3) })
  await form.process()
  assert.deepEqual(await form.list(), [])
  assert.deepEqual(await peopleOf(form), [{ name: 'Leela Menon', phone_e164: phone, email: null }])
  const cleared = await call(`PATCH ${form.form}`, {
    headers: form.headers,
    body: { mapping: null },
  })
  assert.equal(cleared.body.mapping, null)
  const audit = await call('GET /api/developer/audit-log?action=form.updated', {
    headers: form.headers,
  })
  assert.deepEqual(audit.body.data[1].data.changes.mapping, { from: null, to: mapping })
})

test('a dismissed submission needs no attention, and stays in the log', async () => {
  const form = await open()
  const id = await form.submit({ Colour: 'red' })
  await form.process()
  const dismissed = await call(`POST ${form.log}/${id}/dismiss`, {
    headers: form.headers,
    body: {},
  })
  assert.equal(dismissed.status, 200, dismissed.text)
  assert.equal(dismissed.body.needs_attention, false)
  assert.deepEqual(await form.list(), [])
  assert.equal((await form.get(id)).needs_attention, false)
  const audit = await call('GET /api/developer/audit-log?action=inbound.dismissed', {
    headers: form.headers,
  })
  assert.equal(audit.body.data.length, 1)
})

test('attention is of one workspace', async () => {
  const [ours, theirs] = [await open(), await open()]
  const id = await theirs.submit({ Colour: 'red' })
  await theirs.process()
  assert.deepEqual(await ours.list(), [])
  assert.deepEqual(await ours.list(`&form_id=${theirs.formId}`), [])
  const { headers } = ours
  const answer = await call(`POST ${ours.log}/${id}/dismiss`, { headers, body: {} })
  assert.equal(answer.body.code, 'payload_not_found')
  assert.equal((await theirs.list()).length, 1)
})

test('a mapping with unknown details or empty labels is refused', async () => {
  const { form, headers } = await open()
  for (const mapping of [{ colour: 'x' }, { name: '' }, { name: 7 }, 'name'])
    assert.equal((await call(`PATCH ${form}`, { headers, body: { mapping } })).status, 422)
})

test('answers fill the custom fields that an admin assigned, and none by its name alone', async () => {
  const form = await open()
  const { headers, scope } = form
  for (const body of [
    { key: 'age', label: 'Age', type: 'number' },
    { key: 'plan', label: 'Plan', type: 'choice', choices: ['Gold', 'Silver'] },
  ])
    assert.equal((await call('POST /api/v1/custom-fields', { headers, body })).status, 201)
  const fieldsOf = async (name: string) =>
    (await call(`GET /api/v1/contacts?q=${name}`, { headers })).body.data[0].fields
  await form.submit({ name: 'Leela', email: 'leela@example.com', age: '30', plan: 'Gold' })
  await form.process()
  assert.deepEqual(await fieldsOf('Leela'), {})
  const assign = (fields: object) =>
    call(`PATCH ${form.form}`, { headers, body: { mapping: { fields } } })
  assert.equal((await assign({ colour: 'Colour' })).status, 422)
  const saved = await assign({ age: 'How old are you?', plan: 'plan' })
  assert.equal(saved.status, 200, saved.text)
  const answers = { email: 'noor@example.com', 'How old are you?': ' 031 ', plan: 'GOLD' }
  await form.submit({ name: 'Noor', ...answers })
  await form.process()
  assert.deepEqual(await fieldsOf('Noor'), { age: '31', plan: 'Gold' })
  assert.deepEqual(await form.list(), [])
  const { rows } = await sql<{ value: string }>`
    select value from contact_field_values where workspace_id = ${scope.workspaceId} order by value`.execute(
    scope.db,
  )
  assert.deepEqual(
    rows.map(({ value }) => value),
    ['31', 'Gold'],
  )
})

test('an answer that does not fit its custom field loses no lead, and is no second one when it is processed again', async () => {
  const form = await open()
  const { headers } = form
  const define = (body: object) => call('POST /api/v1/custom-fields', { headers, body })
  await define({ key: 'age', type: 'number' })
  const plan = await define({ key: 'plan', type: 'choice', choices: ['Gold'] })
  const body = { mapping: { fields: { age: 'Age', plan: 'Plan' } } }
  await call(`PATCH ${form.form}`, { headers, body })
  const answers = { name: 'Leela', email: 'leela@example.com', Age: '30', Plan: 'Silver' }
  const id = await form.submit(answers)
  await form.process()
  const contact = async () =>
    (await call('GET /api/v1/contacts?q=Leela', { headers })).body.data.map(
      (each: ListedContact) => each,
    )
  const [{ id: personId, fields }] = await contact()
  assert.deepEqual(fields, { age: '30' })
  const leads = async () =>
    (await call(`GET /api/v1/contacts/${personId}/timeline?type=lead`, { headers })).body.data
  assert.equal((await leads())[0].data.fields.Plan, 'Silver')
  const [listed] = await form.list()
  assert.equal(listed.id, id)
  const detail = await form.get(id)
  assert.deepEqual(detail.form.fields.slice(2), [
    { label: 'Age', value: '30', detail: null, custom_field: 'age', problem: null },
    {
      label: 'Plan',
      value: 'Silver',
      detail: null,
      custom_field: 'plan',
      problem: 'invalid_value',
    },
  ])
  assert.deepEqual(
    [detail.items[0].result, detail.items[0].reason, detail.items[0].custom_fields],
    ['recorded', 'value_does_not_fit', ['plan']],
  )
  const choices = { body: { choices: ['Gold', 'Silver'] }, headers }
  await call(`PATCH /api/v1/custom-fields/${plan.body.id}`, choices)
  await call(`PATCH /api/v1/contacts/${personId}`, { headers, body: { fields: { age: '31' } } })
  await call(`POST ${form.log}/${id}/reprocess`, { headers, body: {} })
  await form.process()
  assert.deepEqual(await form.list(), [])
  const [again, ...others] = await contact()
  assert.deepEqual([again.fields, others], [{ age: '31', plan: 'Silver' }, []])
  assert.equal((await leads()).length, 1)
})
