import type { TestContext } from 'node:test'
import type { SimulatorConfig } from '../config.ts'
import { startSimulator } from '../start-simulator.ts'
import { startReceiver } from './receiver.ts'

/** The token that the tests send with. */
export const TOKEN = 'sim_tests'
/** The app secret that the tests sign and verify with. */
export const APP_SECRET = 'lantern-and-rope'

/** Returns a configuration for a test: free port, quick retries, silent. */
export function testConfig(webhookUrl: string): SimulatorConfig {
  return {
    port: 0,
    host: '127.0.0.1',
    appSecret: APP_SECRET,
    verifyToken: 'knock-knock',
    webhookUrl,
    token: null,
    logLevel: 'silent',
    retry: { firstMs: 20, longestMs: 60, giveUpAfterMs: 60_000 },
  }
}

/** Starts a receiver and a simulator that posts to it; both end with the test. */
export async function startPair(t: TestContext, change: Partial<SimulatorConfig> = {}) {
  const receiver = await startReceiver()
  const simulator = await startSimulator({ ...testConfig(receiver.url), ...change })
  t.after(async () => {
    await simulator.close()
    await receiver.close()
  })

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(simulator.url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }

  return {
    receiver,
    simulator,
    call,
    send: (body: unknown, path = '/v24.0/555000111222/messages') =>
      call('POST', path, body, { authorization: `Bearer ${TOKEN}` }),
  }
}

/** Returns a text message to a phone, as the Cloud API accepts it. */
export function textTo(to: string, more: Record<string, unknown> = {}) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'text',
    text: { body: 'Your table is ready' },
    ...more,
  }
}
