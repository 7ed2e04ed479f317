import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameBodies } from './name-bodies.ts'
import { nameSchemas } from './name-schemas.ts'

const fields = { name: { type: 'string' }, source: { type: 'string', default: 'api' } }

function toOperation(operationId: string, schema: object) {
  return { operationId, requestBody: { content: { 'application/json': { schema } } } }
}

function nameAll(operations: ReturnType<typeof toOperation>[]) {
  nameBodies(operations)
  return operations.map(({ requestBody }) => requestBody.content['application/json'].schema) as {
    title: string
  }[]
}

test('a body is named after its operation, and operations with the same one share the name', () => {
  const properties = { text: { type: 'string' } }
  const body = { type: 'object', properties, additionalProperties: false }
  const other = { ...body, required: ['text'] }
  const named = nameAll([
    toOperation('createNote', body),
    toOperation('createNoteByEmail', body),
    toOperation('updateNote', other),
    toOperation('sendNote', { ...body, description: 'A note.' }),
  ])
  const titles = ['NewNote', 'NewNote', 'NoteChanges', 'SendNote']
  assert.deepEqual(
    named.map(({ title }) => title),
    titles,
  )
})

test('an item of a batch extends the body of a single request, and a default is part of its description', () => {
  const key = { type: 'string' }
  const item = { type: 'object', properties: { ...fields, idempotency_key: key } }
  const items = { type: 'array', items: item }
  const [single, batch] = nameAll([
    toOperation('createContact', {
      type: 'object',
      properties: fields,
      additionalProperties: false,
    }),
    toOperation('createContacts', { type: 'object', properties: { items } }),
  ])
  const { schemas } = nameSchemas({ single, batch })
  assert.deepEqual(schemas['NewContact'], {
    type: 'object',
    properties: {
      name: { type: 'string' },
      source: { type: 'string', description: 'By default `api`.' },
    },
  })
  assert.deepEqual((schemas['NewContacts'] as any).properties.items.items.allOf, [
    { $ref: '#/components/schemas/NewContact' },
    { type: 'object', properties: { idempotency_key: key } },
  ])
})

test('fields that are needed become a union of rules with their types', () => {
  const { schemas } = nameSchemas({
    body: {
      title: 'SendMessage',
      type: 'object',
      properties: { to: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      'x-needs': [['to']],
    },
  })
  assert.deepEqual(schemas['SendMessage'], {
    allOf: [
      { type: 'object', properties: { to: { type: ['string', 'null'] } } },
      { anyOf: [{ type: 'object', required: ['to'], properties: { to: { type: 'string' } } }] },
    ],
  })
})
