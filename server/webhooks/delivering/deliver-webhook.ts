import type { Context } from '#context.ts'
import { attemptHeaders } from '#lib/attempt-headers.ts'
import type { FetchTimings, SafeFetch } from '#lib/safe-fetch.ts'
import { parseRetryAfter } from '#lib/retry-schedule.ts'
import type { DueDelivery } from './take-deliveries.ts'

/** How long one exchange may take in all, its body included. */
export const EXCHANGE_MS = 10_000

/** How much of a response is kept in the log. */
const RESPONSE_BYTES_KEPT = 16 * 1024

/** One try of a delivery, as the log keeps it; `error` is a word, null for a success. */
export type Attempt = {
  number: number
  startedAt: Date
  durationMs: number
  requestHeaders: Record<string, string>
  responseStatus: number | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
  error: string | null
  timings: FetchTimings
  /** What the receiver asks for; not logged by itself. */
  retryAfterMs: number | undefined
}

/** Where a try goes, with the secrets that are valid now. */
export type AttemptTarget = { url: string; secrets: string[]; timeoutMs?: number | undefined }

/**
 * Tries a delivery once: signs the stored bytes anew, sends them, and gives what came of it. Never rejects for
 * what the other side does. Redirects are not followed and count as failure.
 */
export async function deliverWebhook(
  context: Pick<Context, 'clock'>,
  fetch: SafeFetch['fetch'],
  target: AttemptTarget,
  delivery: Pick<DueDelivery, 'id' | 'eventId' | 'eventType' | 'body' | 'attemptCount'>,
): Promise<Attempt> {
  const startedAt = context.clock.now()
  const number = delivery.attemptCount + 1
  const body = Buffer.from(delivery.body)
  const requestHeaders = attemptHeaders(target.secrets, { ...delivery, number, body }, startedAt)
  const response = await fetch({
    url: target.url,
    headers: requestHeaders,
    body,
    timeoutMs: target.timeoutMs ?? EXCHANGE_MS,
  })
  const hasAnswer = response.status !== null
  return {
    number,
    startedAt,
    durationMs: Math.round(response.timings.total),
    requestHeaders,
    responseStatus: response.status,
    responseHeaders: hasAnswer ? response.headers : null,
    responseBody: response.ok ? toText(response.body) : null,
    error: response.ok ? statusError(response.status) : response.error,
    timings: response.timings,
    retryAfterMs: parseRetryAfter(response.headers['retry-after'], startedAt.getTime()),
  }
}

function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'unexpected_status'
}

/** The kept part of a response as text that the database can store. */
function toText(body: Buffer): string {
  return body.subarray(0, RESPONSE_BYTES_KEPT).toString('utf8').replaceAll('\0', '\uFFFD')
}
