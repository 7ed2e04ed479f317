import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { createChannel } from '#channels/create-channel.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { getMessage } from '#messages/get-message.ts'
import { createMessageSender } from '#messages/queueing/create-message-sender.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { startSimulator } from '../../../simulator/start-simulator.ts'
import type { RunningSimulator } from '../../../simulator/start-simulator.ts'
import { startIngest } from '#ingest.ts'
import { createInboundLane } from './create-inbound-lane.ts'

const { context, url } = await openTestContext()
const ACCOUNT = '555000111222'
let simulator: RunningSimulator
const stops: (() => Promise<void>)[] = []

before(async () => {
  const ingest = await startIngest(context)
  stops.push(() => ingest.close())
  simulator = await startSimulator({
    port: 0,
    host: '127.0.0.1',
    appSecret: 'test_app_secret',
    verifyToken: 'test_verify_token',
    webhookUrl: `http://127.0.0.1:${ingest.port}/webhook/whatsapp`,
    token: null,
    logLevel: 'silent',
    retry: { firstMs: 20, longestMs: 60, giveUpAfterMs: 60_000 },
  })
  stops.push(() => simulator.close())
  const graphUrl = `${simulator.url}/v25.0`
  const worker = createLaneWorker(context, {
    url,
    handlers: {
      inbound: createInboundLane(context),
      send: createSendLane({ ...context, config: { ...context.config, graphUrl } }),
    },
  })
  await worker.start()
  stops.push(() => worker.stop())
})
after(async () => {
  for (const stop of stops.toReversed()) await stop()
})

async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(simulator.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.json()
}

test('the simulator’s handshake passes', async () => {
  assert.equal((await call('POST', '/sim/handshake', {})).passed, true)
  assert.equal((await call('POST', '/sim/handshake', { verify_token: 'no' })).passed, false)
})

test('a customer writes, is answered, and every status returns', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  await createChannel(scope, { type: 'whatsapp', account: ACCOUNT, access_token: 'sim_loop' })
  const send = createMessageSender(context)
  const answerTo = async (from: string, text: string) => {
    await call('POST', '/sim/inbound', {
      from,
      name: 'Zoë Müller 🌻',
      text: 'Grüezi! 50% off? https://example.com/a',
      phone_number_id: ACCOUNT,
    })
    const chat = await waitFor(() =>
      scope.db
        .selectFrom('chats')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('recipient', '=', from.slice(1))
        .executeTakeFirst(),
    )
    const answer = await send(
      { workspaceId },
      {
        conversationId: chat.id,
        phoneE164: undefined,
        text,
        mediaUrl: undefined,
        actor: { type: 'system', id: null },
        idempotency: undefined,
      },
    )
    return { chat, id: JSON.parse(answer.body).id as string }
  }
  const statusIs = (id: string, ...statuses: string[]) =>
    waitFor(async () => {
      const message = await getMessage(scope, id)
      return statuses.includes(message.status) ? message : undefined
    })

  const { chat, id } = await answerTo('+41791234567', 'Grüezi Zoë 👋')
  assert.equal(chat.last_message_text, 'Grüezi! 50% off? https://example.com/a')
  const delivered = await statusIs(id, 'delivered')
  assert.ok(delivered.sent_at)
  assert.ok(delivered.delivered_at)
  const { data } = await call('GET', `/sim/messages?biz_opaque_callback_data=${id}`)
  assert.equal(data.length, 1)
  assert.equal(data[0].request.text.body, 'Grüezi Zoë 👋')
  await call('POST', `/sim/messages/${encodeURIComponent(data[0].id)}/status`, { status: 'read' })
  assert.ok((await statusIs(id, 'read')).read_at)

  const undeliverable = await answerTo('+919810001026', 'anybody?')
  assert.equal((await statusIs(undeliverable.id, 'failed')).error?.code, '131026')
  const late = await answerTo('+919810001047', 'still there?')
  assert.equal((await statusIs(late.id, 'failed')).error?.code, '131047')
  const flaky = await answerTo('+919810001000', 'third time lucky')
  await statusIs(flaky.id, 'delivered')
})
