import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { requirePrograms } from '#test/require-programs.ts'
import type { TestCertificate } from '#lib/testing/create-certificate.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { emit, skipPauses, startDeliveries, triedDelivery } from '#test/deliveries.ts'
import { createTestKey, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createAuthority, createClientCertificate, startTlsReceiver } from '#test/tls-receiver.ts'
import { listNotices } from '#account/notices/list-notices.ts'
import { systemScope } from '#db/context.ts'
import { createEndpoint } from '../create-endpoint.ts'
import { testEndpoint } from '../delivering/test-endpoint.ts'
import { warnOfExpiry } from '../delivering/warn-of-expiry.ts'
import { updateEndpoint } from '../update-endpoint.ts'
import { createWebhookFetch } from '../create-webhook-fetch.ts'

const { context, url } = await openTestContext()
const { call, app } = await openTestApi(context)
await startDeliveries(context, url)
await startDeliveries(context, url)
const fetch = createWebhookFetch(context.config)
after(() => fetch.close())
const authority = createAuthority('clients.example')
const issue = (name: string, options: Parameters<typeof createClientCertificate>[1] = {}) =>
  createClientCertificate(name, { issuer: authority, ...options })

const tlsOf = ({ cert, key }: TestCertificate, ca?: string) => ({
  certificate: cert,
  private_key: key,
  ...(ca !== undefined && { ca }),
})
const fingerprintOf = (each: TestCertificate) => new X509Certificate(each.cert).fingerprint256

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['webhooks:read', 'webhooks:write'])
  const { headers } = await signInTestMember(call, scope)
  const send = (options: object) => (request: string, body?: unknown) =>
    call(request, { ...options, ...(body !== undefined && { body }) })
  return { scope, byKey: send({ key }), bySession: send({ headers }) }
}

for (const [name, path, maxVersion] of [
  ['a key', '/api/v1/webhooks', 'TLSv1.3'],
  ['an admin', '/api/developer/webhooks', 'TLSv1.2'],
] as const)
  test(`${name} sets a client certificate, which deliveries show until it is replaced, and nothing shows its key`, async () => {
    const { scope, byKey, bySession } = await setUp()
    const ask = path === '/api/v1/webhooks' ? byKey : bySession
    await bySession('PATCH /api/developer/workspace', { record_request_bodies: true })
    await byKey('GET /api/v1/webhooks')
    await app.requestLog.flush()
    const receiver = await startTlsReceiver({ clientCa: authority.cert, maxVersion })
    const [first, second] = [issue('first.example'), issue('second.example')]
    const created = await ask(`POST ${path}`, {
      url: `${receiver.url}/hook`,
      events: ['message.sent'],
      max_in_flight: 4,
      tls: tlsOf(first, receiver.ca),
    })
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(created.body.tls, {
      certificate: new X509Certificate(first.cert).toString(),
      ca: new X509Certificate(receiver.ca).toString(),
      subject: 'CN=first.example',
      issuer: 'CN=clients.example',
      fingerprint: fingerprintOf(first),
      expires_at: '2090-01-01T00:00:00.000Z',
    })
    const { id } = created.body
    await emit(scope, [1, 2, 3, 4])
    const received = await receiver.waitFor(4)
    assert.ok(received.every(({ fingerprint }) => fingerprint === fingerprintOf(first)))
    const replaced = await ask(`PATCH ${path}/${id}`, { tls: tlsOf(second) })
    assert.equal(replaced.body.tls.fingerprint, fingerprintOf(second), replaced.text)
    assert.equal(replaced.body.tls.ca, created.body.tls.ca, 'what is not named stays')
    await emit(scope, [5, 6])
    await receiver.waitFor(6)
    const renewed = issue('renewed.example', { key: second.key })
    const same = await ask(`PATCH ${path}/${id}`, { tls: { certificate: renewed.cert } })
    assert.equal(same.status, 200, 'a new certificate for the stored key needs no key')
    const sent = await ask(`POST ${path}/${id}/test`, {})
    assert.equal(sent.body.status, 'succeeded', sent.text)
    assert.deepEqual(
      receiver.requests.slice(4).map(({ fingerprint }) => fingerprint),
      [second, second, renewed].map(fingerprintOf),
    )
    const shown = [created, replaced, same, sent, await ask(`GET ${path}`)]
    const curl = await bySession(`GET /api/developer/webhooks/deliveries/${sent.body.id}/curl`)
    assert.match(curl.body.command, /--cert YOUR_CERTIFICATE.pem --key YOUR_PRIVATE_KEY.pem/)
    const audit = await bySession('GET /api/developer/audit-log')
    assert.match(audit.text, /CN=renewed\.example/)
    await app.requestLog.flush()
    const requests = await bySession('GET /api/developer/request-log')
    for (const { id: requestId } of requests.body.data)
      shown.push(await bySession(`GET /api/developer/request-log/${requestId}`))
    const secrets = [first, second].map(({ key }) => key.split('\n')[1]!)
    const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret))
    for (const { text } of [...shown, curl, audit, requests]) assert.ok(!hasSecret(text), text)
    const rows = await scope.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    assert.ok(!hasSecret(JSON.stringify(rows[0]) + rows[0]!.tls_key!.toString('latin1')))
    assert.equal((await ask(`PATCH ${path}/${id}`, { tls: null })).body.tls, null)
  })

test('endpoints with different certificates share no connection, and one without shows none', async () => {
  const { scope } = await setUp()
  const receiver = await startTlsReceiver({ isOptional: true })
  const other = (await setUp()).scope
  const certificates = [issue('a.example'), issue('b.example'), undefined]
  const shared = issue('shared.example')
  const endpoints: [string, typeof scope, TestCertificate | undefined][] = [
    ...certificates.map((each, index): [string, typeof scope, typeof each] => [
      `/${index}`,
      scope,
      each,
    ]),
    ['/mine', scope, shared],
    ['/theirs', other, shared],
  ]
  for (const [path, as, certificate] of endpoints)
    await createEndpoint(as, {
      url: receiver.url + path,
      events: ['message.sent'],
      max_in_flight: 3,
      tls: certificate ? tlsOf(certificate, receiver.ca) : { ca: receiver.ca },
    })
  const numbers = Array.from({ length: 12 }, (_, index) => index)
  await Promise.all([emit(scope, numbers), emit(other, numbers)])
  const requests = await receiver.waitFor(numbers.length * endpoints.length)
  const pathOfSocket = new Map<number, string>()
  for (const { path, fingerprint, socket } of requests) {
    const certificate = endpoints.find(([each]) => each === path)![2]
    assert.equal(fingerprint, certificate && fingerprintOf(certificate), path)
    assert.equal(pathOfSocket.get(socket) ?? path, path, 'a connection belongs to one endpoint')
    pathOfSocket.set(socket, path)
  }
  assert.ok(pathOfSocket.size < requests.length, 'connections are kept')
})

test('a receiver that refuses the certificate fails the delivery with the reason, and gets it after a better one', async () => {
  const { scope } = await setUp()
  const receiver = await startTlsReceiver({ clientCa: authority.cert })
  const endpoint = await createEndpoint(scope, {
    url: `${receiver.url}/hook`,
    events: ['message.sent'],
    tls: { ca: receiver.ca },
  })
  await emit(scope, [1])
  const failed = await triedDelivery(scope, 1)
  assert.deepEqual([failed.status, failed.last_error], ['pending', 'client_certificate_required'])
  assert.match(failed.attempts[0]!.explanation!.meaning, /asks for a client certificate/)
  await updateEndpoint(scope, endpoint.id, { tls: tlsOf(createClientCertificate('x.example')) })
  const { last_error: error } = await testEndpoint(scope, fetch.fetch, endpoint.id)
  // Node's server closes the connection after the handshake, without an alert.
  assert.match(error!, /^connection_closed$|^client_certificate_refused$/)
  assert.equal(receiver.requests.length, 0)
  await updateEndpoint(scope, endpoint.id, { tls: tlsOf(issue('y.example')) })
  await skipPauses(scope)
  const [request] = await receiver.waitFor(1)
  assert.equal(request!.path, '/hook')
})

test('every alert about the certificate has its code', async () => {
  const { scope } = await setUp()
  let alert = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // A fatal alert (2) in place of the server's greeting. Source: RFC 8446, sections 5.1 and 6.
    socket.once('data', () => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, alert)))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const endpoint = await createEndpoint(scope, { url: `https://localhost:${port}` })
  const read = async () => (await testEndpoint(scope, fetch.fetch, endpoint.id)).last_error
  for (alert of [42, 48, 116]) assert.equal(await read(), 'client_certificate_required')
  await updateEndpoint(scope, endpoint.id, { tls: tlsOf(issue('a.example')) })
  for (alert of [42, 43, 44, 45, 46, 48, 49])
    assert.equal(await read(), 'client_certificate_refused', `${alert}`)
  for (alert of [40, 70, 80]) assert.equal(await read(), 'tls_failed', `${alert}`)
})

test(
  'a server of OpenSSL that refuses the certificate is named',
  { skip: requirePrograms('openssl') },
  async () => {
    const { scope } = await setUp()
    const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
    const server = createAuthority('localhost')
    for (const [name, text] of [
      ['server.pem', server.cert],
      ['server.key', server.key],
      ['clients.pem', authority.cert],
    ] as const)
      writeFileSync(join(folder, name), text)
    const port = await findFreePort()
    const files = '-cert server.pem -key server.key -CAfile clients.pem'
    const flags = `s_server -accept ${port} ${files} -Verify 2 -verify_return_error -www -naccept 50`
    const child = spawn('openssl', flags.split(' '), {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    after(() => child.kill())
    // It prints other lines before it listens.
    let printed = ''
    while (!printed.includes('ACCEPT')) printed += String((await once(child.stdout, 'data'))[0])
    const endpoint = await createEndpoint(scope, {
      url: `https://localhost:${port}`,
      tls: tlsOf(createClientCertificate('stranger.example'), server.cert),
    })
    const refused = await testEndpoint(scope, fetch.fetch, endpoint.id)
    assert.equal(refused.last_error, 'client_certificate_refused')
    await updateEndpoint(scope, endpoint.id, { tls: { certificate: null } })
    const missing = await testEndpoint(scope, fetch.fetch, endpoint.id)
    assert.equal(missing.last_error, 'client_certificate_required')
  },
)

test('an own authority is trusted by its endpoint alone, and replaces the public ones', async () => {
  const { scope } = await setUp()
  const [mine, other] = [
    await startTlsReceiver({ isOptional: true }),
    await startTlsReceiver({ isOptional: true }),
  ]
  const endpoint = await createEndpoint(scope, { url: mine.url })
  const read = async () => (await testEndpoint(scope, fetch.fetch, endpoint.id)).last_error
  assert.equal(await read(), 'certificate_untrusted')
  await updateEndpoint(scope, endpoint.id, { tls: { ca: mine.ca } })
  assert.equal(await read(), null)
  await updateEndpoint(scope, endpoint.id, { tls: { ca: other.ca } })
  assert.equal(await read(), 'certificate_untrusted', 'also while the connection is kept')
  await updateEndpoint(scope, endpoint.id, { tls: { ca: other.ca + mine.ca } })
  assert.equal(await read(), null)
})

test('a certificate goes to no other server, and no stored header to one that an own authority vouches for', async () => {
  const { byKey } = await setUp()
  const { body: created } = await byKey('POST /api/v1/webhooks', {
    url: 'https://a.example/hook',
    headers: { 'X-Api-Key': 'gateway-key' },
    tls: tlsOf(issue('a.example')),
  })
  const { secret: _, ...endpoint } = created
  const path = `/api/v1/webhooks/${endpoint.id}`
  const refuse = async (body: unknown, field: string) => {
    const refused = await byKey(`PATCH ${path}`, body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'], refused.text)
    assert.equal(refused.body.errors[0].field, field)
    assert.deepEqual((await byKey(`GET ${path}`)).body, endpoint)
  }
  const headers = null
  await refuse({ url: 'https://b.example/hook', headers }, 'tls')
  const { cert: certificate } = issue('b.example')
  await refuse({ url: 'https://b.example/hook', headers, tls: { certificate } }, 'tls.private_key')
  await refuse({ url: 'http://a.example/hook', headers, tls: tlsOf(issue('c.example')) }, 'tls')
  await refuse({ tls: { ca: authority.cert } }, 'headers')
  await refuse({ tls: { certificate: null } }, 'tls.certificate')
  const again = { 'X-Api-Key': 'gateway-key' }
  const trusted = await byKey(`PATCH ${path}`, { tls: { ca: authority.cert }, headers: again })
  assert.equal(trusted.status, 200, trusted.text)
  const moved = await byKey(`PATCH ${path}`, { url: 'https://a.example/other' })
  assert.equal(moved.body.tls.subject, 'CN=a.example')
})

test('a hostile or useless certificate or key is refused, changes nothing, and no answer repeats it', async () => {
  const { byKey } = await setUp()
  const good = issue('good.example')
  const pem = (label: string, text: string) =>
    `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`
  const junk = Buffer.alloc(300, 7).toString('base64')
  const rsa = (modulusLength: number) =>
    generateKeyPairSync('rsa', { modulusLength })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
  const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a' })
    .toString()
  const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString()
  const { cert: intermediate } = createAuthority('elsewhere.example')
  const cases: [what: string, tls: Record<string, unknown>, field: string][] = [
    ['nothing', {}, 'tls.certificate'],
    ['no key', { certificate: good.cert }, 'tls.private_key'],
    ['no certificate', { private_key: good.key }, 'tls.certificate'],
    ['text', { ...tlsOf(good), certificate: 'hello' }, 'tls.certificate'],
    ['junk', { ...tlsOf(good), certificate: pem('CERTIFICATE', junk) }, 'tls.certificate'],
    ['cut', { ...tlsOf(good), certificate: good.cert.slice(0, -40) }, 'tls.certificate'],
    [
      'a second one cut',
      { ...tlsOf(good), certificate: good.cert + good.cert.slice(0, -40) },
      'tls.certificate',
    ],
    ['a key', { ...tlsOf(good), certificate: good.cert + good.key }, 'tls.certificate'],
    ['a label', { ...tlsOf(good), certificate: pem('X509 CRL', junk) }, 'tls.certificate'],
    ['too many', { ...tlsOf(good), certificate: good.cert.repeat(11) }, 'tls.certificate'],
    ['a wrong chain', { ...tlsOf(good), certificate: good.cert + intermediate }, 'tls.certificate'],
    [
      'a wrong order',
      { ...tlsOf(good), certificate: authority.cert + good.cert },
      'tls.certificate',
    ],
    ['expired', tlsOf(issue('a.example', { untilYear: 2021 })), 'tls.certificate'],
    ['not yet valid', tlsOf(issue('a.example', { fromYear: 2080 })), 'tls.certificate'],
    ['for servers', tlsOf(issue('a.example', { usage: 'server' })), 'tls.certificate'],
    ['another key', { ...tlsOf(good), private_key: issue('b.example').key }, 'tls.private_key'],
    ['a key of another type', { ...tlsOf(good), private_key: rsa(2_048) }, 'tls.private_key'],
    ['a weak key', { ...tlsOf(good), private_key: rsa(1_024) }, 'tls.private_key'],
    ['another curve', { ...tlsOf(good), private_key: koblitz }, 'tls.private_key'],
    ['a passphrase', { ...tlsOf(good), private_key: encrypted }, 'tls.private_key'],
    ['two keys', { ...tlsOf(good), private_key: good.key + good.key }, 'tls.private_key'],
    ['a junk key', { ...tlsOf(good), private_key: pem('PRIVATE KEY', junk) }, 'tls.private_key'],
    ['a junk authority', { ca: pem('CERTIFICATE', junk) }, 'tls.ca'],
    ['an expired authority', { ca: issue('a.example', { untilYear: 2021 }).cert }, 'tls.ca'],
    ['a file', { ca: 'file:///etc/passwd' }, 'tls.ca'],
    ['a long text', { ca: 'a'.repeat(16_001) }, 'tls.ca'],
  ]
  for (const [what, tls, field] of cases) {
    const body = { url: 'https://a.example/hook', tls }
    const refused = await byKey('POST /api/v1/webhooks', body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'], what)
    assert.equal(refused.body.errors[0].field, field, `${what}: ${refused.text}`)
    assert.ok(!refused.text.includes(good.key.split('\n')[1]!))
  }
  const plain = await byKey('POST /api/v1/webhooks', { url: 'http://a.example', tls: tlsOf(good) })
  assert.deepEqual([plain.status, plain.body.errors[0].field], [422, 'tls'], plain.text)
  assert.deepEqual((await byKey('GET /api/v1/webhooks')).body.data, [])
  const kinds = [
    ['a bag', `Bag Attributes\n  friendlyName: a\n${good.cert}`, good.key.replaceAll('\n', '\r\n')],
    ['with its authority', good.cert + authority.cert, good.key],
  ] as const
  for (const [what, certificate, key] of kinds) {
    const tls = { certificate, private_key: key }
    const taken = await byKey('POST /api/v1/webhooks', { url: 'https://a.example', tls })
    assert.equal(taken.status, 201, `${what}: ${taken.text}`)
  }
})

test('admins get a notice 30 and 7 days before a certificate expires and at its end, once each', async () => {
  const { scope } = await setUp()
  await createTestMember(scope, 'admin')
  let now = new Date('2029-10-01T00:00:00Z')
  const later = systemScope({ ...context, clock: { now: () => now } }, scope.workspaceId)
  const certificate = issue('a.example', { untilYear: 2030 })
  const tls = tlsOf(certificate)
  const { id } = await createEndpoint(later, { url: 'https://a.example', tls })
  const read = async (day: string) => {
    now = new Date(`${day}T12:00:00Z`)
    await Promise.all([warnOfExpiry(later), warnOfExpiry(later)])
    const { data } = await listNotices(scope, {})
    return data.map((notice) => {
      assert.equal(notice.kind, 'client_certificate_expires')
      const { endpoint_id: endpointId, is_expired: isExpired } = notice.data as {
        endpoint_id: string
        is_expired: boolean
      }
      assert.equal(endpointId, id)
      return isExpired
    })
  }
  assert.deepEqual(await read('2029-11-30'), [])
  assert.deepEqual(await read('2029-12-02'), [false])
  assert.deepEqual(await read('2029-12-20'), [false])
  assert.deepEqual(await read('2029-12-26'), [false, false])
  assert.deepEqual(await read('2030-01-02'), [true, false, false])
  assert.deepEqual(await read('2030-03-01'), [true, false, false])
  const mails = await scope.db
    .selectFrom('mails')
    .select('subject')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.ok(mails.some(({ subject }) => subject.includes('Client certificate expired: a.example')))
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
