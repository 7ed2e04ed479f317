import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#lib/ids.ts'
import { createTestChat, createTestPerson } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { fill, listRoutes } from './list-routes.ts'
import type { Route } from './list-routes.ts'
import { openContract } from './open-contract.ts'

const { app, call, scope, key } = await openContract({}, {}, { areRandom: true })
const admin = (await signInTestMember(call, scope)).headers
const chat = await createTestChat(scope)
const person = await createTestPerson(scope)

const routes = listRoutes(app).filter(
  ({ url }) => /^\/api\/(v1|developer|session)/.test(url) && !url.endsWith('/stream'),
)
const writes = routes.filter(({ method }) => method === 'POST' || method === 'PATCH')
const reads = routes.filter(({ method }) => method === 'GET')
const CPU_MS_MAX = 2_000

/** Sends a permitted request, and asserts that the response is described, not a 5xx, and costs little CPU time. */
async function ask(
  { method, url }: Route,
  options: { id?: string; query?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<number> {
  const path = fill(url, options.id ?? newId())
  const request = {
    ...(url.startsWith('/api/v1') && { key }),
    ...('body' in options && { body: options.body }),
    headers: { ...(!url.startsWith('/api/v1') && admin), ...options.headers },
  }
  const before = process.cpuUsage()
  const answer = await call(`${method} ${path}${options.query ?? ''}`, request)
  const { user } = process.cpuUsage(before)
  const name = `${method} ${path}`
  assert.ok(answer.status < 500, `${name} ${JSON.stringify(options)} ${answer.text}`)
  assert.ok(user < CPU_MS_MAX * 1000, `${name} took ${user} µs of CPU time`)
  return answer.status
}

/** Text of every kind: any code units, digits, control characters, scripts, long ones. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[+0-9() .-]{0,24}$/),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '$1',
    '../..',
    'null',
    'undefined',
    'NaN',
    '1e999',
    'Infinity',
    '-0',
    '0x1F',
    'true',
    newId(),
    newId().toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    '2026-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '+919812345678',
    '9812345678',
    'a@example.com',
    'https://example.com/',
    'x'.repeat(5000),
    '̈'.repeat(3000),
  ),
)

const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, [], {}, 1e308, -1, Number.MAX_SAFE_INTEGER + 2),
)

const bodyFields = [
  'name',
  'phone_e164',
  'phone',
  'recipient_phone',
  'email',
  'source',
  'campaign',
  'title',
  'conversation_id',
  'message',
  'message_text',
  'media_url',
  'person_id',
  'message_id',
  'priority',
  'assignee_id',
  'due_at',
  'status',
  'url',
  'events',
  'description',
  'scopes',
  'expires_at',
  'rate_limit',
  'event_type',
  'expire_now',
  'since',
  'until',
  'workspace_id',
]

const anyBody = fc.dictionary(fc.oneof(fc.constantFrom(...bodyFields), anyText), anyValue, {
  maxKeys: 6,
})

/** A body in which only some fields are wrong. */
const nearlyRight = fc
  .tuple(
    fc.constantFrom<[string, Record<string, unknown>]>(
      ['/api/v1/contacts', { name: 'A', phone: '9812345678' }],
      ['/api/v1/messages/send', { conversation_id: chat.id, message: 'A' }],
      ['/api/v1/tickets', { person_id: person.id, title: 'A' }],
      ['/api/developer/webhooks', { url: 'https://example.com/' }],
      ['/api/v1/webhooks', { url: 'https://example.com/' }],
      ['/api/developer/api-keys', { name: 'A', scopes: ['read'] }],
    ),
    anyBody,
  )
  .map(([[url, right], odd]) => ({ url, right, odd }))

async function holds<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => Promise<unknown>) {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) => void (await check(value))),
    { numRuns: 150, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
  )
}

describe('never a 500 and never a hang', () => {
  test('for any JSON as the body of any route', () =>
    holds(fc.tuple(fc.constantFrom(...writes), fc.oneof(anyBody, anyValue)), ([route, body]) =>
      ask(route, { body: JSON.stringify(body) }),
    ))

  test('for a body that is right but for one field', () =>
    holds(nearlyRight, async ({ url, right, odd }) => {
      for (const [field, value] of Object.entries(odd)) {
        const known = Object.keys(right)
        const body = { ...right, [bodyFields.includes(field) ? field : known[0]!]: value }
        await ask({ method: 'POST', url }, { body: JSON.stringify(body) })
      }
    }))

  test('for any bytes as the body, under any content type', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...writes),
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.constantFrom(
          'application/json',
          'application/json;charset=utf-16',
          'text/plain',
          'a/b;',
          ';',
        ),
      ),
      ([route, bytes, type]) =>
        ask(route, { body: Buffer.from(bytes), headers: { 'content-type': type } }),
    ))

  test('for any query of any list', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...reads),
        fc.dictionary(
          fc
            .constantFrom('limit', 'cursor', 'q', 'status', 'priority', 'channel_id', 'assignee_id')
            .chain((name) => fc.constantFrom(name, name, `${name}[]`)),
          anyText,
          { maxKeys: 3 },
        ),
        fc.constantFrom(
          'updated_since',
          'phone_e164',
          'email',
          'person_id',
          'endpoint_id',
          'after',
        ),
        anyText,
      ),
      async ([route, query, name, value]) => {
        const one = new URLSearchParams({ ...query, [name]: value.toWellFormed() })
        await ask(route, { query: `?${String(one)}` })
        await ask(route, { query: `?${name}=${encodeURIComponent(value.toWellFormed())}` })
        for (const [field, text] of Object.entries(query))
          await ask(route, {
            query: `?${String(
              new URLSearchParams([
                [field, text],
                [field, text],
              ]),
            )}`,
          })
      },
    ))

  test('for any cursor', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...reads),
        fc.oneof(
          fc.base64String(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
          fc.tuple(fc.oneof(fc.date(), anyText), fc.oneof(fc.uuid(), anyText)).map(([at, id]) => {
            const time = at instanceof Date ? (Number.isNaN(+at) ? 'x' : at.toISOString()) : at
            return Buffer.from(JSON.stringify([time, id])).toString('base64url')
          }),
          fc.integer().map((n) => Buffer.from(`[${n}]`).toString('base64url')),
        ),
      ),
      async ([route, cursor]) => {
        for (const name of ['cursor', 'after'])
          await ask(route, { query: `?${name}=${encodeURIComponent(cursor)}` })
      },
    ))

  test('for any id in a path', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...routes.filter(({ url }) => url.includes(':'))),
        // A URL without the segments . and .. names another route.
        anyText
          .filter((text) => text !== '.' && text !== '..')
          .map((text) => encodeURIComponent(text.toWellFormed())),
      ),
      ([route, id]) => ask(route, { id, ...(route.method === 'PATCH' && { body: {} }) }),
    ))

  test('for any header', () =>
    holds(
      fc.tuple(
        fc.constantFrom(...writes),
        fc.constantFrom(
          'idempotency-key',
          'x-request-id',
          'authorization',
          'cookie',
          'origin',
          'accept',
          'content-encoding',
          'last-event-id',
        ),
        fc.string({
          unit: fc.integer({ min: 0x20, max: 0xff }).map((c) => String.fromCharCode(c)),
        }),
      ),
      ([route, name, value]) => ask(route, { body: {}, headers: { [name]: value } }),
    ))
})
