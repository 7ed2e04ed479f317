import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { signWebhook } from '#lib/outgoing/sign-webhook.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, emit } from '#test/deliveries.ts'
import { signInTestMember } from '#test/session.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { rotateSecret } from '#webhooks/rotate-secret.ts'
import { testEndpoint } from '#webhooks/delivering/test-endpoint.ts'
import { createWebhookFetch } from '#webhooks/create-webhook-fetch.ts'
import type { Finding, Verification, VerifyInput } from './schema.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const fetch = createWebhookFetch(context.config)
after(() => fetch.close())

/** Creates a workspace with an endpoint, an event in its log, and a function that calls the debugger. */
async function setUp() {
  const { scope, endpoint, receiver } = await createTestEndpoint(context)
  const { headers } = await signInTestMember(call, scope)
  await emit(scope, [1])
  const event = await scope.db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const verify = async (input: VerifyInput): Promise<Verification> => {
    const answer = await call('POST /api/developer/webhooks/verify', { headers, body: input })
    assert.equal(answer.status, 200, answer.text)
    assert.doesNotMatch(answer.text, /whsec_[0-9A-Za-z]/, 'a secret in the answer')
    return answer.body
  }
  const nowSeconds = Math.floor(Date.now() / 1000)
  return { scope, endpoint, receiver, event, verify, nowSeconds, headers }
}

function sign(secret: string | string[], body: string, seconds = Date.now() / 1000, id = newId()) {
  return signWebhook({
    secrets: [secret].flat(),
    id,
    timestampSeconds: seconds,
    body: Buffer.from(body),
  })
}

function findingsOf(answer: Verification): [string, string | null][] {
  return answer.checks.flatMap((check) =>
    check.findings.map((each): [string, string | null] => [each.code, each.problem]),
  )
}

function finding(answer: Verification, code: Finding['code']): Finding {
  const found = answer.checks.flatMap((check) => check.findings).find((each) => each.code === code)
  assert.ok(found, `no ${code} in ${JSON.stringify(answer)}`)
  return found
}

const other = createWebhookSecret()

describe('a delivery as it arrived is valid', () => {
  test('in both schemes, by the secret and by the endpoint, with headers as object or lines', async () => {
    const { scope, endpoint, receiver, verify } = await setUp()
    await testEndpoint(scope, fetch.fetch, endpoint.id)
    const request = receiver.requests[0]!
    const body = request.body.toString()
    const headers = request.headers as Record<string, string>
    const lines = Object.entries(headers).map(([name, value]) => `${name.toUpperCase()}: ${value}`)
    for (const target of [{ secret: endpoint.secret }, { endpoint_id: endpoint.id }])
      for (const given of [headers, lines.join('\r\n')]) {
        const answer = await verify({ body, headers: given, ...target })
        assert.deepEqual(
          [answer.verdict, answer.event_in_log, answer.checks.map((check) => check.verdict)],
          ['valid', true, ['valid', 'valid']],
        )
      }
    const base64 = await verify({
      body_base64: request.body.toString('base64'),
      signature: headers['x-service-signature']!,
      secret: endpoint.secret,
    })
    assert.equal(base64.verdict, 'valid')
  })

  test('with each of the two secrets while one is being rotated', async () => {
    const { scope, endpoint, event, verify } = await setUp()
    const { secret } = await rotateSecret(scope, endpoint.id)
    const headers = { ...sign([secret, endpoint.secret], event.body) }
    for (const target of [{ secret }, { secret: endpoint.secret }, { endpoint_id: endpoint.id }])
      assert.equal((await verify({ body: event.body, headers, ...target })).verdict, 'valid')
    const onlyOld = { ...sign(endpoint.secret, event.body) }
    const { verdict } = await verify({
      body: event.body,
      headers: onlyOld,
      endpoint_id: endpoint.id,
    })
    assert.equal(verdict, 'valid')
  })
})

type Change = [name: string, problem: string, change: (body: string) => string]
const envelope = (body: string) => JSON.parse(body) as Record<string, unknown>
const sortKeys = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)]),
      )
const escape = (text: string) =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Serialised again by software that parsed it. */
const written: Change[] = [
  ['pretty-printed', 'reformatted', (body) => JSON.stringify(envelope(body), null, 2)],
  ['with spaces', 'reformatted', (body) => body.replaceAll(/(?<=["}])[,:](?=["{\d])/g, '$& ')],
  ['unicode escaped', 'escaped', escape],
  ['slashes escaped', 'escaped', (body) => body.replaceAll('/', String.raw`\/`)],
]

/** Changed around its content, or in how its bytes are read. */
const around: Change[] = [
  ['a line break added', 'trailing_newline', (body) => `${body}\n`],
  ['a byte order mark added', 'byte_order_mark', (body) => `\uFEFF${body}`],
  ['white space around it', 'surrounding_whitespace', (body) => `  ${body} \t`],
  ['read as Latin-1', 'decoded_as_latin1', (body) => Buffer.from(body).toString('latin1')],
  ['quoted once more', 'quoted', (body) => JSON.stringify(body)],
]

describe('a body that was changed', () => {
  test('is recognised without the log, from what it became', async () => {
    const { endpoint, verify } = await setUp()
    const body = '{"id":"x","type":"t","data":{"text":"a/b é 👋","n":[1,2]}}'
    for (const [name, problem, change] of [...written, ...around]) {
      const answer = await verify({
        body: change(body),
        headers: { ...sign(endpoint.secret, body) },
        endpoint_id: endpoint.id,
      })
      assert.equal(answer.verdict, 'body_changed', `${name} ${JSON.stringify(answer)}`)
      assert.equal(finding(answer, 'body_changed').problem, problem, name)
      assert.equal(answer.event_in_log, false)
    }
  })

  test('is recognised where the signer wrote it otherwise', async () => {
    const { endpoint, verify } = await setUp()
    const value = { b: 1, a: { d: 'é/', c: 2 } }
    for (const [signed, problem] of [
      [JSON.stringify(value, null, 4), 'reformatted'],
      ['{"b": 1, "a": {"d": "é/", "c": 2}}', 'reformatted'],
      [JSON.stringify(sortKeys(value)), 'reordered'],
      [escape(JSON.stringify(value)), 'escaped'],
      [escape(JSON.stringify(value).replaceAll('/', String.raw`\/`)), 'escaped'],
      [`${JSON.stringify(value)}\r\n`, 'trailing_newline'],
    ] as const) {
      const answer = await verify({
        body: JSON.stringify(value),
        headers: { ...sign(endpoint.secret, signed) },
        secret: endpoint.secret,
      })
      assert.deepEqual(
        findingsOf(answer),
        [
          ['body_changed', problem],
          ['body_changed', problem],
        ],
        signed,
      )
    }
  })

  test('is compared with the log: what differs, and where first', async () => {
    const { endpoint, event, verify } = await setUp()
    const changes: Change[] = [
      ...written.filter(([name]) => !/slash/.test(name)),
      ...around,
      ['keys sorted', 'reordered', (body) => JSON.stringify(sortKeys(envelope(body)))],
      ['emptied', 'empty', () => ''],
      ['an object as text', 'not_serialised', () => '[object Object]'],
      ['cut', 'truncated', (body) => body.slice(0, -5)],
      ['extended', 'extended', (body) => `${body}&x=1`],
      ['data alone', 'unwrapped', (body) => JSON.stringify(envelope(body)['data'])],
    ]
    const headers = { ...sign(endpoint.secret, event.body, undefined, event.id) }
    for (const [name, problem, change] of changes) {
      const answer = await verify({ body: change(event.body), headers, endpoint_id: endpoint.id })
      const found = finding(answer, 'body_changed')
      assert.equal(found.problem, problem, name)
      assert.ok(found.difference)
      assert.equal(answer.event_in_log, true)
    }
    const changed = event.body.replace('नमस्ते', 'hello')
    const answer = await verify({
      body: changed,
      headers: { ...sign(endpoint.secret, event.body) },
      endpoint_id: endpoint.id,
    })
    const { problem, difference } = finding(answer, 'body_changed')
    assert.equal(problem, 'values_changed')
    assert.equal(difference?.path, 'data.text')
    assert.equal(
      difference.offset,
      Buffer.from(event.body.slice(0, event.body.indexOf('नमस्ते'))).length,
    )
    assert.ok(difference.signed.startsWith('नमस्ते'))
    assert.ok(difference.received.startsWith('hello'))
  })

  test('never shows a secret, even one that it holds', async () => {
    const { endpoint, verify } = await setUp()
    const body = JSON.stringify({ id: 'x', note: endpoint.secret })
    for (const secret of [endpoint.secret, endpoint.secret.slice(6)]) {
      const answer = await verify({
        body: `${body.slice(0, 15)} ${body.slice(15)}`,
        headers: { ...sign(endpoint.secret, body) },
        secret,
      })
      assert.ok(!JSON.stringify(answer).includes(endpoint.secret.slice(6)))
    }
  })
})

describe('a wrong secret', () => {
  test('is named by whose it is: another endpoint, or the previous one of this', async () => {
    const { scope, endpoint, event, verify } = await setUp()
    const second = await createEndpoint(scope, { url: 'http://127.0.0.1:8090/second' })
    const headers = { ...sign(second.secret, event.body) }
    for (const target of [
      { secret: endpoint.secret },
      { endpoint_id: endpoint.id },
      { secret: other },
    ]) {
      const found = finding(await verify({ body: event.body, headers, ...target }), 'wrong_secret')
      assert.equal(found.problem, 'other_endpoint')
      assert.deepEqual(found.endpoint, { id: second.id, url: second.url })
    }
    const rotated = await rotateSecret(scope, endpoint.id)
    const later = new Date(rotated.previous_secret_expires_at!.getTime() + 60_000)
    const old = { ...sign(endpoint.secret, event.body, later.getTime() / 1000) }
    const input = { body: event.body, received_at: later.toISOString() }
    const expired = await verify({ ...input, headers: old, endpoint_id: endpoint.id })
    assert.deepEqual(findingsOf(expired)[0], ['wrong_secret', 'previous_expired'])
    assert.match(finding(expired, 'wrong_secret').message, /expired on .*, 60 s before/)
    const renewed = { ...sign(rotated.secret, event.body, later.getTime() / 1000) }
    const stale = await verify({ ...input, headers: renewed, secret: endpoint.secret })
    assert.deepEqual(findingsOf(stale)[0], ['wrong_secret', 'previous_expired'])
  })

  test('is told from a body that was changed, by the log', async () => {
    const { event, endpoint, verify } = await setUp()
    const headers = { ...sign(other, event.body) }
    const unknown = await verify({ body: event.body, headers, endpoint_id: endpoint.id })
    assert.deepEqual(findingsOf(unknown)[0], ['wrong_secret', 'unknown'])
    const both = await verify({ body: `${event.body}\n`, headers, endpoint_id: endpoint.id })
    assert.deepEqual(findingsOf(both).slice(0, 2), [
      ['wrong_secret', 'unknown'],
      ['body_changed', 'trailing_newline'],
    ])
  })

  test('cannot be told from it without the log, and that is said', async () => {
    const { endpoint, verify } = await setUp()
    const headers = { ...sign(other, '{"a":1}') }
    const answer = await verify({ body: '{"a":2}', headers, secret: endpoint.secret })
    assert.equal(answer.verdict, 'no_match')
  })

  test('is recognised when it was copied badly, is an API key, or made into another key', async () => {
    const { endpoint, event, verify } = await setUp()
    const { secret } = endpoint
    const headers = { ...sign(secret, event.body) }
    for (const given of [`${secret}\n`, ` ${secret}`, `"${secret}"`, secret.slice(6)]) {
      const found = finding(
        await verify({ body: event.body, headers, secret: given }),
        'wrong_secret',
      )
      assert.equal(found.problem, 'copied_badly', given)
    }
    const key = await verify({
      body: event.body,
      headers: { ...sign(other, event.body) },
      secret: `sk_live_${'x'.repeat(42)}`,
    })
    assert.match(finding(key, 'wrong_secret').advice, /API key/)
    const seconds = Math.floor(Date.now() / 1000)
    const decoded = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${seconds}.${event.body}`)
      .digest('hex')
    const wrongKey = await verify({
      body: event.body,
      signature: `t=${seconds},v1=${decoded}`,
      secret,
    })
    assert.deepEqual(findingsOf(wrongKey), [['wrong_secret', 'wrong_key']])
  })
})

describe('a timestamp', () => {
  test('that is too old, in the future or in milliseconds is told by how much', async () => {
    const { endpoint, event, verify, nowSeconds } = await setUp()
    const received_at = new Date(nowSeconds * 1000).toISOString()
    const skew = async (seconds: number) => {
      const headers = { ...sign(endpoint.secret, event.body, seconds) }
      return verify({ body: event.body, headers, secret: endpoint.secret, received_at })
    }
    for (const [seconds, problem, expected] of [
      [nowSeconds - 412, 'too_old', 412],
      [nowSeconds + 301, 'in_future', -301],
      [nowSeconds * 1000 - 5000, 'milliseconds', 5],
    ] as const) {
      const answer = await skew(seconds)
      assert.deepEqual(findingsOf(answer), [
        ['timestamp_skew', problem],
        ['timestamp_skew', problem],
      ])
      assert.equal(finding(answer, 'timestamp_skew').skew_seconds, expected)
    }
    for (const seconds of [nowSeconds - 300, nowSeconds + 300])
      assert.equal((await skew(seconds)).verdict, 'valid')
  })

  test('is judged together with everything else that is wrong', async () => {
    const { endpoint, event, verify, nowSeconds } = await setUp()
    const signed = sign(endpoint.secret, event.body, nowSeconds - 1000)
    const signature = signed['X-Service-Signature'].replace(',', ', ')
    const answer = await verify({
      body: `${event.body}\n`,
      signature,
      secret: `${endpoint.secret} `,
    })
    assert.deepEqual(findingsOf(answer), [
      ['malformed_header', 'has_spaces'],
      ['wrong_secret', 'copied_badly'],
      ['body_changed', 'trailing_newline'],
      ['timestamp_skew', 'too_old'],
    ])
  })
})

describe('a malformed header', () => {
  test('is told while the signature in it is checked all the same', async () => {
    const { endpoint, event, verify } = await setUp()
    const signed = sign(endpoint.secret, event.body)
    const [t, v1] = signed['X-Service-Signature'].split(',') as [string, string]
    const base64 = Buffer.from(v1.slice(3), 'hex').toString('base64')
    for (const [value, problem] of [
      ['', 'missing'],
      [`${t}, ${v1}`, 'has_spaces'],
      [`${t},v1=${base64}`, 'base64_not_hex'],
      [signed['webhook-signature'], 'other_scheme'],
    ] as const) {
      const headers = { 'X-Service-Signature': value }
      const answer = await verify({ body: event.body, headers, secret: endpoint.secret })
      assert.deepEqual(findingsOf(answer), [['malformed_header', problem]], value)
      const changed = await verify({ body: 'x', headers, secret: endpoint.secret })
      assert.equal(findingsOf(changed).length, /missing|other/.test(problem) ? 1 : 2)
    }
    const { 'webhook-id': _id, ...withoutId } = signed
    const answer = await verify({ body: event.body, headers: withoutId, secret: endpoint.secret })
    assert.deepEqual(
      answer.checks.map((check) => [check.verdict, check.findings[0]?.problem]),
      [
        ['valid', undefined],
        ['malformed_header', 'missing_id'],
      ],
    )
  })

  test('is none where svix gave the headers its own names', async () => {
    const { endpoint, event, verify } = await setUp()
    const signed = Object.entries(sign(endpoint.secret, event.body)).slice(1)
    const headers = Object.fromEntries(
      signed.map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
    )
    const answer = await verify({ body: event.body, headers, secret: endpoint.secret })
    assert.deepEqual([answer.verdict, answer.checks.length], ['valid', 1])
  })
})
