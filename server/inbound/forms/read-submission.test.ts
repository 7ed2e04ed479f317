import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { collectFields } from './collect-fields.ts'
import { mapFields } from './map-fields.ts'
import type { Tree } from './tree.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'

const read = (contentType: string, body: string) =>
  mapFields(readSubmission(parseSubmission(contentType, Buffer.from(body))).fields, 'IN')

test('the shapes of form services are read', () => {
  const shapes: [string, object, object][] = [
    [
      'Typeform',
      {
        event_id: 'tf-1',
        form_response: {
          token: 't',
          hidden: { utm_campaign: 'spring' },
          definition: {
            fields: [{ id: 'f1', ref: 'who', title: "What's your name?", type: 'short_text' }],
          },
          answers: [
            { type: 'text', text: 'Mira', field: { id: 'f1', ref: 'who', type: 'short_text' } },
            {
              type: 'email',
              email: 'mira@example.com',
              field: { id: 'f2', ref: 'x', type: 'email' },
            },
            {
              type: 'choices',
              choices: { labels: ['Red', 'Blue'] },
              field: { id: 'f3', ref: 'Colours', type: 'multiple_choice' },
            },
            { type: 'boolean', boolean: true, field: { id: 'f4', ref: 'Terms', type: 'legal' } },
          ],
        },
      },
      {
        "What's your name?": 'Mira',
        x: 'mira@example.com',
        Colours: 'Red, Blue',
        Terms: 'true',
        utm_campaign: 'spring',
      },
    ],
    [
      'Tally',
      {
        eventId: 'ta-1',
        data: {
          fields: [
            { key: 'q1', label: 'Full name', type: 'INPUT_TEXT', value: 'Mira' },
            { key: 'q2', label: 'Where to?', type: 'INPUT_EMAIL', value: 'mira@example.com' },
            {
              key: 'q3',
              label: 'Plan',
              type: 'MULTIPLE_CHOICE',
              value: ['b'],
              options: [
                { id: 'a', text: 'Small' },
                { id: 'b', text: 'Large' },
              ],
            },
            {
              key: 'q4',
              label: 'Photo',
              type: 'FILE_UPLOAD',
              value: [{ name: 'me.jpg', url: 'https://files.example/1' }],
            },
            { key: 'q5', label: 'Empty', type: 'INPUT_TEXT', value: null },
          ],
        },
      },
      { 'Full name': 'Mira', 'Where to?': 'mira@example.com', Plan: 'Large' },
    ],
    [
      'Google Forms',
      {
        form: { id: '1', title: 'T' },
        response: {
          id: 'g-1',
          payload: { Name: 'Mira', 'E-mail': 'mira@example.com', Days: ['Mon', 'Tue'] },
        },
      },
      { Name: 'Mira', 'E-mail': 'mira@example.com', Days: 'Mon, Tue' },
    ],
    [
      'a field list',
      {
        id: 'l-1',
        field_data: [
          { name: 'full_name', values: ['Mira'] },
          { name: 'email', values: ['mira@example.com'] },
        ],
      },
      { full_name: 'Mira', email: 'mira@example.com' },
    ],
    [
      'Contact Form 7',
      { 'your-name': 'Mira', 'your-email': 'mira@example.com', 'checkbox-1': ['A', 'B'] },
      { 'your-name': 'Mira', 'your-email': 'mira@example.com', 'checkbox-1': 'A, B' },
    ],
  ]
  for (const [name, body, fields] of shapes) {
    const mapped = read('application/json', JSON.stringify(body))
    assert.deepEqual([mapped.name, mapped.email], ['Mira', 'mira@example.com'], name)
    assert.deepEqual(mapped.fields, fields, name)
  }
})

test('Elementor’s bracketed fields are read by their titles', () => {
  const fields = {
    name: ['text', 'Seu nome', 'Mira'],
    f1: ['tel', 'WhatsApp', '+55 11 98765-4321'],
    utm: ['hidden', '', 'ig'],
  }
  const body = new URLSearchParams({ 'form[id]': 'x1', 'form[name]': 'Contact' })
  for (const [id, [type, title, value]] of Object.entries(fields)) {
    body.set(`fields[${id}][type]`, type!)
    body.set(`fields[${id}][title]`, title!)
    body.set(`fields[${id}][value]`, value!)
  }
  body.set('meta[page_url][value]', 'https://shop.example')
  body.set('fields[__proto__][value]', 'x')
  const mapped = read('application/x-www-form-urlencoded', body.toString())
  assert.deepEqual([mapped.name, mapped.phoneE164], ['Mira', '+5511987654321'])
})

const mapped = (body: object) => {
  const { name, phoneE164, email, message } = read('application/json', JSON.stringify(body))
  return [name, phoneE164, email, message]
}
const ana = ['Ana Souza', '+919812345678', 'ana@example.com', 'Call me']
const details = { phone: '98123 45678', email: 'ana@example.com', message: 'Call me' }

test('details are found however deeply they are nested', () => {
  for (const body of [
    { contact: { name: 'Ana Souza', ...details } },
    { event: 'lead', payload: { visitor: { name: { first: 'Ana', last: 'Souza' }, ...details } } },
    { a: { b: { c: { d: { e: { full_name: 'Ana Souza', ...details } } } } } },
    {
      submission: [
        { question: 'Name', answer: 'Ana Souza' },
        { question: 'Phone', answer: '98123 45678' },
        { question: 'E-mail', answer: 'ana@example.com' },
        { question: 'Message', answer: 'Call me' },
      ],
    },
    {
      fields: {
        f1: { label: 'Your name', value: 'Ana Souza' },
        f2: { label: 'Mobile', value: ['98123 45678'] },
        f3: { label: 'Mail', value: 'ana@example.com' },
        f4: { label: 'Message', value: 'Call me' },
      },
    },
    { contacts: [{ name: 'Ana Souza', ...details }] },
  ])
    assert.deepEqual(mapped(body), ana, JSON.stringify(body))
})

test('JSON inside a field is read, in JSON, urlencoded and multipart bodies', () => {
  const inner = JSON.stringify({ name: 'Ana Souza', ...details })
  assert.deepEqual(mapped({ id: 7, payload: inner }), ana)
  assert.deepEqual(mapped({ outer: JSON.stringify({ inner }) }), ana)
  for (const [type, body] of [
    [
      'application/x-www-form-urlencoded',
      new URLSearchParams({ page: '1', answers: inner }).toString(),
    ],
    ['multipart/form-data', JSON.stringify({ fields: [['answers', inner]], files: [] })],
  ] as const) {
    const found = read(type, body)
    assert.deepEqual([found.name, found.phoneE164, found.email, found.message], ana, type)
  }
})

test('what the form service wrote about the form is no name and no address of the contact', () => {
  for (const body of [
    { name: 'Contact form', data: details },
    {
      title: 'Contact form',
      name: 'Contact form',
      answers: [
        { label: 'Phone', value: '98123 45678' },
        { label: 'Email', value: 'ana@example.com' },
        { label: 'Message', value: 'Call me' },
      ],
    },
    { form: { name: 'Contact form', owner: { email: 'owner@shop.example' } }, submission: details },
    {
      data: {
        ...details,
        page: { name: 'Contact form' },
        site: { name: 'Shop', email: 'owner@shop.example' },
      },
    },
    { ...details, form_name: 'Contact form', meta: { name: 'x', email: 'owner@shop.example' } },
    { ...details, cart: [{ name: 'Blue lamp', price: 3 }] },
    {
      workspace: { name: 'Shop', owner: { name: 'Olu', email: 'owner@shop.example' } },
      response: details,
    },
  ])
    assert.deepEqual(mapped(body), [undefined, ...ana.slice(1)], JSON.stringify(body))
  const withoutAddress = read(
    'application/json',
    JSON.stringify({ account: { email: 'owner@shop.example' }, data: { name: 'Ana' } }),
  )
  assert.deepEqual([withoutAddress.name, withoutAddress.email], ['Ana', undefined])
})

test('an address beside the answers is the contact’s only under its own label', () => {
  const answers = [{ question: 'Name', answer: 'Ana Souza' }]
  assert.equal(mapped({ email: 'ana@example.com', data: answers })[2], 'ana@example.com')
  assert.equal(mapped({ notify: 'owner@shop.example', data: answers })[2], undefined)
})

test('repeated columns and lists keep the value that is there', () => {
  const urlencoded = (text: string) => read('application/x-www-form-urlencoded', text)
  for (const found of [
    urlencoded('name=&name=Ana+Souza&email=ana%40example.com&email='),
    urlencoded('email[]=&email[]=ana%40example.com&name[first]=Ana&name[last]=Souza'),
    urlencoded('email=none&email=ana%40example.com&name=Ana+Souza&name=Ana+Souza'),
    read(
      'application/json',
      JSON.stringify({ email: ['', null, 'ana@example.com'], name: [null, 'Ana Souza'] }),
    ),
  ])
    assert.deepEqual([found.name, found.email], ['Ana Souza', 'ana@example.com'])
  const both = urlencoded('name=Ana+Souza&colour=red&colour=&colour=blue')
  assert.deepEqual(both.fields, { name: 'Ana Souza', colour: 'red, blue' })
})

test('a field named value is a field like any other', () => {
  assert.deepEqual(read('application/json', '{"name":"Ana","value":"100"}').fields, {
    name: 'Ana',
    value: '100',
  })
})

test('of a payload with very many rows only the first ones are read', () => {
  let steps = 0
  class Row extends Map<string, Tree> {
    override [Symbol.iterator]() {
      steps++
      return super[Symbol.iterator]()
    }
  }
  const rows = Array.from({ length: 20_000 }, (_, at) => new Row([['a', `${at}`]]))
  const fields = collectFields(new Map([['data', new Map([['rows', rows]])]]))
  assert.equal(fields.length, 200)
  assert.ok(steps > 200 && steps <= 5_000, `${steps} steps`)
})

test('hostile nesting is refused or read within limits, and pollutes nothing', () => {
  const nest = (depth: number, inner: unknown): unknown =>
    depth === 0 ? inner : { a: nest(depth - 1, inner) }
  const refuse = (body: unknown) =>
    assert.throws(() => read('application/json', JSON.stringify(body)), {
      code: 'validation_failed',
    })
  refuse(nest(40, 'x'))
  const deepText = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  assert.throws(() => read('application/json', deepText), {
    code: /malformed_json|validation_failed/,
  })
  const kept = read('application/json', JSON.stringify({ name: 'Ana', deep: deepText }))
  assert.equal(kept.name, 'Ana')
  let inner = JSON.stringify({ email: 'deep@example.com' })
  for (let depth = 0; depth < 12; depth++) inner = JSON.stringify({ a: inner })
  assert.equal(read('application/json', JSON.stringify({ name: 'Ana', inner })).name, 'Ana')
  const wide = {
    name: 'Ana',
    data: { rows: Array.from({ length: 20_000 }, (_, i) => ({ a: i, b: [i, i] })) },
  }
  const found = read('application/json', JSON.stringify(wide))
  assert.ok(Object.keys(found.fields).length <= 200)
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    for (const [type, body] of [
      ['application/json', `{"${key}":{"isAdmin":"yes","email":"ana@example.com"},"name":"Ana"}`],
      [
        'application/x-www-form-urlencoded',
        `${key}[isAdmin]=yes&${key}[email]=ana%40example.com&name=Ana`,
      ],
    ] as const)
      assert.equal(read(type, body).name, 'Ana', key)
    assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined)
  }
  assert.equal(
    read('application/json', '{"email":"x","email":"ana@example.com"}').email,
    'ana@example.com',
  )
})

test('no JSON makes the reader fail otherwise than with a code', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 8 }),
      fc.constantFrom('generic', 'typeform', 'tally', 'jotform', 'wufoo', 'formstack', 'hubspot'),
      fc.constantFrom(
        '',
        'data',
        'rawRequest',
        'form_response',
        'properties',
        'submission',
        '__proto__',
      ),
      (json, provider, key) => {
        const text =
          key === '' ? json : `{${JSON.stringify(key)}:${json},"submissionID":"1","vid":"1"}`
        try {
          const { fields } = readSubmission(
            parseSubmission('application/json', Buffer.from(text)),
            provider,
          )
          assert.ok(fields.length <= 200)
          mapFields(fields, 'IN')
        } catch (err) {
          assert.match(
            String((err as { code?: string }).code),
            /malformed_json|validation_failed|unsupported_media_type/,
          )
        }
      },
    ),
    { numRuns: 300 },
  )
})
