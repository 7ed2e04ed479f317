import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, onlyDelivery } from '#test/deliveries.ts'
import { signInTestMember } from '#test/session.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { rotateSecret } from './rotate-secret.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Runs a command as if pasted into a shell: through its input, where it may have any length. */
async function paste(command: string): Promise<void> {
  const running = promisify(execFile)('sh', ['-s'])
  running.child.stdin!.end(command)
  await running
}

async function setUp(text: string) {
  const { scope, endpoint, receiver } = await createTestEndpoint(context)
  const { headers } = await signInTestMember(call, scope)
  await transaction(scope, (tx) => recordEvents(tx, [{ type: 'message.sent', data: { text } }]))
  const delivery = await onlyDelivery(scope)
  const ask = () => call(`GET /api/developer/webhooks/deliveries/${delivery.id}/curl`, { headers })
  return { scope, endpoint, receiver, delivery, ask }
}

test('the command repeats the delivery byte for byte, freshly signed, whatever the body holds', async () => {
  for (const text of [
    `it's "quoted" \\ $(id) \`id\` !x\n\r\ttab नमस्ते 👋 \u2028`,
    "'".repeat(200),
    'long '.repeat(30_000),
  ]) {
    const { endpoint, receiver, delivery, ask } = await setUp(text)
    const { status, body } = await ask()
    assert.equal(status, 200)
    assert.ok(!body.command.includes(endpoint.secret))
    await paste(body.command)
    const request = receiver.requests[0]!
    assert.equal(request.body.toString(), delivery.request_body)
    assert.equal(JSON.parse(request.body.toString()).data.text, text)
    const signed = request.headers as Record<string, string>
    new StandardWebhook(endpoint.secret).verify(request.body, signed)
    Stripe.webhooks.constructEvent(request.body, signed['x-service-signature']!, endpoint.secret)
    assert.equal(signed['x-service-delivery'], delivery.id)
    assert.equal(signed['content-type'], 'application/json')
    assert.equal(Date.parse(body.valid_until) - Date.parse(body.signed_at), 300_000)
    assert.equal(delivery.attempt_count, 0)
  }
})

test('the command is signed with each secret of a rotation, and logs nothing', async () => {
  const { scope, endpoint, receiver, ask } = await setUp('x')
  const { secret } = await rotateSecret(scope, endpoint.id)
  await paste((await ask()).body.command)
  const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[0]]
  for (const each of [secret, endpoint.secret])
    new StandardWebhook(each).verify(body, headers as Record<string, string>)
  const delivery = await onlyDelivery(scope)
  assert.deepEqual([delivery.attempt_count, delivery.attempts], [0, []])
})

test('the command is refused when the event was deleted', async () => {
  const { scope, delivery, ask } = await setUp('x')
  await scope.db
    .deleteFrom('events')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', delivery.event_id)
    .execute()
  const { status, body } = await ask()
  assert.deepEqual([status, body.code], [404, 'event_not_found'])
})

test('the command is refused when the endpoint was deleted', async () => {
  const { scope, endpoint, ask } = await setUp('x')
  await deleteEndpoint(scope, endpoint.id)
  const { status, body } = await ask()
  assert.deepEqual([status, body.code], [404, 'endpoint_not_found'])
})
