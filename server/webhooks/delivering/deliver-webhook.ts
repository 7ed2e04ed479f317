import type { Context } from '#db/context.ts'
import { attemptHeaders } from '#lib/outgoing/attempt-headers.ts'
import type { ClientTls, FetchTimings, SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { continueIn } from '#lib/cause.ts'
import { activeNow } from '#lib/pacing/watch-pauses.ts'
import { isTracing, startWork } from '#lib/tracing/start-span.ts'
import type { Span } from '#lib/tracing/start-span.ts'
import { parseRetryAfter } from '#lib/outgoing/next-attempt-delay-ms.ts'
import { statusError } from '#lib/outgoing/status-error.ts'
import { readResponseText } from './read-response-text.ts'
import type { AttemptError } from '#shared/webhooks.ts'
import type { EndpointTokens } from '../oauth/create-token-cache.ts'
import type { TokenResult } from '../oauth/request-token.ts'
import type { DueDelivery } from './poll-deliveries.ts'

/**
 * Deadline of one attempt, including the request for a token and the response's body: less than a stopping worker waits. Pauses of this
 * process extend it.
 */
const ATTEMPT_MS = 10_000

const UNAUTHORIZED = 401

/** One attempt of a delivery, as the log stores it; `error` is null for a success. */
export type Attempt = {
  number: number
  startedAt: Date
  durationMs: number
  requestHeaders: Record<string, string>
  responseStatus: number | null
  responseHeaders: Record<string, string> | null
  responseBody: string | null
  error: AttemptError | null
  timings: FetchTimings
  /** The receiver's Retry-After; not logged separately. */
  retryAfterMs: number | undefined
}

/**
 * The target of an attempt, with its currently valid secrets, the values of its custom headers, its bearer tokens if it
 * has an OAuth client, and its TLS settings if it has some.
 */
export type AttemptTarget = {
  url: string
  secrets: string[]
  headers: Record<string, string>
  tokens: EndpointTokens | undefined
  tls: ClientTls | undefined
  timeoutMs?: number | undefined
}

/** What an attempt needs of a delivery. */
type Delivery = Pick<
  DueDelivery,
  'id' | 'eventId' | 'eventType' | 'body' | 'attemptCount' | 'cause'
>

/**
 * Makes one attempt of a delivery: signs the stored bytes, sends them, and returns the result. Never rejects because
 * of the other side. Redirects are not followed and count as failure. The result does not contain the custom headers and
 * the bearer token. Without a token the receiver is not called; one that it refuses is not used again.
 */
export async function deliverWebhook(
  context: Pick<Context, 'clock'>,
  fetch: SafeFetch['fetch'],
  target: AttemptTarget,
  delivery: Delivery,
): Promise<Attempt> {
  const { cause } = delivery
  const span = startDeliverySpan(target.url, delivery)
  const traced = { ...delivery, cause: continueIn(cause, span) }
  const attempt = await makeAttempt(context, fetch, target, traced)
  span?.end(
    { 'http.response.status_code': attempt.responseStatus ?? undefined },
    attempt.error ?? undefined,
  )
  return attempt
}

async function makeAttempt(
  context: Pick<Context, 'clock'>,
  fetch: SafeFetch['fetch'],
  target: AttemptTarget,
  delivery: Delivery,
): Promise<Attempt> {
  const number = delivery.attemptCount + 1
  const askedAt = context.clock.now()
  const askedMs = performance.now()
  const activeMs = activeNow()
  const bearer = await target.tokens?.get()
  if (bearer?.token === null)
    return withoutToken(number, askedAt, performance.now() - askedMs, bearer)
  const waitedMs = bearer ? activeNow() - activeMs : 0
  const authorization = bearer && { Authorization: `Bearer ${bearer.token}` }
  // After the wait for a token, because the signature contains this time.
  const startedAt = context.clock.now()
  const body = Buffer.from(delivery.body)
  const requestHeaders = attemptHeaders(target.secrets, { ...delivery, number, body }, startedAt)
  const response = await fetch({
    url: target.url,
    headers: { ...target.headers, ...authorization, ...requestHeaders },
    body,
    tls: target.tls,
    timeoutMs: Math.max(1, Math.ceil((target.timeoutMs ?? ATTEMPT_MS) - waitedMs)),
  })
  if (bearer && response.status === UNAUTHORIZED) target.tokens?.drop(bearer.token)
  const hasAnswer = response.status !== null
  return {
    number,
    startedAt,
    durationMs: Math.round(response.timings.total),
    requestHeaders: { ...(bearer && { Authorization: 'Bearer [redacted]' }), ...requestHeaders },
    responseStatus: response.status,
    responseHeaders: hasAnswer ? response.headers : null,
    responseBody: response.ok
      ? readResponseText(response.body, response.headers['content-encoding'])
      : null,
    error: response.ok ? statusError(response.status) : response.error,
    timings: response.timings,
    retryAfterMs: parseRetryAfter(
      response.headers['retry-after'],
      startedAt.getTime(),
      response.headers['date'],
    ),
  }
}

/** Returns the result of an attempt that found no token, so that the receiver was not called. */
function withoutToken(
  number: number,
  startedAt: Date,
  durationMs: number,
  { error, retryAfterMs }: Extract<TokenResult, { token: null }>,
): Attempt {
  return {
    number,
    startedAt,
    durationMs: Math.round(durationMs),
    requestHeaders: {},
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    error,
    timings: {
      dns: null,
      connect: null,
      tls: null,
      firstByte: null,
      total: Math.round(durationMs * 10) / 10,
    },
    retryAfterMs,
  }
}

/**
 * Starts the span of an attempt, in the trace of the request that caused the event. It has no path and query of the URL, which may contain
 * a secret of the receiver.
 */
function startDeliverySpan(url: string, delivery: Delivery): Span | undefined {
  if (!isTracing()) return undefined
  const { protocol, hostname, port } = new URL(url)
  const { id, eventId, eventType, attemptCount, cause } = delivery
  return startWork(`deliver ${eventType}`, {
    kind: 'client',
    parent: cause?.traceparent,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attemptCount > 0 ? attemptCount : undefined,
      'url.scheme': protocol.slice(0, -1),
      'server.address': hostname,
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      'parley.request_id': cause?.requestId,
      'parley.event.id': eventId,
      'parley.event.type': eventType,
      'parley.delivery.id': id,
    },
  })
}
