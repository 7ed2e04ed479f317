import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import {
  createTestEndpoint,
  emit,
  skipPauses,
  startDeliveries,
  triedDelivery,
} from '#test/deliveries.ts'
import type { CaughtRequest } from '#test/receiver.ts'
import { verifyDelivery } from '#test/verify-delivery.ts'
import { endOverlap } from './end-overlap.ts'
import { openSecrets, sealSecret } from './open-secrets.ts'
import { getEndpoint } from './get-endpoint.ts'
import { ROTATION_MS, rotateSecret } from './rotate-secret.ts'
import { getById } from '#db/get-by-id.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

function countSignatures({ headers }: CaughtRequest): [number, number] {
  return [
    String(headers['x-service-signature']).split(',v1=').length - 1,
    String(headers['webhook-signature']).split(' ').length,
  ]
}

test('during a rotation both secrets sign, and every library accepts it', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  const { secret } = await rotateSecret(scope, endpoint.id)
  await emit(scope, [1])
  const [request] = await receiver.waitFor(1)
  assert.match(
    request!.headers['x-service-signature'] as string,
    /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/,
  )
  for (const each of [secret, endpoint.secret]) verifyDelivery(request!, each)
})

test('a delivery that is retried during a rotation has both signatures', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void response.writeHead(500).end(),
  )
  await emit(scope, [1])
  await triedDelivery(scope, 1)
  const { secret } = await rotateSecret(scope, endpoint.id)
  await skipPauses(scope)
  await triedDelivery(scope, 2)
  assert.deepEqual(countSignatures(receiver.requests[0]!), [1, 1])
  for (const each of [secret, endpoint.secret]) verifyDelivery(receiver.requests[1]!, each)
})

test('a turn that began before the rotation uses both secrets for its next deliveries', async () => {
  let answer: (() => void) | undefined
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => void (answer = () => response.end()),
  )
  await emit(scope, [1])
  await receiver.waitFor(1)
  const { secret } = await rotateSecret(scope, endpoint.id)
  await emit(scope, [2])
  answer!()
  const requests = await receiver.waitFor(2)
  answer!()
  verifyDelivery(requests[0]!, endpoint.secret)
  for (const each of [secret, endpoint.secret]) verifyDelivery(requests[1]!, each)
})

test('each old secret expires at its own time', async () => {
  let now = Date.now()
  const timed = { ...context, clock: { now: () => new Date(now) } }
  const { scope, endpoint } = await createTestEndpoint(timed)
  const secrets = async () =>
    openSecrets(scope, await getById(scope, 'webhook_endpoints', endpoint.id), scope.clock.now())
  const second = (await rotateSecret(scope, endpoint.id)).secret
  now += ROTATION_MS / 2
  const { secret: third, previous_secret_expires_at: end } = await rotateSecret(scope, endpoint.id)
  assert.equal(end!.getTime(), now + ROTATION_MS)
  assert.deepEqual(await secrets(), [third, second, endpoint.secret])
  now += ROTATION_MS / 2 - 1
  assert.deepEqual(await secrets(), [third, second, endpoint.secret])
  now += 1
  assert.deepEqual(await secrets(), [third, second])
  now += ROTATION_MS / 2 - 1
  assert.deepEqual(await secrets(), [third, second])
  now += 1
  assert.deepEqual(await secrets(), [third])
})

test('no delivery is signed with an expired secret', async () => {
  const own = await openTestContext()
  let now = Date.now()
  const timed = { ...own.context, clock: { now: () => new Date(now) } }
  await startDeliveries(timed, own.url)
  const { receiver, scope, endpoint } = await createTestEndpoint(timed)
  await rotateSecret(scope, endpoint.id)
  await emit(scope, [1])
  await receiver.waitFor(1)
  now += ROTATION_MS
  await emit(scope, [2])
  const requests = await receiver.waitFor(2)
  assert.deepEqual(requests.map(countSignatures), [
    [2, 2],
    [1, 1],
  ])
})

test('the overlap can be ended at once, with or without a rotation', async () => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await rotateSecret(scope, endpoint.id)
  await rotateSecret(scope, endpoint.id)
  const expired = await rotateSecret(scope, endpoint.id, { expireNow: true })
  assert.equal(expired.previous_secret_expires_at, null)
  await emit(scope, [1])
  assert.deepEqual((await receiver.waitFor(1)).map(countSignatures), [[1, 1]])
  const { secret } = await rotateSecret(scope, endpoint.id)
  assert.ok((await getEndpoint(scope, endpoint.id)).previous_secret_expires_at)
  for (let repeat = 0; repeat < 2; repeat++)
    assert.equal((await endOverlap(scope, endpoint.id)).previous_secret_expires_at, null)
  await emit(scope, [2])
  const requests = await receiver.waitFor(2)
  assert.deepEqual(countSignatures(requests[1]!), [1, 1])
  verifyDelivery(requests[1]!, secret)
})

test('simultaneous rotations lose no secret, and at most ten are kept', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const rotated = await Promise.all(
    Array.from({ length: 9 }, () => rotateSecret(scope, endpoint.id)),
  )
  const row = await getById(scope, 'webhook_endpoints', endpoint.id)
  assert.deepEqual(
    openSecrets(scope, row, new Date()).toSorted(),
    [endpoint.secret, ...rotated.map(({ secret }) => secret)].toSorted(),
  )
  await assert.rejects(rotateSecret(scope, endpoint.id), { code: 'too_many_secrets' })
  await rotateSecret(scope, endpoint.id, { expireNow: true })
})

test('a secret that an older version rotated still signs until it expires', async () => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const row = await getById(scope, 'webhook_endpoints', endpoint.id)
  const old = `whsec_${'b'.repeat(48)}`
  const until = new Date()
  const stored = {
    ...row,
    previous_secret: sealSecret(scope, row, old),
    previous_secret_expires_at: until,
  }
  assert.deepEqual(openSecrets(scope, stored, new Date(until.getTime() - 1)), [
    endpoint.secret,
    old,
  ])
  assert.deepEqual(openSecrets(scope, stored, until), [endpoint.secret])
})
