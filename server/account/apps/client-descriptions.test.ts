import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Context } from '#db/context.ts'
import type { AppError } from '#lib/errors.ts'
import { startClientHost } from '#test/client-host.ts'
import { testConfig } from '#test/context.ts'
import { REDIRECT_URI } from '#test/oauth-app.ts'
import { createClientFinder } from './create-client-finder.ts'
import { isRedirectUri, isRegistered } from './is-redirect-uri.ts'
import { registerClient } from './register-client.ts'

const host = await startClientHost()
let now = Date.now()
const clock = { now: () => new Date(now) }
const configured = (config: Partial<Context['config']> = {}) => ({
  config: testConfig(config),
  clock,
})
const finder = createClientFinder(configured())
const guarded = createClientFinder(configured({ allowLocalWebhooks: false }))
after(() => Promise.all([finder.close(), guarded.close()]))

function publish(
  path: string,
  changes: Record<string, unknown> = {},
  answer?: Parameters<typeof host.publish>[2],
): string {
  const document = {
    client_id: host.url + path,
    client_name: 'Assistant',
    redirect_uris: [REDIRECT_URI, 'https://app.example/callback', 'cursor://callback', 7],
    ...changes,
  }
  return host.publish(path, document, answer)
}

async function refusalOf(id: string, by = finder): Promise<string> {
  const err: AppError = await by.find(id).then(
    () => assert.fail(`${id} was accepted`),
    (reason: AppError) => reason,
  )
  assert.equal(err.code, 'app_refused', err.message)
  return err.message
}

test('a published description names the app and its addresses that are allowed', async () => {
  const id = publish('/a.json')
  assert.deepEqual(await finder.find(id), {
    id,
    name: 'Assistant',
    host: new URL(host.url).host,
    redirectUris: [REDIRECT_URI, 'https://app.example/callback'],
  })
})

test('a description that does not fit its address, is too large or moved is refused', async () => {
  const wrong = [
    [publish('/other', { client_id: `${host.url}/a.json` }), /another client id/],
    [publish('/nameless', { client_name: '\u200B \n' }), /no name/],
    [publish('/secret', { token_endpoint_auth_method: 'private_key_jwt' }), /authenticate/],
    [publish('/large', { padding: 'x'.repeat(20_000) }), /too large/],
    [publish('/gone', {}, { status: 404 }), /answered 404/],
    [publish('/moved', {}, { status: 302, headers: { location: '/a.json' } }), /answered 302/],
    [host.publish('/html', '<html>'), /not JSON/],
    [host.publish('/list', '[]'), /another client id/],
    [host.publish('/null', 'null'), /not a JSON object/],
  ] as const
  for (const [id, message] of wrong) assert.match(await refusalOf(id), message)
})

test('an address that is no client id, or leads inside, is never requested', async () => {
  const { port } = new URL(host.url)
  host.requested.length = 0
  for (const id of [
    `http://localhost:${port}/a.json`,
    `https://localhost:${port}/`,
    `https://localhost:${port}/a.json#x`,
    `https://user@localhost:${port}/a.json`,
    `https://localhost:${port}/x/../a.json`,
    `https://LOCALHOST:${port}/a.json`,
    `https://localhost:${port}/${'x'.repeat(500)}`,
    'https://',
    'ftp://localhost/a.json',
    '',
  ])
    await refusalOf(id)
  for (const target of ['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254'])
    await refusalOf(`https://${target}:${port}/a.json`, guarded)
  assert.deepEqual(host.requested, [])
})

test('a description is kept as long as its host allows, at most an hour; errors are not', async () => {
  const countOf = (path: string) => host.requested.filter((each) => each === path).length
  const plain = publish('/plain')
  const fresh = publish('/fresh', {}, { headers: { 'cache-control': 'no-store' } })
  const long = publish('/long', {}, { headers: { 'cache-control': 'max-age=86400' } })
  const late = `${host.url}/late`
  await refusalOf(late)
  publish('/late')
  await finder.find(late)
  for (const id of [plain, fresh, long]) await finder.find(id)
  await Promise.all([finder.find(plain), finder.find(long)])
  await finder.find(fresh)
  assert.deepEqual(['/plain', '/fresh', '/long', '/late'].map(countOf), [1, 2, 1, 2])
  now += 301_000
  for (const id of [plain, long]) await finder.find(id)
  assert.deepEqual(['/plain', '/long'].map(countOf), [2, 1])
  now += 3_600_000
  await finder.find(long)
  assert.equal(countOf('/long'), 2)
})

test('a registration is signed, and survives a change of the secret key', async () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const body = { client_name: 'Desk', redirect_uris: [REDIRECT_URI], client_secret: 'x' }
  const made = registerClient(configured({ secretKey: first }), body)
  assert.equal(made.token_endpoint_auth_method, 'none')
  const id = made.client_id
  const find = (config: Partial<Context['config']>) =>
    createClientFinder(configured(config)).find(id)
  const expected = { id, name: 'Desk', host: null, redirectUris: [REDIRECT_URI] }
  assert.deepEqual(await find({ secretKey: first }), expected)
  assert.deepEqual(await find({ secretKey: second, previousSecretKeys: [first] }), expected)
  await assert.rejects(find({ secretKey: second }), { code: 'app_refused' })
  const [, text, signature] = id.split('.') as [string, string, string]
  const forged = Buffer.from(JSON.stringify({ n: 'Desk', r: ['https://evil.example/'], t: 0 }))
  for (const wrong of [
    `app.${forged.toString('base64url')}.${signature}`,
    `app.${text}.`,
    `app.${text}`,
    `${id}.x`,
    `${id}=`,
    'app',
  ])
    await refusalOf(wrong, createClientFinder(configured({ secretKey: first })))
})

test('a registration without usable addresses is refused', () => {
  const register = (body: unknown) => () => registerClient(configured(), body)
  for (const uris of [
    [],
    undefined,
    'https://a.example/',
    ['cursor://x'],
    ['http://a.example/'],
    [7],
  ])
    assert.throws(register({ redirect_uris: uris }), { code: 'invalid_redirect_uri' })
  for (const body of [null, [], 'x', { redirect_uris: [REDIRECT_URI], client_name: 7 }])
    assert.throws(register(body), { code: 'invalid_client_metadata' })
  const long = Array.from({ length: 10 }, (_, at) => `https://a.example/${at}${'x'.repeat(480)}`)
  assert.throws(register({ redirect_uris: long }), { code: 'invalid_client_metadata' })
})

test('only the port of an address on the same machine may differ', () => {
  const registered = ['http://127.0.0.1:1/cb', 'http://[::1]/cb?x=1', 'https://a.example:1/cb']
  for (const uri of ['http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb', 'http://[::1]:9/cb?x=1'])
    assert.ok(isRegistered(registered, uri), uri)
  for (const uri of [
    'http://127.0.0.1:1/cb/',
    'http://127.0.0.1:1/CB',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1:123456/cb',
    'http://127.0.0.2:1/cb',
    'http://localhost:1/cb',
    'https://127.0.0.1:1/cb',
    'https://a.example:2/cb',
    'https://a.example/cb',
    'http://[::1]/cb',
  ])
    assert.ok(!isRegistered(registered, uri), uri)
  assert.ok(!isRedirectUri('javascript:alert(1)'))
  for (const uri of [
    'https:evil.com',
    'https:/evil.com',
    'https:///evil.com',
    'https:\\\\evil.com',
  ])
    assert.ok(!isRedirectUri(uri), uri)
  assert.ok(isRedirectUri('https://a.example?x=1'))
  assert.ok(!isRedirectUri('http://localhost.evil.example/cb'))
})
