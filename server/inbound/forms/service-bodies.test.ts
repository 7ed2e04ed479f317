import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'

type Detail = 'name' | 'phone' | 'email' | 'message' | 'campaign'

/** A body as a service or a page sends it. The body of a form is a text of URL-encoded fields. */
type Shape = {
  shape: string
  provider?: string
  country?: string
  is_form?: true
  body: unknown
  expected: Partial<Record<Detail, string>>
}

const shapes = readFileSync(new URL('service-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Shape)

/** Returns the details of the contact in a body. */
function read({ body, is_form: isForm, provider, country = 'IN' }: Omit<Shape, 'expected'>) {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { fields } = readSubmission(parseSubmission(type, Buffer.from(text)), provider)
  const { name, phoneE164: phone, email, message, campaign } = mapFields(fields, country)
  const all = Object.entries({ name, phone, email, message, campaign })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

test('the bodies of services, shops and pages have the details of their visitors', () => {
  for (const shape of shapes) assert.deepEqual(read(shape), shape.expected, shape.shape)
})

test('a person of the business, a page or a thing is no visitor, even if nobody else has an address', () => {
  for (const body of [
    { agent_name: 'Priya Nambiar', agent_email: 'priya@vendor.example' },
    { site_name: 'Tea shop', site_email: 'info@tea.example', form_id: '4' },
    { admin_email: 'info@tea.example', admin_name: 'Root' },
    { assigned_name: 'Priya', assigned_phone: '9822041177' },
    { owner: { name: 'Priya', email: 'priya@vendor.example' }, event: 'form.viewed' },
  ]) {
    const { name, email, phone } = read({ shape: '', body })
    assert.deepEqual([name, email, phone], [undefined, undefined, undefined], JSON.stringify(body))
  }
})

test('the address of an owner is not that of a visitor who has another one', () => {
  const owner = { owner_name: 'Priya Nambiar', owner_email: 'priya@vendor.example' }
  const visitor = { name: 'Asha Rao', phone: '9822041131' }
  const expected = { name: 'Asha Rao', phone: '+919822041131' }
  assert.deepEqual(read({ shape: '', body: { ...owner, ...visitor } }), expected)
  const unnamed = read({
    shape: '',
    body: { ...owner, 'Where can we reach you?': 'asha@rao.example' },
  })
  assert.deepEqual(unnamed, { email: 'asha@rao.example' })
})

test('a person with a title and a text is no answer to a question', () => {
  const lead = { title: 'Mr', name: 'Asha Rao', mobile: '9822041131', text: 'Call me' }
  const { name, phone } = read({ shape: '', body: { leads: [lead] } })
  assert.deepEqual([name, phone], ['Asha Rao', '+919822041131'])
})

test('an address within the words of a message is not that of the visitor', () => {
  const message = 'Please write to my friend, ravi@sen.example'
  const body = { name: 'Asha Rao', phone: '9822041131', message }
  assert.deepEqual(read({ shape: '', body }), {
    name: 'Asha Rao',
    phone: '+919822041131',
    message,
  })
})

test('the first name of a thing below the visitor is not the name of the visitor', () => {
  const body = (name: string, inner: object) => ({ email: 'asha@rao.example', [name]: inner })
  const named = { first_name: 'Ravi', last_name: 'Sen' }
  assert.equal(read({ shape: '', body: body('merges', named) })['name'], 'Ravi Sen')
  for (const [name, inner] of [
    ['friend', named],
    ['product', { name: 'Tea' }],
    ['merges', { ...named, email: 'ravi@sen.example' }],
  ] as const)
    assert.equal(read({ shape: '', body: body(name, inner) })['name'], undefined, name)
})

test('an answer that is longer than stored is cut between characters', () => {
  const body = { name: 'Asha Rao', story: `${'x'.repeat(9_999)}👩‍👧👩‍👧` }
  const { fields } = readSubmission(
    parseSubmission('application/json', Buffer.from(JSON.stringify(body))),
  )
  assert.equal(mapFields(fields).fields['story'], `${'x'.repeat(9_999)}👩‍👧`)
})
