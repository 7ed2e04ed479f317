import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { createChannel } from '#channels/create-channel.ts'
import type { Config } from '#lib/settings/config.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { createSendLane } from '#messages/sending/create-send-lane.ts'
import { startIngest } from '#ingest.ts'
import { openTestApi } from './app.ts'
import { beforeClose, openTestContext } from './context.ts'
import type { Prepare } from './context.ts'
import { createTestKey, createTestWorkspace, testPhone } from './factories.ts'
import { startGraph } from './graph.ts'
import { waitFor } from './wait-for.ts'

/**
 * Starts the API, ingest and a worker with the simulator as their platform. `sim` calls the simulator, `open` creates
 * a workspace with a channel and a key, `customerWrites` sends a customer's message and returns the conversation that has received it. `overrides` replaces single settings;
 * `prepare` is that of `openTestContext`.
 */
export async function openSimulated(overrides: Partial<Config> = {}, prepare?: Prepare) {
  const opened = await openTestContext(overrides, prepare)
  const ingest = await startIngest(opened.context)
  const { simulator, graphUrl, addNumber } = await startGraph(
    `http://127.0.0.1:${ingest.port}/webhook/whatsapp`,
  )
  const context = { ...opened.context, config: { ...opened.context.config, graphUrl } }
  const { call, app } = await openTestApi(context)
  const worker = createLaneWorker(context, {
    url: opened.url,
    handlers: { inbound: createInboundLane(context), send: createSendLane(context) },
  })
  await worker.start()
  beforeClose(context, async () => {
    await worker.stop()
    await simulator.close()
    await ingest.close()
  })

  async function sim(request: string, body?: unknown): Promise<any> {
    const [method, path] = request.split(' ') as [string, string]
    const response = await fetch(simulator.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Bearer sim_tests' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${request}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  async function open() {
    const { scope, workspaceId } = await createTestWorkspace(context)
    const account = String(randomInt(100_000_000_000, 999_999_999_999))
    const businessAccount = String(randomInt(100_000_000_000, 999_999_999_999))
    const channel = await createChannel(scope, {
      type: 'whatsapp',
      account,
      business_account: businessAccount,
      access_token: 'sim_tests',
    })
    const key = await createTestKey(scope, ['*'])
    const send = (body: unknown) => call('POST /api/v1/messages/send', { key, body })
    const settled = (id: string, ...statuses: string[]) =>
      waitFor(async () => {
        const { body } = await call(`GET /api/v1/messages/${id}`, { key })
        return statuses.includes(body.status) ? body : undefined
      })
    /** Waits for what the platform received of our message. */
    const sent = async (id: string) => {
      const { data } = await sim(`GET /sim/messages?biz_opaque_callback_data=${id}`)
      return data[0]?.request
    }
    const customerWrites = async (phone = testPhone()) => {
      const { message_id } = await sim('POST /sim/inbound', {
        from: phone,
        name: 'Meera',
        text: 'Do you deliver?',
        phone_number_id: account,
        waba_id: businessAccount,
      })
      const chat = await waitFor(async () => {
        const { body } = await call(
          `GET /api/v1/chats?channel_id=${channel.id}&q=${encodeURIComponent(phone.slice(1))}`,
          { key },
        )
        const [found] = body.data
        if (!found) return undefined
        const arrived = await context.db
          .selectFrom('messages')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('chat_id', '=', found.id)
          .where('platform_message_id', '=', message_id)
          .executeTakeFirst()
        return arrived && found
      })
      return { id: chat.id as string, phone, platformMessageId: message_id as string }
    }
    /** Adds a second channel, which the simulator does not know. */
    const addChannel = (type: 'whatsapp' | 'messenger' = 'whatsapp') =>
      createChannel(scope, {
        type,
        account: String(randomInt(100_000_000_000, 999_999_999_999)),
        access_token: 'sim_tests',
      })
    const get = (path: string) => call(`GET ${path}`, { key })
    const post = (path: string, body?: unknown) => call(`POST ${path}`, { key, body })
    return {
      scope,
      workspaceId,
      channel,
      account,
      businessAccount,
      key,
      send,
      settled,
      sent,
      customerWrites,
      addChannel,
      get,
      post,
    }
  }
  return { context, url: opened.url, app, call, sim, open, simulator, addNumber }
}
