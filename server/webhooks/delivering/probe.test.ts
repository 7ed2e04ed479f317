import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { wakeLanes } from '#lanes/lane-waker.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember } from '#test/factories.ts'
import {
  createTestEndpoint,
  emit,
  numberOf,
  skipPauses,
  startDeliveries,
  triedDelivery,
} from '#test/deliveries.ts'
import { waitFor } from '#test/wait-for.ts'
import { deliveryRate, probePauseMs, restMs } from './delivery-rate.ts'
import { getEndpoint } from '../get-endpoint.ts'
import { listDeliveries } from '../list-deliveries.ts'
import { updateEndpoint } from '../update-endpoint.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

const HOUR = 3_600_000

/** Creates an endpoint that failed everything for three days and was disabled; its receiver answers with `status`. */
async function createDisabledEndpoint(input: { max_in_flight?: number; payload?: 'thin' } = {}) {
  const answer = { status: 503 }
  const { receiver, scope, endpoint } = await createTestEndpoint(
    context,
    (_request, response) => {
      response.statusCode = answer.status
      response.end()
    },
    input,
  )
  await createTestMember(scope, 'admin')
  await emit(scope, [1])
  await triedDelivery(scope, 1)
  await sql`update webhook_endpoints set failing_since = ${new Date(Date.now() - 73 * HOUR)}
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await skipPauses(scope)
  const disabled = await waitFor(async () => {
    const now = await getEndpoint(scope, endpoint.id)
    return now.status === 'disabled' ? now : undefined
  })
  return { answer, receiver, scope, endpoint: disabled }
}

/** Makes the probe due, as if its pause were over. */
async function probeNow(scope: Scope, id: string) {
  await sql`update webhook_endpoints set probe_at = ${new Date()}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  await sql`update lanes set not_before = null where target_id = ${id}`.execute(scope.db)
  await wakeLanes(scope, [{ kind: 'webhook', workspaceId: scope.workspaceId, targetId: id }])
}

const readNotices = async (scope: Scope) =>
  scope.db
    .selectFrom('notices')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()

test('a probe of an endpoint with thin payloads sends the same bytes as the attempts before', async () => {
  const { receiver, scope, endpoint } = await createDisabledEndpoint({ payload: 'thin' })
  const before = receiver.requests.length
  await probeNow(scope, endpoint.id)
  const requests = await receiver.waitFor(before + 1)
  const bodies = new Set(requests.map(({ body }) => body.toString()))
  assert.equal(bodies.size, 1)
  assert.ok(!('number' in JSON.parse([...bodies][0]!).data))
})

test('an endpoint that is disabled for failing is probed with one delivery, which does not count as an attempt', async () => {
  const { receiver, scope, endpoint } = await createDisabledEndpoint()
  assert.equal(endpoint.disabled_reason, 'failing')
  assert.ok(endpoint.next_probe_at! > new Date(), 'a probe is planned')
  const [notice] = await readNotices(scope)
  assert.equal(notice!.kind, 'endpoint_disabled')
  await emit(scope, [2, 3])
  const before = receiver.requests.length
  const [tried] = (await listDeliveries(scope, {})).data.slice(-1)
  await probeNow(scope, endpoint.id)
  await receiver.waitFor(before + 1)
  const failed = await waitFor(async () => {
    const now = await getEndpoint(scope, endpoint.id)
    return now.next_probe_at! > new Date() ? now : undefined
  })
  assert.equal(failed.status, 'disabled')
  assert.equal(receiver.requests.length, before + 1, 'one delivery is tried, not all')
  const row = await scope.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', tried!.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.attempts_max - row.attempt_count, 10 - tried!.attempt_count)
  const pauses = [0, 1, 2, 3, 4, 5, 9].map((made) => probePauseMs(made, () => 0.5) / 60_000)
  assert.deepEqual(pauses, [10, 20, 40, 80, 160, 240, 240])
})

test('a successful probe enables the endpoint, sends its pending deliveries and notifies the admins', async () => {
  const { answer, receiver, scope, endpoint } = await createDisabledEndpoint()
  await emit(scope, [2, 3])
  answer.status = 200
  const before = receiver.requests.length
  await probeNow(scope, endpoint.id)
  await receiver.waitFor(before + 3)
  assert.deepEqual(
    receiver.requests.slice(before).map(numberOf),
    [1, 2, 3],
    'the oldest is the probe, the others follow in order',
  )
  const enabled = await getEndpoint(scope, endpoint.id)
  assert.equal(enabled.status, 'enabled')
  assert.equal(enabled.failing_since, null)
  assert.equal(enabled.next_probe_at, null)
  const kinds = (await readNotices(scope)).map((notice) => notice.kind)
  assert.deepEqual(kinds, ['endpoint_disabled', 'endpoint_recovered'])
})

test('a probe that gets a 410 is the last one', async () => {
  const { answer, receiver, scope, endpoint } = await createDisabledEndpoint()
  answer.status = 410
  const before = receiver.requests.length
  await probeNow(scope, endpoint.id)
  await receiver.waitFor(before + 1)
  const gone = await waitFor(async () => {
    const now = await getEndpoint(scope, endpoint.id)
    return now.disabled_reason === 'gone' ? now : undefined
  })
  assert.equal(gone.next_probe_at, null)
})

test('an endpoint that an admin disables gets no more probes and deliveries', async () => {
  const { receiver, scope, endpoint } = await createDisabledEndpoint()
  const off = await updateEndpoint(scope, endpoint.id, { status: 'disabled' })
  assert.equal(off.disabled_reason, 'manual')
  assert.equal(off.next_probe_at, null)
  const before = (await listDeliveries(scope, {})).data.length
  const requests = receiver.requests.length
  await emit(scope, [2])
  assert.equal((await listDeliveries(scope, {})).data.length, before)
  assert.equal(receiver.requests.length, requests, 'nothing was sent after it')
})

test('after a recovery the backlog is sent at a rising rate', async () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
  const endpoint = { rate_limit: null, recovered_at: at(0) }
  const rates = [0, 10_000, 20_000, 60_000, 90_000].map((ms) => deliveryRate(endpoint, at(ms)))
  assert.deepEqual(rates, [10, 20, 40, 640, Infinity])
  assert.equal(deliveryRate({ ...endpoint, rate_limit: 15 }, at(60_000)), 15)
  assert.equal(deliveryRate({ rate_limit: null, recovered_at: null }, at(0)), Infinity)

  const {
    answer,
    receiver,
    scope,
    endpoint: disabled,
  } = await createDisabledEndpoint({
    max_in_flight: 10,
  })
  await emit(scope, [2, 3, 4, 5, 6, 7])
  answer.status = 200
  const before = receiver.requests.length
  const startedAt = Date.now()
  await probeNow(scope, disabled.id)
  await receiver.waitFor(before + 7)
  const tookMs = receiver.requests.at(-1)!.at.getTime() - startedAt
  assert.ok(tookMs >= 350, `a backlog of six came in ${tookMs} ms`)
})

test('the longer an endpoint fails, the longer are its pauses', () => {
  const now = new Date()
  const since = (ms: number) => new Date(now.getTime() - ms)
  assert.deepEqual(
    [1_000, 120_000, 2 * HOUR].map((ms) => restMs(since(ms), now)),
    [500, 2_000, 10_000],
  )
})
