import { randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'
import { lookupPrivate } from '../private-addresses.ts'

/** The result of the verification handshake; `reason` says why it failed. */
interface HandshakeResult {
  passed: boolean
  status_code: number | null
  reason: string | null
}

/** Verifies a webhook address: it must answer 200 with exactly the challenge as its body. */
export async function performHandshake(
  webhookUrl: string,
  verifyToken: string,
): Promise<HandshakeResult> {
  const challenge = randomBytes(12).toString('base64url')
  const url = new URL(webhookUrl)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const agent = new Agent({ connect: { lookup: lookupPrivate } })
  try {
    const response = await request(url, {
      dispatcher: agent,
      headers: { 'user-agent': 'facebookexternalua' },
      signal: AbortSignal.timeout(10_000),
    })
    const status_code = response.statusCode
    if (status_code !== 200) {
      await response.body.dump()
      return { passed: false, status_code, reason: 'The answer is not 200.' }
    }
    const passed = (await response.body.text()) === challenge
    const reason = passed ? null : 'The body is not exactly the challenge.'
    return { passed, status_code, reason }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { passed: false, status_code: null, reason: code ?? message }
  } finally {
    await agent.close()
  }
}
