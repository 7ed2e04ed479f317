import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBreakingChanges } from './find-breaking-changes.ts'

const PROPERTIES = {
  id: { type: 'string' },
  color: { type: 'string', enum: ['red', 'blue'] },
  next: { $ref: '#/components/schemas/Thing' },
}

const { id, color } = PROPERTIES

/** Returns a description of one operation that sends and returns a thing, which is recursive. */
function describe(): any {
  return {
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          parameters: [
            { $ref: '#/components/parameters/limit' },
            { $ref: '#/components/parameters/kinds' },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id, color } },
              },
            },
          },
          responses: {
            201: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    },
    components: {
      parameters: {
        limit: { name: 'limit', in: 'query', schema: { type: 'integer' } },
        kinds: { name: 'kinds', in: 'query', schema: { type: 'string' } },
      },
      schemas: { Thing: { type: 'object', required: ['id'], properties: { ...PROPERTIES } } },
    },
  }
}

/** Returns the breaking changes of an edit of that description. */
function changesOf(
  edit: (parts: { document: any; operation: any; body: any; thing: any }) => void,
) {
  const document = describe()
  const operation = document.paths['/things'].post
  const body = operation.requestBody.content['application/json'].schema
  edit({ document, operation, body, thing: document.components.schemas.Thing })
  return findBreakingChanges(describe(), document).map(({ at, change }) => `${at}: ${change}`)
}

test('a description does not break itself, and neither do additions', () => {
  assert.deepEqual(
    changesOf(() => undefined),
    [],
  )
  const added = changesOf(({ document, operation, body, thing }) => {
    document.paths['/others'] = { get: { responses: {} } }
    operation.parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } })
    operation.responses[409] = {}
    const list = { type: 'array', items: { type: 'string' } }
    document.components.parameters.kinds.schema = list
    document.components.parameters.kinds.explode = false
    body.properties.size = { type: 'integer' }
    body.properties.color = { type: ['string', 'null'], enum: ['red', 'blue', 'green', null] }
    thing.properties.size = { type: 'integer' }
    thing.properties.color = { type: 'string', enum: ['red', 'blue', 'green'] }
    thing.required = ['id', 'size']
  })
  assert.deepEqual(added, [])
})

test('a removed operation, operation id, status or parameter breaks clients', () => {
  assert.deepEqual(
    changesOf(({ document }) => delete document.paths['/things'].post),
    ['POST /things: the operation was removed'],
  )
  assert.deepEqual(
    changesOf(({ operation }) => (operation.operationId = 'makeThing')),
    ['POST /things: the operation id createThing was changed'],
  )
  assert.deepEqual(
    changesOf(({ operation }) => delete operation.responses[201]),
    ['POST /things: the status 201 was removed'],
  )
  assert.deepEqual(
    changesOf(({ operation }) => (operation.parameters = [])),
    [
      'POST /things: the parameter query limit was removed',
      'POST /things: the parameter query kinds was removed',
    ],
  )
})

test('a parameter or field that becomes required breaks clients', () => {
  assert.deepEqual(
    changesOf(({ document }) => (document.components.parameters.limit.required = true)),
    ['POST /things: the parameter query limit is now required'],
  )
  assert.deepEqual(
    changesOf(({ operation }) => (operation.requestBody.required = true)),
    ['POST /things: the body is now required'],
  )
  assert.deepEqual(
    changesOf(({ body }) => body.required.push('color')),
    ['POST /things body.color: the field is now required'],
  )
})

test('a removed field breaks clients, in requests and responses, and so does one that may be absent', () => {
  assert.deepEqual(
    changesOf(({ body, thing }) => {
      delete body.properties.color
      delete thing.properties.color
    }),
    [
      'POST /things body.color: the field was removed',
      'POST /things 201.color: the field was removed',
    ],
  )
  assert.deepEqual(
    changesOf(({ thing }) => (thing.required = [])),
    ['POST /things 201.id: the field may now be absent'],
  )
})

test('a text that becomes a list whose values are repeated breaks clients', () => {
  assert.deepEqual(
    changesOf(({ document }) => {
      document.components.parameters.kinds.schema = { type: 'array', items: { type: 'string' } }
    }),
    ['POST /things query kinds: the type was string and is now array'],
  )
})

test('a narrowed enum of a request and another type break clients', () => {
  assert.deepEqual(
    changesOf(({ body }) => (body.properties.color = { type: 'string', enum: ['red'] })),
    ['POST /things body.color: no longer accepts blue'],
  )
  assert.deepEqual(
    changesOf(({ body }) => (body.properties.id = { type: 'string', enum: ['a'] })),
    ['POST /things body.id: only certain values are now accepted'],
  )
  assert.deepEqual(
    changesOf(({ operation }) => {
      operation.responses[201].content['application/json'].schema = {
        type: 'object',
        required: ['id'],
        properties: { ...PROPERTIES, id: { type: ['string', 'null'] } },
      }
    }),
    ['POST /things 201.id: the type was string and is now string or null'],
  )
})

test('an alternative with another name breaks clients only if its fields do, and a stream is described in either way', () => {
  const rename = (properties: object) =>
    findBreakingChanges(
      describeChoice('Thing', PROPERTIES, { type: 'string' }),
      describeChoice('NewThing', properties, { type: 'object' }),
    ).map(({ at, change }) => `${at}: ${change}`)
  assert.deepEqual(rename({ ...PROPERTIES, color: { type: ['string', 'null'] } }), [])
  assert.deepEqual(rename({ id }), [
    'POST /things body oneOf[0].color: the field was removed',
    'POST /things body oneOf[0].next: the field was removed',
  ])
})

/** Returns a description of an operation that takes a schema or null, and answers with a stream. */
function describeChoice(name: string, properties: object, event: object): any {
  const choice = { oneOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] }
  return {
    paths: {
      '/things': {
        post: {
          requestBody: { content: { 'application/json': { schema: choice } } },
          responses: { 200: { content: { 'text/event-stream': { schema: event } } } },
        },
      },
    },
    components: {
      schemas: {
        Thing: { type: 'object', properties: PROPERTIES },
        [name]: { type: 'object', properties },
      },
    },
  }
}
