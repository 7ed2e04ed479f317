import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Context } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { confirmSetUp } from '#account/second-factor/confirm-set-up.ts'
import { startSetUp } from '#account/second-factor/start-set-up.ts'
import { findAnswers, claimKey, saveAnswers } from '#db/claim-key.ts'
import { hasSecretKeys } from '#db/instance/has-secret-keys.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { readMailsTo } from '#test/mails.ts'
import { queueMails } from '#account/mail/queue-mails.ts'
import { readAppCode } from '#test/second-factor.ts'
import { runCommand } from '#test/processes.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { createCertificate } from '#lib/testing/create-certificate.ts'
import { openTls } from '#webhooks/tls/seal-tls.ts'
import { openHeaders } from '#webhooks/seal-headers.ts'
import { openOauthSecret } from '#webhooks/oauth/seal-oauth.ts'
import { openSecrets } from '#webhooks/open-secrets.ts'
import { getVapidKeys } from '#notifications/devices/vapid-keys.ts'
import { checkSecretKey } from '../start/check-secret-key.ts'
import { GLOBAL_SECRET_COLUMNS, SECRET_COLUMNS } from '../start/secret-columns.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'

function withKeys(context: Context, secretKey: Buffer, ...previousSecretKeys: Buffer[]): Context {
  return { ...context, config: { ...context.config, secretKey, previousSecretKeys } }
}

/** Encrypts in the first format: with the secret key itself, without a key id. */
function encryptBefore(key: Buffer, text: string, aad: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), ciphertext])
}

/** Stores an endpoint, an endpoint of the first format and a stored answer under the key of `context`. */
async function storeSecrets(context: Context) {
  const { scope } = await createTestWorkspace(context)
  const hook = { url: 'http://127.0.0.1:8099/hook' }
  const headers = { 'X-Api-Key': 'gateway-key' }
  const oauth = {
    token_url: 'http://127.0.0.1:8098/token',
    client_id: 'parley',
    client_secret: 'oauth-secret',
  }
  const certificate = createCertificate({ dnsName: 'a.example', fromYear: 2020, untilYear: 2090 })
  const endpoint = await createEndpoint(scope, {
    url: 'https://127.0.0.1:8099/hook',
    headers,
    oauth,
    tls: { certificate: certificate.cert, private_key: certificate.key },
  })
  const before = await createEndpoint(scope, hook)
  const place = `webhook_secret:${scope.workspaceId}:${before.id}`
  await scope.db
    .updateTable('webhook_endpoints')
    .set({ secret: encryptBefore(scope.config.secretKey!, before.secret, place) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', before.id)
    .execute()
  const idempotency = { route: 'POST /x', key: 'a', fingerprint: Buffer.alloc(32) }
  await claimKey(scope, idempotency)
  await saveAnswers(scope, [{ idempotency, status: 201, body: '{"secret":1}' }])
  const { workspaceId } = scope
  return async (as: Context) => {
    const reader = { ...scope, config: as.config }
    const answers = await findAnswers(reader, [idempotency])
    assert.equal(answers(idempotency)?.body, '{"secret":1}')
    for (const each of [endpoint, before]) {
      const row = await getById(reader, 'webhook_endpoints', each.id)
      assert.deepEqual(openSecrets(as, row, new Date()), [each.secret], workspaceId)
      assert.deepEqual(openHeaders(as, row), each === endpoint ? headers : {})
      if (each === endpoint)
        assert.equal(openOauthSecret(as, row, row.oauth_secret!), oauth.client_secret)
      assert.equal(openTls(as, row)?.key, each === endpoint ? certificate.key : undefined)
    }
  }
}

test('a changed key is refused alone, works beside the former one, and alone after re-encryption', async () => {
  const { context, url } = await openTestContext()
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const before = withKeys(context, first)
  await checkSecretKey(before)
  const read = await storeSecrets(before)
  await assert.rejects(checkSecretKey(withKeys(context, second)), /SECRET_KEY does not decrypt/)

  const env = { DATABASE_URL: url, SECRET_KEY: second.toString('hex') }
  const start = await runCommand(['start'], { ...env, PORT: '0', INGEST_PORT: '0' })
  assert.equal(start.code, 1)
  assert.match(start.stderr, /^SECRET_KEY does not decrypt[^\n]*\n$/)
  const doctor = await runCommand(['doctor'], { ...env, GRAPH_URL: 'http://localhost:9/v25.0' })
  assert.match(doctor.stdout, /^FAIL +secrets +SECRET_KEY does not decrypt/m)

  const rotated = withKeys(context, second, first)
  await checkSecretKey(rotated)
  await read(rotated)
  assert.equal(await hasSecretKeys(before), false, 'the former key alone is not enough any more')
  const both = { ...env, SECRET_KEY_PREVIOUS: first.toString('hex') }
  const done = await runCommand(['secrets', 'reencrypt', '--json'], both)
  assert.deepEqual(JSON.parse(done.stdout), { reencrypted: 6, unreadable: [], done: true })

  const after = withKeys(context, second)
  await checkSecretKey(after)
  await read(after)
  assert.deepEqual(await reencryptSecrets(after, { acceptLoss: false }), {
    count: 0,
    unreadable: [],
  })
})

test('secrets of a lost key are listed, and the loss must be accepted', async () => {
  const { context } = await openTestContext()
  const before = withKeys(context, randomBytes(32))
  await checkSecretKey(before)
  const read = await storeSecrets(before)
  const after = withKeys(context, randomBytes(32))
  const { count, unreadable } = await reencryptSecrets(after, { acceptLoss: false })
  assert.equal(count, 0)
  assert.deepEqual(unreadable.map(({ table }) => table).toSorted(), [
    'idempotency_keys',
    'webhook_endpoints',
    'webhook_endpoints',
    'webhook_endpoints',
    'webhook_endpoints',
    'webhook_endpoints',
  ])
  await assert.rejects(checkSecretKey(after), /SECRET_KEY does not decrypt/)
  await reencryptSecrets(after, { acceptLoss: true })
  await checkSecretKey(after)
  await read(before)
})

test('secrets of users and of the installation, and mails that belong to no workspace, are covered', async () => {
  const { context, url } = await openTestContext()
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const before = withKeys(context, first)
  await checkSecretKey(before)
  const { scope } = await createTestWorkspace(before)
  const { userId, email } = await createTestMember(scope, 'agent')
  await startSetUp(before, { id: userId, email })
  const now = context.clock.now()
  const stopped = { ...before, clock: { now: () => now } }
  const code = await readAppCode(stopped, userId)
  await confirmSetUp(stopped, { userId, code, keptSessionId: userId })
  // The body of a mail that was sent is not kept.
  await queueMails(scope, [{ to: 'gone@example.com', subject: 'Sent', text: 'Sent' }])
  await context.db
    .updateTable('mails')
    .set({ status: 'sent', body: Buffer.alloc(0) })
    .where('subject', '=', 'Sent')
    .execute()
  const vapid = await getVapidKeys(before)
  const { unreadable } = await reencryptSecrets(withKeys(context, second), { acceptLoss: false })
  assert.deepEqual(unreadable.map(({ table }) => table).toSorted(), [
    'authenticators',
    'mails',
    'vapid_keys',
  ])
  const rotated = withKeys(context, second, first)
  assert.equal((await reencryptSecrets(rotated, { acceptLoss: false })).count, 3)
  const after = withKeys(context, second)
  await checkSecretKey(after)
  assert.equal(await readAppCode({ ...after, clock: stopped.clock }, userId), code)
  assert.equal((await readMailsTo(after, email)).length, 1)
  assert.deepEqual(await getVapidKeys(after), vapid)

  const env = { DATABASE_URL: url, SECRET_KEY: second.toString('hex') }
  const reset = ['users', 'reset-second-factor', '--json', '--email', email]
  const { was_on: wasOn } = JSON.parse((await runCommand(reset, env)).stdout)
  assert.equal(wasOn, true)
})

test('a wrong key is noticed on a database whose keys were never recorded', async () => {
  const { context } = await openTestContext()
  const key = randomBytes(32)
  const before = withKeys(context, key)
  const { scope } = await createTestWorkspace(before)
  const { id } = await createEndpoint(scope, { url: 'http://127.0.0.1:8099/hook' })
  const place = `webhook_secret:${scope.workspaceId}:${id}`
  await scope.db
    .updateTable('webhook_endpoints')
    .set({ secret: encryptBefore(key, 'whsec_old', place) })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await assert.rejects(checkSecretKey(withKeys(context, randomBytes(32))), /SECRET_KEY/)
  await checkSecretKey(before)
})

test('a secret that changes during re-encryption stays as changed', async () => {
  const { context } = await openTestContext()
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const before = withKeys(context, first)
  await checkSecretKey(before)
  await storeSecrets(before)
  const rotated = withKeys(context, second, first)
  const [reencrypted, changed] = await Promise.all([
    reencryptSecrets(rotated, { acceptLoss: false }),
    storeSecrets(rotated),
  ])
  assert.deepEqual(reencrypted.unreadable, [])
  await changed(rotated)
})

test('the list of encrypted columns is complete', () => {
  const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')
  const commented = [
    ...schema.matchAll(/^comment on column (\w+)\.(\w+) is '[^\n]*encrypted under SECRET_KEY/gm),
  ].map(([, table, column]) => `${table}.${column}`)
  const listed = [...SECRET_COLUMNS, ...GLOBAL_SECRET_COLUMNS].map(
    ({ table, column }) => `${table}.${column}`,
  )
  assert.deepEqual(commented.toSorted(), [...listed, 'idempotency_keys.response_body'].toSorted())
})
