import { FormData } from 'undici'
import { parseRetryAfter } from '#lib/retry-schedule.ts'
import { toCloudBody } from './cloud-api-body.ts'
import type { OutboundMessage } from './cloud-api-body.ts'
import { classifyCloudError, cloudErrorReason } from './cloud-api-errors.ts'
import type { CloudErrorClass } from './cloud-api-errors.ts'
import { createGraph } from './graph.ts'
import type { GraphAnswer, GraphFailure, GraphOptions } from './graph.ts'

/** Why a message was not accepted: the platform's code as text, or a word of ours, and a readable reason. */
export type SendError = { code: string; message: string }

/**
 * A request that did not come to its end. `ambiguous`: it may have been accepted. `retryAfterMs` is there when the
 * platform named a time.
 */
export type FailedOutcome =
  | { kind: 'ambiguous'; error: SendError }
  | {
      kind: Exclude<CloudErrorClass, 'template' | 'never'>
      error: SendError
      retryAfterMs?: number
    }
  | { kind: 'rejected'; error: SendError }

/** What came of handing a message to the platform. */
export type SendOutcome =
  | { kind: 'accepted'; platformMessageId: string; waId: string | undefined }
  | FailedOutcome

/** Our side of a call: our phone number id at the platform, and the channel's token. */
export type CloudAccount = { account: string; accessToken: string }

/** One send: our side and the message. */
export type CloudSend = CloudAccount & { message: OutboundMessage }

/** A file to give to the platform. */
export type CloudFile = { mimeType: string; filename: string | null; bytes: Blob }

/** A client of the Cloud API. Its calls never reject; `close` lets what is in flight finish. */
export type CloudApi = {
  send: (send: CloudSend) => Promise<SendOutcome>
  upload: (
    account: CloudAccount,
    file: CloudFile,
  ) => Promise<{ kind: 'accepted'; platformMediaId: string } | FailedOutcome>
  markRead: (
    account: CloudAccount,
    read: { platformMessageId: string; isTyping: boolean },
  ) => Promise<{ kind: 'accepted' } | FailedOutcome>
  close: () => Promise<void>
}

const UPLOAD_TIMEOUT_MS = 120_000

/**
 * A thin client of WhatsApp's Cloud API at `graphUrl`. A token of the simulator never leaves for the real
 * platform, and a demo has nothing to do there. Source: Cloud API, "Messages", "Media" and "Error codes"; the API
 * has no idempotency key.
 */
export function createCloudApi(options: GraphOptions): CloudApi {
  const graph = createGraph(options)
  return {
    async send({ account, accessToken, message }) {
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/messages`,
        accessToken,
        body: toCloudBody(message),
      })
      const failed = toFailedOutcome(answer)
      if (failed) return failed
      const { messages, contacts } = (answer as GraphAnswer).body as CloudAnswer
      const id = messages?.[0]?.id
      const waId = contacts?.[0]?.wa_id
      if (typeof id !== 'string' || id === '' || id.includes('\0'))
        return ambiguous((answer as GraphAnswer).httpStatus)
      return {
        kind: 'accepted',
        platformMessageId: id,
        waId: typeof waId === 'string' ? waId : undefined,
      }
    },
    async upload({ account, accessToken }, { mimeType, filename, bytes }) {
      const form = new FormData()
      form.set('messaging_product', 'whatsapp')
      form.set('type', mimeType)
      form.set('file', bytes, filename ?? 'file')
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/media`,
        accessToken,
        form,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      const failed = toFailedOutcome(answer)
      if (failed) return failed
      const id = (answer as GraphAnswer).body?.['id']
      if (typeof id !== 'string' || !/^\d{1,64}$/.test(id))
        return ambiguous((answer as GraphAnswer).httpStatus)
      return { kind: 'accepted', platformMediaId: id }
    },
    async markRead({ account, accessToken }, { platformMessageId, isTyping }) {
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/messages`,
        accessToken,
        body: {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: platformMessageId,
          ...(isTyping && { typing_indicator: { type: 'text' } }),
        },
      })
      return toFailedOutcome(answer) ?? { kind: 'accepted' }
    },
    close: () => graph.close(),
  }
}

/** What a request that failed came to; undefined for one that the platform answered with success. */
export function toFailedOutcome(answer: GraphAnswer | GraphFailure): FailedOutcome | undefined {
  if ('failure' in answer) {
    const { code, message, wasSent, isRefusal } = answer.failure
    const kind = isRefusal ? 'stop' : wasSent ? 'ambiguous' : 'retry'
    return { kind, error: { code, message } }
  }
  const { httpStatus, headers, body } = answer
  if (httpStatus >= 200 && httpStatus < 300) return body ? undefined : ambiguous(httpStatus)
  const error = (body as CloudAnswer | undefined)?.error
  if (typeof error?.code !== 'number') {
    // A gateway's own 5xx says nothing of what the platform did behind it.
    if (httpStatus >= 500) return ambiguous(httpStatus)
    const message = `The platform's address answers with HTTP ${httpStatus}.`
    return { kind: 'stop', error: { code: `http_${httpStatus}`, message } }
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
  const retryAfterMs = readRetryAfter(headers)
  return { kind, error: sendError, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** The pause that the platform names: a header in seconds, or one about its business accounts in minutes. */
function readRetryAfter(headers: GraphAnswer['headers']): number | undefined {
  const given = headers['retry-after']
  const seconds = parseRetryAfter(typeof given === 'string' ? given : undefined, Date.now())
  if (seconds !== undefined) return seconds
  const usage = headers['x-business-use-case-usage']
  const minutes = /"estimated_time_to_regain_access"\s*:\s*(\d{1,6})/.exec(String(usage ?? ''))?.[1]
  return Number(minutes) > 0 ? Number(minutes) * 60_000 : undefined
}

function ambiguous(httpStatus: number): FailedOutcome {
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
