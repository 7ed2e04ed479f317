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
      oneOf: [{ $ref: '#/components/schemas/Contact' }, { type: 'null' }],
    },
  })
  assert.deepEqual(schemas, {
    Contact: {
      description: 'Its owner.',
      type: 'object',
      properties: { name: { type: 'string' } },
    },
  })
})

test('a type that may be null has two types, and keeps its choices and the description of its place', () => {
  const { parts } = nameSchemas({
    a: {
      anyOf: [{ enum: ['x', 'y'], description: 'Inner.' }, { type: 'null' }],
      description: 'Outer.',
    },
    b: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
    c: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  })
  assert.deepEqual(parts, {
    a: { type: ['string', 'null'], enum: ['x', 'y', null], description: 'Outer.' },
    b: { type: ['string', 'null'], format: 'uuid' },
    c: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  })
})

test('a pattern with classes of Unicode is left out, and others stay', () => {
  const { parts } = nameSchemas({
    a: { type: 'string', pattern: String.raw`^\p{L}+$` },
    b: { type: 'string', pattern: '^[a-z]+$' },
  })
  assert.deepEqual(parts, {
    a: { type: 'string' },
    b: { type: 'string', pattern: '^[a-z]+$' },
  })
})

test('a description that several places repeat moves to the schema', () => {
  const owner = { ...contact, description: 'A contact.' }
  const { parts, schemas } = nameSchemas({ a: owner, b: owner, c: owner, d: contact })
  const reference = { $ref: '#/components/schemas/Contact' }
  assert.deepEqual(parts, { a: reference, b: reference, c: reference, d: reference })
  assert.equal(schemas['Contact']!['description'], 'A contact.')
})

test('two schemas of one title are refused', () => {
  const other = { ...contact, properties: { name: { type: 'integer' } } }
  assert.throws(
    () => nameSchemas({ a: contact, b: other }),
    /Two different schemas have the title Contact/,
  )
})

test('an enum gets the type of its values, and data stays as it is', () => {
  const { parts } = nameSchemas({
    a: { enum: ['x', null] },
    b: { properties: { default: { enum: ['x'] } } },
    example: { title: 'A title', enum: ['x'] },
  })
  assert.deepEqual(parts, {
    a: { type: ['string', 'null'], enum: ['x', null] },
    b: { properties: { default: { type: 'string', enum: ['x'] } } },
    example: { title: 'A title', enum: ['x'] },
  })
})
