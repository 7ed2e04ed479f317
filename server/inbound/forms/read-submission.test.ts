import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapFields } from './map-fields.ts'
import { readSubmission } from './read-submission.ts'

const read = (contentType: string, body: string) =>
  mapFields(readSubmission(contentType, Buffer.from(body)).fields, 'IN')

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
