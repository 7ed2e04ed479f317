import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { signWebhook } from '#lib/outgoing/sign-webhook.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { assertLinear } from '#test/cpu-time.ts'
import { createTestEndpoint, emit } from '#test/deliveries.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with an endpoint, the body of an event in its log, and a function that calls the debugger. */
async function setUp() {
  const { scope, endpoint } = await createTestEndpoint(context)
  const { headers } = await signInTestMember(call, scope)
  await emit(scope, [1])
  const { body } = await scope.db
    .selectFrom('events')
    .select('body')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const ask = (input: object, more: Record<string, string> = {}) =>
    call('POST /api/developer/webhooks/verify', { headers: { ...headers, ...more }, body: input })
  return { scope, endpoint, body, ask }
}

function sign(secret: string, body: string): string {
  const timestampSeconds = Date.now() / 1000
  const delivery = { secrets: [secret], id: newId(), timestampSeconds, body: Buffer.from(body) }
  return signWebhook(delivery)['X-Service-Signature']
}

test("the debugger refuses another workspace's endpoint, and compares with no other workspace's log", async () => {
  const mine = await setUp()
  const theirs = await setUp()
  const signature = sign(theirs.endpoint.secret, theirs.body)
  const body = `${theirs.body} x`
  assert.equal(
    (await mine.ask({ body, signature, endpoint_id: theirs.endpoint.id })).body.code,
    'endpoint_not_found',
  )
  const answer = await mine.ask({ body, signature, secret: mine.endpoint.secret })
  assert.deepEqual([answer.body.verdict, answer.body.event_in_log], ['no_match', false])
  assert.ok(!answer.text.includes(theirs.endpoint.url))
})

test('the debugger asks for one body and one secret or endpoint', async () => {
  const { endpoint, ask } = await setUp()
  const target = { secret: endpoint.secret }
  for (const [body, field] of [
    [{ ...target }, 'body'],
    [{ ...target, body: '', body_base64: '' }, 'body'],
    [{ ...target, body_base64: '%' }, 'body_base64'],
    [{ body: '' }, 'secret'],
    [{ ...target, endpoint_id: endpoint.id, body: '' }, 'secret'],
    [{ ...target, body: '', received_at: 'now' }, 'received_at'],
    [{ ...target, body: {} }, 'body'],
  ] as const) {
    const answer = await ask(body)
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.errors[0].field, field, answer.text)
  }
})

test('a hostile body costs the debugger CPU time in proportion to its size', async () => {
  const { endpoint, ask } = await setUp()
  const bodies = [
    (size: number) => '['.repeat(size),
    (size: number) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    (size: number) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
    (size: number) => '\r'.repeat(size / 2) + 'x',
    (size: number) => ' \t'.repeat(size / 4),
    (size: number) => `[${'1,'.repeat(size / 2)}1]`,
    (size: number) =>
      `{${Array.from({ length: size / 8 }, (_, index) => `"k${index}":1`).join(',')}}`,
    (size: number) => `{"__proto__":${'"a'.repeat(size / 480)}`,
    (size: number) => JSON.stringify('"\\'.repeat(size / 6)),
    (size: number) => `"id":"${'a-'.repeat(size / 3)}`,
    (size: number) => 'é'.repeat(size / 3),
  ]
  const signature = sign(createWebhookSecret(), 'x')
  for (const write of bodies) {
    const check = async (size: number) => {
      const input = { body: write(size), signature, endpoint_id: endpoint.id }
      assert.equal((await ask(input)).body.verdict, 'no_match')
    }
    await assertLinear(480_000, check, String(write))
  }
})

test('the debugger keeps nothing, not even for an idempotency key', async () => {
  const { scope, endpoint, body, ask } = await setUp()
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from idempotency_keys where workspace_id = ${scope.workspaceId}`.execute(
      scope.db,
    )
    return rows[0]!.count
  }
  const input = { body, signature: sign(endpoint.secret, body), secret: endpoint.secret }
  assert.equal((await ask(input, { 'idempotency-key': 'k' })).body.verdict, 'valid')
  assert.equal((await ask({ ...input, body: 'x' }, { 'idempotency-key': 'k' })).status, 200)
  assert.equal(await count(), 0)
})
