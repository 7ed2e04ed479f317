import { Agent, request } from 'undici'
import type { Dispatcher } from 'undici'
import { parseRetryAfter } from '../lib/retry-schedule.ts'
import { toCloudBody } from './cloud-api-body.ts'
import type { OutboundMessage } from './cloud-api-body.ts'
import { classifyCloudError, cloudErrorReason } from './cloud-api-errors.ts'
import type { CloudErrorClass } from './cloud-api-errors.ts'

/** Why a message was not accepted: the platform's code as text, or a word of ours, and a readable reason. */
export type SendError = { code: string; message: string }

/**
 * What came of handing a message to the platform. `ambiguous`: it may have been accepted. `retryAfterMs` is
 * there when the platform named a time.
 */
export type SendOutcome =
  | { kind: 'accepted'; platformMessageId: string; waId: string | undefined }
  | { kind: 'ambiguous'; error: SendError }
  | {
      kind: Exclude<CloudErrorClass, 'template' | 'never'>
      error: SendError
      retryAfterMs?: number
    }
  | { kind: 'rejected'; error: SendError }

/** One send: our phone number id at the platform, the channel's token, and the message. */
export type CloudSend = { account: string; accessToken: string; message: OutboundMessage }

/** A client of the Cloud API. `send` never rejects; `close` lets what is in flight finish. */
export type CloudApi = {
  send: (send: CloudSend) => Promise<SendOutcome>
  close: () => Promise<void>
}

/** Longest time for one send, answer included. */
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
 * A thin client of WhatsApp's Cloud API at `graphUrl`. A token of the simulator never leaves for the real
 * platform. Source: Cloud API, "Messages" and "Error codes"; the API has no idempotency key.
 */
export function createCloudApi(options: { graphUrl: string; timeoutMs?: number }): CloudApi {
  const { graphUrl, timeoutMs = TIMEOUT_MS } = options
  const isReal = /(^|\.)facebook\.com$/.test(new URL(graphUrl).hostname)
  const agent = new Agent({ connect: { timeout: Math.min(timeoutMs, 10_000) } })

  async function send({ account, accessToken, message }: CloudSend): Promise<SendOutcome> {
    if (isReal && accessToken.startsWith('sim_'))
      return stop('simulator_token', 'The channel has a token of the simulator, not of WhatsApp.')
    let response: Dispatcher.ResponseData
    let text: string
    try {
      response = await request(`${graphUrl}/${account}/messages`, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(toCloudBody(message)),
      })
      text = await response.body.text()
    } catch (err) {
      return toFailure(err)
    }
    return toOutcome(response, text)
  }

  return { send, close: () => agent.close() }
}

function stop(code: string, message: string): SendOutcome {
  return { kind: 'stop', error: { code, message } }
}

function toFailure(err: unknown): SendOutcome {
  const { code, name } = err as { code?: string; name?: string }
  const error = {
    code: name === 'TimeoutError' ? 'timeout' : 'connection_lost',
    message: `The platform did not answer (${code ?? name ?? 'unknown'}).`,
  }
  if (code === undefined || (!notSentCodes.has(code) && !isTlsFailure(code)))
    return { kind: 'ambiguous', error }
  return {
    kind: 'retry',
    error: { code: 'unreachable', message: `The platform cannot be reached (${code}).` },
  }
}

function isTlsFailure(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)
}

function toOutcome(response: Dispatcher.ResponseData, text: string): SendOutcome {
  const { statusCode: httpStatus, headers } = response
  const body = parse(text)
  if (httpStatus >= 200 && httpStatus < 300) {
    const id = body?.messages?.[0]?.id
    const waId = body?.contacts?.[0]?.wa_id
    if (typeof id === 'string' && id !== '' && !id.includes('\0'))
      return {
        kind: 'accepted',
        platformMessageId: id,
        waId: typeof waId === 'string' ? waId : undefined,
      }
    return ambiguous(httpStatus)
  }
  const error = body?.error
  if (typeof error?.code !== 'number') {
    // A gateway's own 5xx says nothing of what the platform did behind it.
    if (httpStatus >= 500) return ambiguous(httpStatus)
    return stop(`http_${httpStatus}`, `The platform's address answers with HTTP ${httpStatus}.`)
  }
  const sendError = {
    code: String(error.code),
    message: cloudErrorReason(error.code, error.error_data?.details, error.message),
  }
  const kind = classifyCloudError(error.code, {
    httpStatus,
    isTransient: error.is_transient === true,
  })
  if (kind === 'template' || kind === 'never') return { kind: 'rejected', error: sendError }
  const retryAfter = headers['retry-after']
  const retryAfterMs = parseRetryAfter(
    typeof retryAfter === 'string' ? retryAfter : undefined,
    Date.now(),
  )
  return { kind, error: sendError, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function ambiguous(httpStatus: number): SendOutcome {
  return {
    kind: 'ambiguous',
    error: {
      code: `http_${httpStatus}`,
      message: `The platform answered with HTTP ${httpStatus} and nothing that can be understood.`,
    },
  }
}

type CloudAnswer = {
  messages?: { id?: unknown }[]
  contacts?: { wa_id?: unknown }[]
  error?: {
    code?: unknown
    message?: unknown
    is_transient?: unknown
    error_data?: { details?: unknown } | null
  } | null
}

function parse(text: string): CloudAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as CloudAnswer) : undefined
  } catch {
    return undefined
  }
}
