import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createChannel } from '#channels/create-channel.ts'
import { createDb, createPool } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { createPlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { createMessageSender } from '../queueing/create-message-sender.ts'
import { getMessage } from '../get-message.ts'
import { markAttempts } from './mark-attempts.ts'
import { recordAttempts } from './record-attempts.ts'
import { createSendLane } from './create-send-lane.ts'

const { context, url } = await openTestContext()
const platform = await startReceiver()
after(() => platform.close())
const clients = createPlatformClients({ graphUrl: `${platform.url}/v25.0` })

async function setUp() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Date.now()) + testPhone().slice(5)
  const channel = await createChannel(scope, { type: 'whatsapp', account, access_token: 'sim_a' })
  const chat = await createTestChat(scope, { channelId: channel.id })
  const answer = await createMessageSender(context)(
    { workspaceId },
    {
      conversationId: chat.id,
      phoneE164: undefined,
      text: 'Once',
      mediaUrl: undefined,
      actor: { type: 'system', id: null },
      idempotency: undefined,
    },
  )
  return { scope, workspaceId, channel, messageId: JSON.parse(answer.body).id as string }
}

test('what the platform answered while the database was away is recorded when it is back', async () => {
  const { scope, workspaceId, channel, messageId } = await setUp()
  const proxy = await startTcpProxy(new URL(url))
  const db = createDb(
    createPool({ url: proxy.url, max: 4, name: 'test', onError: () => undefined }),
  )
  after(async () => {
    await db.destroy()
    await proxy.close()
  })
  platform.respondWith((_request, response) => {
    void proxy.cut().then(() => response.end(JSON.stringify({ messages: [{ id: 'wamid.once' }] })))
  })
  const lane = createSendLane({ ...context, db }, { clients })
  const { signal } = new AbortController()
  const working = lane.work({ workspaceId, targetId: channel.id, leaseToken: '' }, signal)
  await Promise.race([working, waitFor(() => proxy.refused() > 0)])
  proxy.restore()
  await working
  assert.equal((await getMessage(scope, messageId)).status, 'sent')
  assert.equal(platform.requests.length, 1)
})

test('a failure that is recorded late changes nothing once the message was attempted again', async () => {
  const { scope, channel, messageId } = await setUp()
  const chat_id = (await getMessage(scope, messageId)).conversation_id
  const mark = async (send_attempts: number) => {
    const own = { chat_id, holder_version: null, send_attempts }
    const message = { workspaceId: scope.workspaceId, id: messageId, ...own }
    const [marked] = await markAttempts(scope, [message])
    return marked!.attemptId
  }
  const record = (attemptId: string, outcome: SendOutcome) =>
    recordAttempts(scope, channel, [{ messageId, attemptId, recipient: '', outcome }])
  const first = await mark(0)
  const second = await mark(1)
  await record(first, { kind: 'rejected', error: { code: 'late', message: 'No.' } })
  assert.equal((await getMessage(scope, messageId)).status, 'queued')
  await record(second, { kind: 'throttle', error: { code: '4', message: 'Slower.' } })
  const readAttempts = async () =>
    scope.db
      .selectFrom('messages')
      .select('send_attempts')
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
  assert.deepEqual(await readAttempts(), { send_attempts: 1 })
  // Its response was lost, so it is recorded once more.
  await record(second, { kind: 'throttle', error: { code: '4', message: 'Slower.' } })
  assert.deepEqual(await readAttempts(), { send_attempts: 1 })
  await record(first, { kind: 'accepted', platformMessageId: `wamid.${newId()}` })
  assert.equal((await getMessage(scope, messageId)).status, 'sent')
})
