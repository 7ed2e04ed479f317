import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { createRouteSuggester } from './create-route-suggester.ts'

const suggest = createRouteSuggester(
  [
    '/api/v1/chats',
    '/api/v1/chats/:id',
    '/api/v1/contacts',
    '/api/v1/contacts/:id/timeline',
    '/api/v1/messages/send',
    '/docs/*',
  ].map((url) => ({ url }) as RouteOptions),
)

test('an unknown path suggests the path with the word of the API, its prefix, or one misspelled part', () => {
  for (const [path, meant] of [
    ['/api/v1/conversations', '/api/v1/chats'],
    ['/api/v1/conversations/1', '/api/v1/chats/1'],
    ['/conversations', '/api/v1/chats'],
    ['/contacts', '/api/v1/contacts'],
    ['/api/v1/contact', '/api/v1/contacts'],
    ['/api/v1/contcts/1/timeline', '/api/v1/contacts/1/timeline'],
    ['/api/v1/message/send', '/api/v1/messages/send'],
  ] as const)
    assert.equal(suggest(path), meant)
})

test('a path without a similar one, a very long one and one with many parts suggest nothing', () => {
  for (const path of [
    '/api/v1/unknown',
    '/',
    '/api/v1/' + 'contacts'.repeat(1000),
    '/a'.repeat(8000),
  ])
    assert.equal(suggest(path), undefined)
})
