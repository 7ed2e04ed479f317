import { ConnectionError, ParleyError } from './errors.ts'
import type { Problem } from './generated/models.ts'
import { PASSING_CODES } from './generated/operations.ts'
import { readRetryAfterMs, toPauseMs, wait } from './wait.ts'

/** Options of a client. */
export type ParleyOptions = {
  /** An API key, `sk_live_…` or `sk_test_…`. */
  apiKey: string
  /** The address of the server, such as `https://parley.example.com`. */
  baseUrl: string
  /** How many times a request is repeated at most. The default is 4. */
  maxRetries?: number
  /** How long one attempt may take, in milliseconds. The default is 30,000. */
  timeoutMs?: number
  /** How long a call may take with all its retries, in milliseconds. The default is 120,000. */
  deadlineMs?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** Options of a call. They replace those of the client. */
export type CallOptions = Partial<
  Pick<ParleyOptions, 'maxRetries' | 'timeoutMs' | 'deadlineMs'>
> & {
  /** The `Idempotency-Key` of a POST. By default each call has a new one, which its retries repeat. */
  idempotencyKey?: string
  /** Ends the call when it is aborted. */
  signal?: AbortSignal
}

/** A request of the API. `path` contains the query. */
export type ApiRequest = {
  method: string
  path: string
  body?: string | FormData
  headers?: Record<string, string>
}

/**
 * Sends a request, repeats it where that is safe, and reads the answer of the last attempt by `read`. A POST has an
 * idempotency key, so that a repetition changes nothing; a PATCH is repeated only when it was refused by the rate limit.
 *
 * @throws {ParleyError} for an error that the API answered
 * @throws {ConnectionError} when the server could not be reached or did not answer in time
 */
export async function send<T>(
  client: ParleyOptions,
  request: ApiRequest,
  options: CallOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { maxRetries = 4, deadlineMs = 120_000 } = { ...client, ...options }
  const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
  const isPost = request.method === 'POST'
  const headers = { ...request.headers, ...(isPost && { 'idempotency-key': idempotencyKey }) }
  const endsAt = Date.now() + deadlineMs
  for (let number = 0; ; number++) {
    options.signal?.throwIfAborted()
    try {
      const leftMs = Math.max(1, endsAt - Date.now())
      return await attempt(client, { ...request, headers }, options, leftMs, read)
    } catch (err) {
      options.signal?.throwIfAborted()
      if (number >= maxRetries || !isPassing(err, request.method)) throw err
      const pauseMs = toPauseMs(number, err instanceof ParleyError ? err.retryAfterMs : 0)
      if (Date.now() + pauseMs >= endsAt) throw err
      await wait(pauseMs, options.signal)
    }
  }
}

/** Sends a request once and returns the answer if it is a success. The connection stays open for its body. */
export async function sendOnce(
  client: ParleyOptions,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${client.apiKey}`)
  const { fetch = globalThis.fetch } = client
  const url = client.baseUrl.replace(/\/+$/, '') + request.path
  const { method, body = null } = request
  const answer = await fetch(url, { method, headers, body, signal, redirect: 'error' })
  if (answer.ok) return answer
  const text = await answer.text()
  throw new ParleyError(
    parseProblem(text),
    answer.status,
    readRetryAfterMs(answer.headers.get('retry-after')),
  )
}

async function attempt<T>(
  client: ParleyOptions,
  request: ApiRequest,
  options: CallOptions,
  leftMs: number,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { timeoutMs = 30_000 } = { ...client, ...options }
  const ending = new AbortController()
  const limitMs = Math.min(timeoutMs, leftMs)
  const timer = setTimeout(() => ending.abort(new Error(`No answer for ${limitMs} ms.`)), limitMs)
  const end = () => ending.abort(options.signal!.reason)
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    return await read(await sendOnce(client, request, ending.signal))
  } catch (err) {
    throw toConnectionError(err)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', end)
  }
}

/** Returns an error of the API unchanged, and any other as an error of the connection. */
export function toConnectionError(err: unknown): Error {
  if (err instanceof ParleyError || err instanceof ConnectionError) return err
  const reason = err instanceof Error ? err.message : String(err)
  return new ConnectionError(`The request failed: ${reason}`, { cause: err })
}

/** Returns whether a repeated request can succeed and must not do anything twice. */
export function isPassing(err: unknown, method: string): boolean {
  if (!(err instanceof ParleyError)) return err instanceof ConnectionError && method !== 'PATCH'
  if (method === 'PATCH') return err.code === 'rate_limited'
  // Without an id, the answer is that of a proxy in front of the server.
  const isOfProxy = err.requestId === undefined && [429, 502, 503, 504].includes(err.status)
  return isOfProxy || PASSING_CODES.has(err.code)
}

function parseProblem(text: string): Partial<Problem> {
  try {
    const problem: unknown = JSON.parse(text)
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {}
  }
}
