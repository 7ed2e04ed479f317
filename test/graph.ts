import { after } from 'node:test'
import { startSimulator } from '../simulator/start-simulator.ts'

/** An address that nothing listens on. */
const NOWHERE = 'http://127.0.0.1:9/'

/** A number and its business account. */
export type TestNumber = { account: string; businessAccount: string }

/** Starts the simulator as the platform of a test, as `startGraph` does. It is closed after the file's tests. */
export async function openGraph() {
  const graph = await startGraph(NOWHERE)
  after(() => graph.simulator.close())
  return graph
}

/**
 * Starts the simulator as the platform of a test. Returns the address of its Graph API, `addNumber`, which gives a
 * number its business account, and the simulator.
 */
export async function startGraph(webhookUrl: string) {
  const simulator = await startSimulator({
    port: 0,
    host: '127.0.0.1',
    appSecret: 'test_app_secret',
    verifyToken: 'test_verify_token',
    webhookUrl,
    token: null,
    logLevel: 'silent',
    retry: { firstMs: 20, longestMs: 60, giveUpAfterMs: 60_000 },
  })
  async function addNumber({ account, businessAccount }: TestNumber): Promise<void> {
    const response = await fetch(`${simulator.url}/sim/numbers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number_id: account, waba_id: businessAccount }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return { simulator, graphUrl: `${simulator.url}/v25.0`, addNumber }
}
