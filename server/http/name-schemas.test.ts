import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameSchemas } from './name-schemas.ts'

const contact = { title: 'Contact', type: 'object', properties: { name: { type: 'string' } } }

test('a schema with a title becomes a reference, wherever it is, and one schema', () => {
  const { parts, schemas } = nameSchemas({
    a: contact,
    b: { anyOf: [{ ...contact, description: 'Its owner.' }, { type: 'null' }] },
  })
  assert.deepEqual(parts, {
    a: { $ref: '#/components/schemas/Contact' },
    b: {
      anyOf: [
        { $ref: '#/components/schemas/Contact', description: 'Its owner.' },
        { type: 'null' },
      ],
    },
  })
  assert.deepEqual(schemas, {
    Contact: { type: 'object', properties: { name: { type: 'string' } } },
  })
})

test('two schemas of one title are refused', () => {
  const other = { ...contact, properties: { name: { type: 'integer' } } }
  assert.throws(() => nameSchemas({ a: contact, b: other }), /Two schemas have the title Contact/)
})

test('an enum gets the type of its values, and data stays as it is', () => {
  const { parts } = nameSchemas({
    a: { enum: ['x', null] },
    example: { title: 'A title', enum: ['x'] },
  })
  assert.deepEqual(parts, {
    a: { type: ['string', 'null'], enum: ['x', null] },
    example: { title: 'A title', enum: ['x'] },
  })
})
