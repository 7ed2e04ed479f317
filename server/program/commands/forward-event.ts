import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { attemptHeaders } from '#lib/outgoing/attempt-headers.ts'
import { startDeadline } from '#lib/pacing/with-deadline.ts'
import { FETCH_FAILURES, toFetchFailure } from '#lib/outgoing/fetch-failure.ts'
import { newId } from '#lib/ids.ts'
import { skippingConnector } from '#lib/outgoing/skip-interim.ts'
import { statusError } from '#lib/outgoing/status-error.ts'
import type { AttemptError, FetchError } from '#shared/webhooks.ts'
import { StartError } from '../start/start-error.ts'
import { readHttpUrl } from './remote.ts'

/** The options of commands that forward events, as text. */
export type ForwardOptions = {
  forwardTo?: string
  secret?: string
  header?: string[]
  retry?: number
}

/** The server that events are forwarded to. `isNewSecret`: the user has not seen the secret yet. */
export type ForwardTarget = {
  url: string
  secret: string
  isNewSecret: boolean
  headers: Record<string, string>
  retries: number
}

/** The result of forwarding an event: the status of the last attempt, or the error if there was no response. */
export type Forwarded = {
  status: number | null
  error: AttemptError | null
  durationMs: number
  attempts: number
}

const EXCHANGE_MS = 10_000
const RESPONSE_BYTES_READ = 64 * 1024
const RETRY_PAUSE_MS = 1_000

/** Reads the target from the options. Returns undefined without --forward-to. @throws {StartError} */
export function openTarget(options: ForwardOptions): ForwardTarget | undefined {
  const { forwardTo, secret, header = [], retry = 0 } = options
  if (forwardTo === undefined) return undefined
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/=]{16,}$/.test(secret))
    throw new StartError('--secret must be a signing secret: whsec_ followed by base64.')
  return {
    url: readHttpUrl(forwardTo, '--forward-to'),
    secret: secret ?? createWebhookSecret(),
    isNewSecret: secret === undefined,
    headers: Object.fromEntries(header.map(readHeader)),
    retries: retry,
  }
}

/**
 * Sends an event like a worker does: with the same bytes and headers, a new signature for each attempt, a
 * timeout of ten seconds and no redirects. Any address is allowed, because it runs on the user's own machine.
 * Rejects only when `signal` is aborted.
 */
export async function forwardEvent(
  target: ForwardTarget,
  event: { id: string; type: string; body: string },
  signal: AbortSignal,
): Promise<Forwarded> {
  const delivery = {
    id: newId(),
    eventId: event.id,
    eventType: event.type,
    body: Buffer.from(event.body),
  }
  for (let number = 1; ; number++) {
    const outcome = await post(target, { ...delivery, number }, signal)
    signal.throwIfAborted()
    if (outcome.error === null || number > target.retries) return { ...outcome, attempts: number }
    await delay(RETRY_PAUSE_MS * number, undefined, { signal })
  }
}

async function post(
  target: ForwardTarget,
  delivery: Parameters<typeof attemptHeaders>[1],
  signal: AbortSignal,
): Promise<Omit<Forwarded, 'attempts'>> {
  const startedAt = performance.now()
  const late = new AbortController()
  const deadline = startDeadline(EXCHANGE_MS, () => late.abort())
  // Use a new connection each time: a restarted local server has closed the previous one.
  const dispatcher = new Agent({ pipelining: 0, connect: skippingConnector({}) })
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const answer = await request(target.url, {
      method: 'POST',
      headers: { ...attemptHeaders([target.secret], delivery, new Date()), ...target.headers },
      body: delivery.body,
      signal: AbortSignal.any([signal, late.signal]),
      dispatcher,
    })
    let bytes = 0
    for await (const chunk of answer.body)
      if ((bytes += (chunk as Buffer).length) > RESPONSE_BYTES_READ) break
    return { status: answer.statusCode, error: statusError(answer.statusCode), durationMs: took() }
  } catch (err) {
    if (signal.aborted) throw err
    const error = late.signal.aborted ? 'timeout' : toFetchFailure(err).word
    return { status: null, error, durationMs: took() }
  } finally {
    deadline.end()
    await dispatcher.destroy()
  }
}

/** Describes the result of forwarding briefly: a status, or the error. */
export function describeForwarded({ status, error, durationMs, attempts }: Forwarded): string {
  const tries = attempts > 1 ? ` (try ${attempts})` : ''
  const what =
    status === null
      ? FETCH_FAILURES[error as FetchError]
      : error === 'redirect_not_followed'
        ? `${status} redirects are not followed`
        : String(status)
  return `${what}  ${durationMs} ms${tries}`
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(text) ?? []
  if (name === undefined)
    throw new StartError(`--header must have the form "Name: value", not "${text}".`)
  return [name, value!]
}
