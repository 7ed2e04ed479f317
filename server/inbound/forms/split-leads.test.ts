import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLeads } from './find-leads.ts'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'
import { splitLeads } from './split-leads.ts'
import type { Tree } from './tree.ts'

const JSON_TYPE = 'application/json'

const split = (body: unknown, provider = 'generic') => {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return splitLeads(parseSubmission(JSON_TYPE, raw), JSON_TYPE, provider).map((lead) => {
    const parsed = parseSubmission(lead.contentType, lead.body)
    const { name, phoneE164, email, campaign } = mapFields(
      readSubmission(parsed, provider).fields,
      'IN',
    )
    return [name, phoneE164, email, campaign].filter(Boolean).join(' ')
  })
}

const uma = { name: 'Uma Iyer', email: 'uma@mail.example' }
const teo = { name: 'Teo Marin', email: 'teo@mail.example' }
const both = ['Uma Iyer uma@mail.example', 'Teo Marin teo@mail.example']

test('a list of leads is several leads, wherever it is', () => {
  for (const body of [
    [uma, teo],
    { leads: [uma, teo] },
    { contacts: [uma, teo], page: 1, total: 2 },
    { name: 'My export', data: [uma, teo] },
    { rows: [uma, teo] },
    { export: { of: 'today', people: [uma, teo] } },
    { items: [{ contact: uma }, { contact: teo }] },
    { owner: { name: 'Olu', email: 'olu@shop.example' }, leads: [teo, uma].toReversed() },
    { payload: JSON.stringify({ visitors: [uma, teo] }) },
    [uma, teo].map(({ name, email }) => ({
      answers: [
        { label: 'Name', value: name },
        { label: 'Email', value: email },
      ],
    })),
    'leads[0][name]=Uma+Iyer&leads[0][email]=uma%40mail.example&leads[1][name]=Teo+Marin&leads[1][email]=teo%40mail.example',
  ])
    assert.deepEqual(split(body), both, JSON.stringify(body))
  assert.deepEqual(split({ leads: [{ name: 'Uma Iyer' }, { name: 'Teo Marin' }] }), [
    'Uma Iyer',
    'Teo Marin',
  ])
  assert.deepEqual(split([{ email: uma.email }, { email: teo.email }, {}]), [
    uma.email,
    teo.email,
    '',
  ])
})

test('each lead of a list has what is beside the list', () => {
  const body = { tracking: { utm_campaign: 'onam' }, name: 'Contact form', leads: [uma, teo] }
  assert.deepEqual(
    split(body),
    both.map((lead) => `${lead} onam`),
  )
  const long = { ...body, log: 'x'.repeat(100_000) }
  const parsed = parseSubmission(JSON_TYPE, Buffer.from(JSON.stringify(long)))
  for (const { body: own } of splitLeads(parsed, JSON_TYPE, 'generic'))
    assert.ok(own.length < 1_000)
})

test('a list of leads of an advertisement is read by its shape', () => {
  const toLead = ({ name, email }: typeof uma, id: string) => ({
    id,
    field_data: [
      { name: 'full_name', values: [name] },
      { name: 'email', values: [email] },
    ],
  })
  const leads = [toLead(uma, '1'), toLead(teo, '2')]
  for (const body of [leads, { data: leads, paging: { cursors: { after: 'x' } } }])
    for (const provider of ['meta_lead_ads', 'generic', 'zapier'])
      assert.deepEqual(split(body, provider), both, provider)
})

test('several people or addresses of one visitor are one lead', () => {
  for (const body of [
    { ...uma, guests: [teo, { name: 'Gus', email: 'gus@mail.example' }] },
    {
      payload: { ...uma, event_guests: [{ email: 'a@mail.example' }, { email: 'b@mail.example' }] },
    },
    { name: uma.name, emails: [{ address: uma.email }, { address: 'uma@work.example' }] },
    { name: uma.name, channels: [{ email: uma.email }, { fax: '12' }] },
    { name: uma.name, email: uma.email, cart: [{ name: 'Lamp' }, { name: 'Chair' }] },
    {
      answers: [
        { label: 'Name', value: uma.name },
        { label: 'Email', value: uma.email },
      ],
    },
    [
      { label: 'Name', value: uma.name },
      { label: 'Email', value: uma.email },
    ],
    { visitor: uma, team: [teo, { name: 'Gus', email: 'gus@shop.example' }] },
  ])
    assert.deepEqual(split(body), [both[0]], JSON.stringify(body))
})

test('a list with too many leads is refused as a whole', () => {
  const many = Array.from({ length: 201 }, (_, at) => ({ email: `p${at}@mail.example` }))
  assert.throws(() => split(many), { code: 'validation_failed', message: /several requests/ })
  assert.equal(split(many.slice(1)).length, 200)
  const long = Array.from({ length: 150 }, (_, at) => ({
    email: `p${at}@mail.example`,
    answers: Object.fromEntries(Array.from({ length: 40 }, (__, index) => [`q${index}`, index])),
  }))
  assert.throws(() => split(long), { code: 'validation_failed' })
})

/** An object of a payload that counts how many of its members are visited. */
class CountedMap extends Map<string, Tree> {
  visits = 0;
  override *[Symbol.iterator]() {
    for (const member of super[Symbol.iterator]()) {
      this.visits++
      yield member
    }
    return undefined
  }
}

test('the work before a submission is stored has a limit, however many objects and lists it has', () => {
  for (const name of ['thing', 'email']) {
    const countVisits = (members: number) => {
      const tree = new CountedMap()
      for (let index = 0; index < members; index++)
        tree.set(`${name} ${'x'.repeat(index % 7)} ${index}`, [new Map([['a', 'b']])])
      assert.equal(findLeads(tree), undefined)
      return tree.visits
    }
    assert.equal(countVisits(5_000), countVisits(2_500), name)
  }
})
