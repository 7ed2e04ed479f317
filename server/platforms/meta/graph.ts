import { FormData, request } from 'undici'
import type { Dispatcher } from 'undici'
import { META_GRAPH_URL } from '#lib/settings/config.ts'
import { withDeadline } from '#lib/pacing/with-deadline.ts'
import { parseJson } from '#lib/parse-json.ts'
import { errorFields } from '#lib/errors.ts'
import { isSimulatorToken } from '../is-simulator-token.ts'
import type { ClientOptions } from '../platform-client.ts'
import type { GraphErrors } from './create-graph-errors.ts'
import { readOutcome } from './read-failed-outcome.ts'
import type { GraphAnswer, GraphFailure, Outcome } from './read-failed-outcome.ts'

/**
 * Graph API at one address. Paths start with a slash. A form is sent as multipart, another body as JSON. `timeoutMs` limits one
 * request, answer included. Neither call rejects.
 */
export type Graph = {
  get: (path: string, accessToken: string, timeoutMs?: number) => Promise<Outcome>
  post: (
    path: string,
    accessToken: string,
    body: FormData | object,
    timeoutMs?: number,
  ) => Promise<Outcome>
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
export function createGraph(
  { agent, timeoutMs, config: { graphUrl = META_GRAPH_URL, demo } }: ClientOptions,
  errors: GraphErrors,
): Graph {
  const isReal = /(^|\.)(facebook|whatsapp|instagram|fbsbx)\.com$/.test(new URL(graphUrl).hostname)

  async function ask(
    path: string,
    accessToken: string,
    longestMs: number,
    content: Pick<Dispatcher.RequestOptions, 'method' | 'body'> & { headers?: object },
  ): Promise<GraphAnswer | GraphFailure> {
    if (isReal && isSimulatorToken(accessToken))
      return refuse(
        'simulator_token',
        'The channel has an access token for the simulator, not for WhatsApp.',
      )
    if (isReal && demo)
      return refuse('demo_mode', 'A demo only calls the simulator, never the platform.')
    try {
      return await withDeadline(longestMs, async (signal) => {
        const response = await request(`${graphUrl}${path}`, {
          ...content,
          dispatcher: agent,
          signal,
          headers: { authorization: `Bearer ${accessToken}`, ...content.headers },
        })
        const text = await response.body.text()
        return { httpStatus: response.statusCode, headers: response.headers, body: parse(text) }
      })
    } catch (err) {
      return toFailure(err)
    }
  }

  return {
    async get(path, accessToken, longestMs = timeoutMs) {
      return readOutcome(await ask(path, accessToken, longestMs, { method: 'GET' }), errors)
    },
    async post(path, accessToken, body, longestMs = timeoutMs) {
      const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const content = body instanceof FormData ? { body } : json
      return readOutcome(
        await ask(path, accessToken, longestMs, { method: 'POST', ...content }),
        errors,
      )
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
