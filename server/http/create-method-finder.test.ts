import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { createMethodFinder } from './create-method-finder.ts'

const find = createMethodFinder(
  [
    { method: 'GET', url: '/contacts' },
    { method: ['PATCH', 'DELETE'], url: '/contacts/:id' },
    { method: 'GET', url: '/contacts/export.csv' },
    { method: 'POST', url: '/contacts/:id/merges/:merge_id/undo' },
    { method: 'GET', url: '/assets/*' },
  ].map((route) => route as RouteOptions),
)

test('a path has the methods of every route that matches it, or of those that name it', () => {
  assert.deepEqual(find('/contacts'), ['GET'])
  assert.deepEqual(find('/contacts/1'), ['DELETE', 'PATCH'])
  assert.deepEqual(find('/contacts/export.csv'), ['GET'])
  assert.deepEqual(find('/contacts/1/merges/2/undo'), ['POST'])
  assert.deepEqual(find('/assets/a/b.js'), ['GET'])
})

test('an unknown path has no methods', () => {
  for (const path of ['/', '/contact', '/contacts/', '/contacts/1/', '/contacts/exportXcsv/2'])
    assert.deepEqual(find(path), [])
})
