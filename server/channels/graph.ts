import { Agent, request } from 'undici'
import type { Dispatcher, FormData } from 'undici'

/** An answer of the platform: its status, its headers, and its body where that is a JSON object. */
export type GraphAnswer = {
  httpStatus: number
  headers: Dispatcher.ResponseData['headers']
  body: Record<string, unknown> | undefined
}

/**
 * Why there is no answer. `wasSent` says whether the platform may have got the request; `isRefusal` that we never
 * let it go.
 */
export type GraphFailure = {
  failure: { code: string; message: string; wasSent: boolean; isRefusal: boolean }
}

/** One request; `path` begins with a slash. `form` goes as multipart, `body` as JSON. */
export type GraphRequest = {
  method: 'GET' | 'POST'
  path: string
  accessToken: string
  body?: unknown
  form?: FormData
  timeoutMs?: number
}

/** The Graph API at one address. `ask` never rejects; `close` lets what is in flight finish. */
export type Graph = {
  ask: (request: GraphRequest) => Promise<GraphAnswer | GraphFailure>
  close: () => Promise<void>
}

/** Where the Graph API is, and whether this is a demo, which has no business at the real one. */
export type GraphOptions = { graphUrl: string; timeoutMs?: number; isDemo?: boolean | undefined }

/** Longest time for one request, answer included. */
const TIMEOUT_MS = 15_000

/** Failures that come before a byte of the request was written. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * A connection to the Graph API at `graphUrl`. Nothing leaves for the real platform with a token of the simulator
 * or from a demo.
 */
export function createGraph({
  graphUrl,
  timeoutMs = TIMEOUT_MS,
  isDemo = false,
}: GraphOptions): Graph {
  const isReal = /(^|\.)(facebook|whatsapp|instagram|fbsbx)\.com$/.test(new URL(graphUrl).hostname)
  const agent = new Agent({ connect: { timeout: Math.min(timeoutMs, 10_000) } })

  return {
    async ask({ method, path, accessToken, body, form, timeoutMs: longest = timeoutMs }) {
      if (isReal && accessToken.startsWith('sim_'))
        return refuse(
          'simulator_token',
          'The channel has a token of the simulator, not of WhatsApp.',
        )
      if (isReal && isDemo)
        return refuse('demo_mode', 'A demo talks to the simulator alone, never to the platform.')
      try {
        const response = await request(`${graphUrl}${path}`, {
          method,
          dispatcher: agent,
          signal: AbortSignal.timeout(longest),
          headers: {
            authorization: `Bearer ${accessToken}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(form && { body: form }),
        })
        const text = await response.body.text()
        return { httpStatus: response.statusCode, headers: response.headers, body: parse(text) }
      } catch (err) {
        return toFailure(err)
      }
    },
    close: () => agent.close(),
  }
}

function refuse(code: string, message: string): GraphFailure {
  return { failure: { code, message, wasSent: false, isRefusal: true } }
}

function toFailure(err: unknown): GraphFailure {
  const { code, name } = err as { code?: string; name?: string }
  if (code === undefined || (!notSentCodes.has(code) && !isTlsFailure(code)))
    return {
      failure: {
        code: name === 'TimeoutError' ? 'timeout' : 'connection_lost',
        message: `The platform did not answer (${code ?? name ?? 'unknown'}).`,
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
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
