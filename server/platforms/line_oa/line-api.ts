import { request } from 'undici'
import { parseRetryAfter } from '#lib/retry-schedule.ts'
import type { ClientOptions } from '../platform-client.ts'
import type { FailedOutcome } from '../send-outcome.ts'
import { toRecord } from '../storable.ts'
import { classOf, toCode } from './errors.ts'

/** Base URL of the Messaging API. Source: LINE Developers, Messaging API reference, "Domain name". */
const API_URL = 'https://api.line.me'

/** Answer of LINE. `isRepeat`: LINE accepted a request with this retry key before. */
type LineAnswer = { body: Record<string, unknown>; isRepeat: boolean }

/** One request; `retryKey` is a UUID under which LINE executes the request once. */
type LineRequest = {
  path: string
  accessToken: string
  body?: unknown
  retryKey?: string
  timeoutMs?: number
}

/** Messaging API at one address. `ask` never rejects. */
type LineApi = {
  ask: (request: LineRequest) => Promise<LineAnswer | { failed: FailedOutcome }>
}

/**
 * Creates a client of the Messaging API. It refuses to call LINE with a token of the simulator or from a demo. Without
 * an answer a request is retried: the retry key keeps it from being executed twice. Source: LINE Developers, "Retry
 * failed API requests".
 */
export function createLineApi({ config, agent, timeoutMs }: ClientOptions): LineApi {
  const url = config.platformSettings?.LINE_OA_API_URL ?? API_URL
  const isReal = url === API_URL
  return {
    async ask({ path, accessToken, body, retryKey, timeoutMs: longest = timeoutMs }) {
      if (isReal && accessToken.startsWith('sim_'))
        return fail('stop', 'simulator_token', 'The access token is one of the simulator.')
      if (isReal && config.demo)
        return fail('stop', 'demo_mode', 'A demo never calls the real platform.')
      try {
        const response = await request(`${url}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(longest),
          headers: {
            authorization: `Bearer ${accessToken}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(retryKey !== undefined && { 'x-line-retry-key': retryKey }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const { statusCode, headers } = response
        const answer = parse(await response.body.text())
        const isRepeat = statusCode === 409 && retryKey !== undefined
        if (isRepeat || (statusCode >= 200 && statusCode < 300)) return { body: answer, isRepeat }
        return readFailure(statusCode, headers['retry-after'], answer)
      } catch (err) {
        const { code, name } = err as { code?: string; name?: string }
        const word = name === 'TimeoutError' ? 'timeout' : 'unreachable'
        return fail('retry', word, `The platform did not respond (${code ?? name ?? 'unknown'}).`)
      }
    },
  }
}

function readFailure(
  httpStatus: number,
  retryAfter: unknown,
  answer: Record<string, unknown>,
): { failed: FailedOutcome } {
  const given = answer['message']
  const message =
    typeof given === 'string' && given !== ''
      ? given.slice(0, 1000)
      : `The platform responded with HTTP ${httpStatus}.`
  const code = toCode(httpStatus, message)
  const kind = classOf(code)
  if (kind === 'template' || kind === 'never') return fail('rejected', code, message)
  const { failed } = fail(kind, code, message)
  const wait = typeof retryAfter === 'string' ? parseRetryAfter(retryAfter, Date.now()) : undefined
  return { failed: { ...failed, ...(wait !== undefined && { retryAfterMs: wait }) } }
}

function fail(kind: FailedOutcome['kind'], code: string, message: string) {
  return { failed: { kind, error: { code, message } } }
}

function parse(text: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(text))
  } catch {
    return {}
  }
}
