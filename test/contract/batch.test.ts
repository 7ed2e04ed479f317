import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { createTestChat, createTestKey, testPhone } from '#test/factories.ts'
import { assertProblem, openContract, openWorkspace } from './open-contract.ts'

let now = Date.now()
const clock = { now: () => new Date(now) }
const { call, context, scope, key } = await openContract({}, { clock })

type Result = { status: number; body: any; problem: any }

async function send(
  path: 'contacts' | 'messages',
  items: unknown[],
  given: { key?: string; headers?: Record<string, string> } = {},
) {
  const answer = await call(`POST /api/v1/${path}/batch`, { key, ...given, body: { items } })
  assert.equal(answer.status, 207, answer.text)
  return { results: answer.body.data as Result[], answer }
}

const statuses = (results: Result[]) => results.map(({ status }) => status)

async function count(query: string, ofKey = key): Promise<number> {
  return (await call(`GET /api/v1/${query}`, { key: ofKey })).body.data.length
}

describe('a batch of contacts', () => {
  test('has a result for each item in its order, and one that fails changes nothing of the others', async () => {
    const [own, phone] = [await openWorkspace(context), testPhone()]
    const { results } = await send(
      'contacts',
      [
        { name: 'First', phone_e164: phone, campaign: null },
        { name: '' },
        null,
        { phone_e164: '12' },
        {},
        { name: 'Again', phone },
        { name: 'Typo', nam: 'x' },
        { name: 'Last' },
      ],
      { key: own.key },
    )
    assert.deepEqual(statuses(results), [201, 422, 422, 422, 422, 201, 422, 201])
    assert.equal(results[0]!.body.name, 'First')
    assert.deepEqual(
      [results[5]!.body.id, results[5]!.body.matched_by],
      [results[0]!.body.id, 'phone'],
    )
    assert.deepEqual(
      results.map(({ problem }) => problem?.code ?? null),
      [
        null,
        'validation_failed',
        'validation_failed',
        'invalid_phone',
        'validation_failed',
        null,
        'validation_failed',
        null,
      ],
    )
    assert.equal(results[6]!.problem.errors[0].field, 'nam')
    for (const { body, problem } of results) assert.equal(body === null, problem !== null)
    assert.equal(await count('contacts', own.key), 2)
    assert.equal(await count('events?type=contact.created', own.key), 3)
  })

  test('does an item once for its idempotency key, and refuses the key for another item', async () => {
    const phone = testPhone()
    const items = [
      { idempotency_key: newId(), name: 'Once', phone_e164: phone },
      { idempotency_key: newId(), name: 'Second' },
    ]
    const first = await send('contacts', items)
    const before = await count('contacts?limit=100')
    // A repeat of one item in a larger batch returns its first result, and does the other.
    const repeated = await send('contacts', [{ name: 'Third' }, items[1]])
    assert.deepEqual(repeated.results[1], first.results[1])
    assert.equal(repeated.answer.headers['idempotent-replayed'], undefined)
    assert.equal(await count('contacts?limit=100'), before + 1)
    const whole = await send('contacts', items)
    assert.equal(whole.answer.text, first.answer.text)
    assert.equal(whole.answer.headers['idempotent-replayed'], 'true')
    const other = await send('contacts', [{ ...items[1], name: 'Another' }])
    assert.equal(other.results[0]!.problem.code, 'idempotency_key_reused')
    assert.equal(await count('contacts?limit=100'), before + 1)
  })

  test('takes the idempotency key of the request for items without one, and does the failed ones again', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(255) }
    const items = [{ name: 'A' }, { phone_e164: '12' }, { name: 'B' }]
    const first = await send('contacts', items, { headers })
    const before = await count('contacts?limit=100')
    const again = await send('contacts', items, { headers })
    assert.deepEqual(
      again.results.map(({ body }) => body),
      first.results.map(({ body }) => body),
    )
    const corrected = await send('contacts', [items[0], { phone_e164: testPhone() }, items[2]], {
      headers,
    })
    assert.deepEqual(statuses(corrected.results), [201, 201, 201])
    assert.deepEqual(corrected.results[2], first.results[2])
    assert.equal(await count('contacts?limit=100'), before + 1)
    const answer = await call('POST /api/v1/contacts/batch', {
      key,
      body: { items },
      headers: { 'idempotency-key': 'ä' },
    })
    assertProblem(answer, 400, 'invalid_header')
  })

  test('counts each item towards the rate limit', async () => {
    const limited = await createTestKey(scope, ['*'], { rateLimit: 5 })
    const items = Array.from({ length: 12 }, () => ({ idempotency_key: newId(), name: 'Counted' }))
    const { results, answer } = await send('contacts', items, { key: limited })
    assert.deepEqual(statuses(results), [
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 2 }, () => 429),
    ])
    assert.match(String(answer.headers['ratelimit']), /r=0/)
    assertProblem(
      await call('POST /api/v1/contacts/batch', { key: limited, body: { items } }),
      429,
      'rate_limited',
    )
    now += 2_000
    const later = await send('contacts', items.slice(10), { key: limited })
    assert.deepEqual(statuses(later.results), [201, 201])
  })

  test('has 1 to 100 items', async () => {
    const full = await send(
      'contacts',
      Array.from({ length: 100 }, (_, n) => ({ name: `N ${n}` })),
    )
    assert.deepEqual(
      full.results.map(({ body }) => body.name),
      Array.from({ length: 100 }, (_, n) => `N ${n}`),
    )
    for (const body of [
      { items: [] },
      { items: Array.from({ length: 101 }, () => ({ name: 'N' })) },
      { items: 'x' },
      {},
    ])
      assertProblem(
        await call('POST /api/v1/contacts/batch', { key, body }),
        422,
        'validation_failed',
        'items',
      )
  })
})

describe('a batch of messages', () => {
  test('sends in the order given, and one that fails changes nothing of the others', async () => {
    const [chat, other] = [await createTestChat(scope), await createTestChat(scope)]
    const { scope: strangers } = await openWorkspace(context)
    const foreign = await createTestChat(strangers)
    const texts = ['one', 'two', 'three', 'four', 'five']
    const { results } = await send('messages', [
      ...texts.map((message) => ({ conversation_id: chat.id, message })),
      { conversation_id: foreign.id, message: 'not theirs' },
      { conversation_id: other.id },
      { phone_e164: other.phoneE164, message_text: 'alias', media_url: null },
    ])
    assert.deepEqual(statuses(results), [201, 201, 201, 201, 201, 404, 422, 201])
    assert.equal(results[5]!.problem.code, 'conversation_not_found')
    assert.equal(results[7]!.body.target.matched_by, 'phone_e164')
    const sent = await call(`GET /api/v1/messages?conversation_id=${chat.id}`, { key })
    assert.deepEqual(sent.body.data.map(({ text }: { text: string }) => text).toReversed(), texts)
    assert.equal(await count(`messages?conversation_id=${foreign.id}`), 0)
  })

  test('sends an item once for its idempotency key, also in two batches at once', async () => {
    const chat = await createTestChat(scope)
    const items = Array.from({ length: 20 }, (_, n) => ({
      idempotency_key: newId(),
      conversation_id: chat.id,
      message: `Message ${n}`,
    }))
    const batches = await Promise.all([send('messages', items), send('messages', items)])
    assert.deepEqual(batches[0].results, batches[1].results)
    assert.equal(await count(`messages?limit=100&conversation_id=${chat.id}`), 20)
  })

  test('needs the scope of a single message', async () => {
    const reader = await createTestKey(scope, ['messages:read', 'contacts:write'])
    const answer = await call('POST /api/v1/messages/batch', { key: reader, body: { items: [{}] } })
    assertProblem(answer, 403, 'insufficient_scope')
  })
})
