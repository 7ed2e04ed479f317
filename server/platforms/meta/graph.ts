import { request } from 'undici'
import type { Agent, Dispatcher, FormData } from 'undici'
import { withDeadline } from '#lib/pacing/deadline.ts'
import { parseJson } from '#lib/parse-json.ts'
import { errorFields } from '#lib/errors.ts'
import { isSimulatorToken } from '../is-simulator-token.ts'

/** Answer of the platform: its status, its headers, and its body when that is a JSON object. */
export type GraphAnswer = {
  httpStatus: number
  headers: Dispatcher.ResponseData['headers']
  body: Record<string, unknown> | undefined
}

/**
 * Reason why there is no answer. `wasSent`: the platform may have received the request. `isRefusal`: we refused to
 * send it.
 */
export type GraphFailure = {
  failure: { code: string; message: string; wasSent: boolean; isRefusal: boolean }
}

/** One request; `path` starts with a slash. `form` is sent as multipart, `body` as JSON. */
type GraphRequest = {
  method: 'GET' | 'POST'
  path: string
  accessToken: string
  body?: unknown
  form?: FormData
  timeoutMs?: number
}

/** Graph API at one address. `ask` never rejects. */
export type Graph = { ask: (request: GraphRequest) => Promise<GraphAnswer | GraphFailure> }

/** Options of `createGraph`. `timeoutMs` limits one request, answer included; a demo never calls the real platform. */
type GraphOptions = {
  graphUrl: string
  agent: Agent
  timeoutMs: number
  isDemo?: boolean | undefined
}

/** Failures before a byte of the request was written. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Creates a client of the Graph API at `graphUrl`. It refuses to call the real platform with a token of the simulator
 * or from a demo.
 */
export function createGraph({ graphUrl, agent, timeoutMs, isDemo = false }: GraphOptions): Graph {
  const isReal = /(^|\.)(facebook|whatsapp|instagram|fbsbx)\.com$/.test(new URL(graphUrl).hostname)

  return {
    async ask({ method, path, accessToken, body, form, timeoutMs: longest = timeoutMs }) {
      if (isReal && isSimulatorToken(accessToken))
        return refuse(
          'simulator_token',
          'The channel has an access token for the simulator, not for WhatsApp.',
        )
      if (isReal && isDemo)
        return refuse('demo_mode', 'A demo only calls the simulator, never the platform.')
      try {
        return await withDeadline(longest, async (signal) => {
          const response = await request(`${graphUrl}${path}`, {
            method,
            dispatcher: agent,
            signal,
            headers: {
              authorization: `Bearer ${accessToken}`,
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
            ...(form && { body: form }),
          })
          const text = await response.body.text()
          return { httpStatus: response.statusCode, headers: response.headers, body: parse(text) }
        })
      } catch (err) {
        return toFailure(err)
      }
    },
  }
}

function refuse(code: string, message: string): GraphFailure {
  return { failure: { code, message, wasSent: false, isRefusal: true } }
}

function toFailure(err: unknown): GraphFailure {
  const { code, name } = errorFields(err)
  if (code === undefined || (!notSentCodes.has(code) && !isTlsFailure(code)))
    return {
      failure: {
        code: name === 'TimeoutError' ? 'timeout' : 'connection_lost',
        message: `The platform did not respond (${code ?? name ?? 'unknown'}).`,
        wasSent: true,
        isRefusal: false,
      },
    }
  const message = `The platform cannot be reached (${code}).`
  return { failure: { code: 'unreachable', message, wasSent: false, isRefusal: false } }
}

function isTlsFailure(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)
}

function parse(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined
}
