import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extendSchemas } from './extend-schemas.ts'

const text = { type: 'string' }
const Contact = {
  type: 'object',
  required: ['id', 'name', 'email', 'phone'],
  properties: { id: text, name: text, email: { type: ['string', 'null'] }, phone: text },
}
const reference = { $ref: '#/components/schemas/Contact' }

test('an object with all fields of a named one refers to it, and lists only its other fields', () => {
  const listed = {
    type: 'object',
    description: 'A contact of a list.',
    required: [...Contact.required, 'username'],
    properties: { ...Contact.properties, username: text },
  }
  const schemas = { Contact, ListedContact: listed }
  assert.deepEqual(extendSchemas(schemas, schemas), {
    Contact,
    ListedContact: {
      description: 'A contact of a list.',
      allOf: [
        reference,
        { type: 'object', required: ['username'], properties: { username: text } },
      ],
    },
  })
})

test('it refers to the schema with which it shares most, and optional fields stay optional', () => {
  const more = {
    type: 'object',
    required: [...Contact.required, 'username'],
    properties: { ...Contact.properties, username: text },
  }
  const most = {
    type: 'object',
    required: more.required,
    properties: { ...more.properties, note: text },
  }
  const schemas = { Contact, ListedContact: more }
  assert.deepEqual(extendSchemas({ items: most }, schemas), {
    items: {
      allOf: [
        { $ref: '#/components/schemas/ListedContact' },
        { type: 'object', properties: { note: text } },
      ],
    },
  })
})

test('an object without a name and with the same fields becomes a reference', () => {
  assert.deepEqual(extendSchemas({ type: 'array', items: structuredClone(Contact) }, { Contact }), {
    type: 'array',
    items: reference,
  })
})

test('an object stays as it is if a field differs, is optional, or further fields are refused', () => {
  const others = [
    { ...Contact, properties: { ...Contact.properties, phone: { type: 'integer' } } },
    { ...Contact, required: ['id', 'name', 'email'] },
    { ...Contact, additionalProperties: false },
    { type: 'object', required: ['id'], properties: { id: text } },
  ]
  assert.deepEqual(extendSchemas(others, { Contact }), others)
})
