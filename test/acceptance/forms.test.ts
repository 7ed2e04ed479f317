import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testPhone } from '../factories.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const { api, ingest, formToken } = await startProduct()

/** Waits for the leads on the timeline of the contact with a phone number. */
const leadsOf = (phone: string) =>
  waitFor(
    async () => {
      const query = `phone_e164=${encodeURIComponent(phone)}`
      const { body } = await api(`GET /api/v1/contacts?${query}`)
      if (body.data.length === 0) return undefined
      const timeline = await api(`GET /api/v1/contacts/${body.data[0].id}/timeline`)
      return {
        person: body.data[0],
        leads: timeline.body.data.filter((entry: { kind: string }) => entry.kind === 'lead'),
      }
    },
    { what: `the lead of ${phone}` },
  )

const fieldsOf = (phone: string) => ({
  name: 'Sunil Båtsman',
  phone: phone.slice(3),
  email: `${phone.slice(1)}@mail.example`,
  message: 'Do you repair lamps? ¿Cuánto?',
  utm_campaign: 'window-sign',
})

const urlencoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

function multipart(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--lamp\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--lamp--\r\n`
}

const encodings = {
  JSON: { type: 'application/json', encode: JSON.stringify },
  urlencoded: { type: 'application/x-www-form-urlencoded', encode: urlencoded },
  multipart: { type: 'multipart/form-data; boundary=lamp', encode: multipart },
}

for (const [name, { type, encode }] of Object.entries(encodings))
  test(`a form in ${name} becomes one lead of its person, also when it is sent again`, async () => {
    const phone = testPhone()
    const body = encode(fieldsOf(phone))
    const post = () =>
      ingest(`POST /webhook/form/${formToken}`, { body, headers: { 'content-type': type } })
    const first = await post()
    assert.equal(first.status, 202, first.text)
    assert.equal(first.body.accepted, true)
    assert.equal((await post()).body.id, first.body.id)
    const { person, leads } = await leadsOf(phone)
    assert.equal(person.name, 'Sunil Båtsman')
    assert.equal(person.email, `${phone.slice(1)}@mail.example`)
    assert.equal(leads.length, 1)
    assert.equal(leads[0].data.source, 'form')
    assert.equal(leads[0].data.campaign, 'window-sign')
    assert.match(JSON.stringify(leads[0].data), /Do you repair lamps\? ¿Cuánto\?/)
  })

test('the token of a form may stand in the path, the header or a field, and must be right', async () => {
  const [byHeader, byField] = [testPhone(), testPhone()]
  const inHeader = await ingest('POST /webhook/form', {
    body: fieldsOf(byHeader),
    headers: { 'x-form-token': formToken },
  })
  assert.equal(inHeader.status, 202)
  const inField = await ingest('POST /webhook/form', {
    body: { ...fieldsOf(byField), form_token: formToken },
  })
  assert.equal(inField.status, 202)
  for (const phone of [byHeader, byField]) assert.equal((await leadsOf(phone)).leads.length, 1)
  const body = fieldsOf(testPhone())
  assert.equal((await ingest('POST /webhook/form/guessed', { body })).status, 404)
  assert.equal((await ingest('POST /webhook/form', { body })).status, 404)
})

test('a browser that posts a form is shown a page', async () => {
  const answer = await ingest(`POST /webhook/form/${formToken}`, {
    body: urlencoded(fieldsOf(testPhone())),
    headers: {
      accept: 'text/html,application/xhtml+xml',
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  assert.equal(answer.status, 202)
  assert.match(String(answer.headers['content-type']), /^text\/html/)
})
