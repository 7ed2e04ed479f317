import type { Dispatcher } from 'undici'
import { parseRetryAfter } from '#lib/outgoing/next-attempt-delay-ms.ts'
import type { FailedOutcome } from '../send-outcome.ts'
import type { GraphErrors } from './create-graph-errors.ts'

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

/** A successful answer of the platform, or how the request failed. */
export type Outcome =
  | { httpStatus: number; body: Record<string, unknown> }
  | { failed: FailedOutcome }

/** Reads an answer of the platform, or why there is none. */
export function readOutcome(answer: GraphAnswer | GraphFailure, errors: GraphErrors): Outcome {
  if ('failure' in answer) {
    const { code, message, wasSent, isRefusal } = answer.failure
    const kind = isRefusal ? 'stop' : wasSent ? 'ambiguous' : 'retry'
    return { failed: { kind, error: { code, message } } }
  }
  const { httpStatus, body } = answer
  if (httpStatus < 200 || httpStatus >= 300) return { failed: readError(answer, errors) }
  return body ? { httpStatus, body } : { failed: toAmbiguous(httpStatus) }
}

function readError({ httpStatus, headers, body }: GraphAnswer, errors: GraphErrors): FailedOutcome {
  const error = (body as ErrorAnswer | undefined)?.error
  if (typeof error?.code !== 'number') {
    // A 5xx of a gateway does not say what the platform behind it did.
    if (httpStatus >= 500) return toAmbiguous(httpStatus)
    const message = `The platform responded with HTTP ${httpStatus}.`
    return { kind: 'stop', error: { code: `http_${httpStatus}`, message } }
  }
  const sendError = {
    code: String(error.code),
    message: errors.explain(error.code, error.error_data?.details, error.message),
  }
  const kind = errors.classifyAnswer(error.code, {
    httpStatus,
    isTransient: error.is_transient === true,
  })
  if (kind === 'template' || kind === 'never') return { kind: 'rejected', error: sendError }
  const retryAfterMs = readRetryAfter(headers)
  return { kind, error: sendError, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Returns the outcome of an answer that cannot be understood: the platform may have accepted the request. */
export function toAmbiguous(httpStatus: number): FailedOutcome {
  return {
    kind: 'ambiguous',
    error: {
      code: `http_${httpStatus}`,
      message: `The platform responded with HTTP ${httpStatus} and an unreadable body.`,
    },
  }
}

/** Returns the pause that the platform names: a header in seconds, or one about business accounts in minutes. */
function readRetryAfter(headers: GraphAnswer['headers']): number | undefined {
  const { 'retry-after': given, date } = headers
  const textOf = (value: typeof given) => (typeof value === 'string' ? value : undefined)
  const seconds = parseRetryAfter(textOf(given), Date.now(), textOf(date))
  if (seconds !== undefined) return seconds
  const usage = headers['x-business-use-case-usage']
  const minutes = /"estimated_time_to_regain_access"\s*:\s*(\d{1,6})/.exec(String(usage ?? ''))?.[1]
  return Number(minutes) > 0 ? Number(minutes) * 60_000 : undefined
}

type ErrorAnswer = {
  error?: {
    code?: unknown
    message?: unknown
    is_transient?: unknown
    error_data?: { details?: unknown } | null
  } | null
}
