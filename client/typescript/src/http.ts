import { ConnectionError, ParleyError } from './errors.ts'
import type { Problem } from './generated/models.ts'
import { PASSING_CODES } from './generated/passing-codes.ts'
import { readRetryAfterMs, toPauseMs, wait } from './wait.ts'

/** A longer timer would expire at once. */
const LONGEST_TIMER_MS = 2 ** 31

const REDIRECTED = 'The server redirects to another address. Check the baseUrl.'

/** How a server is called. */
export type Connection = {
  /** An API key, `sk_live_…` or `sk_test_…`. Without one, a browser sends the cookie of its session. */
  apiKey?: string
  /** The address of the server, such as `https://parley.example.com`; empty for the server of the page. */
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

/** Options of a client. A variable of the environment that is not set is refused when the client is created. */
export type ParleyOptions = Omit<Connection, 'apiKey' | 'baseUrl'> & {
  /** An API key, `sk_live_…` or `sk_test_…`. */
  apiKey: string | undefined
  /** The address of the server, such as `https://parley.example.com`. */
  baseUrl: string | undefined
}

/** Options of a call. They replace those of the client. `Infinity` as a duration means no limit. */
export type CallOptions = Partial<Pick<Connection, 'maxRetries' | 'timeoutMs' | 'deadlineMs'>> & {
  /** The `Idempotency-Key` of a POST. By default each call has a new one, which its retries repeat. */
  idempotencyKey?: string
  /** Ends the call when it is aborted. */
  signal?: AbortSignal
}

/** A request of the API. */
export type ApiRequest = {
  method: string
  /** The path with its query, such as `/api/v1/contacts?limit=10`. */
  path: string
  /** The body: a form is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Whether the request survives the page that sends it. */
  keepalive?: boolean
}

/**
 * Sends a request, repeats it where that is safe, and reads the answer of the last attempt by `read`, by default as JSON. A
 * POST has an idempotency key, so that a repetition changes nothing; a PATCH is repeated only when it was refused by the
 * rate limit.
 *
 * @throws {ParleyError} for an error that the API answered
 * @throws {ConnectionError} when the server could not be reached or did not answer in time
 */
export async function send<T>(
  client: Connection,
  request: ApiRequest,
  options: CallOptions = {},
  read: (answer: Response) => Promise<T> = (answer) => answer.json(),
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
  client: Connection,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { fetch = globalThis.fetch } = client
  const { method, path, body, keepalive = false } = request
  const headers = new Headers(request.headers)
  if (client.apiKey !== undefined) headers.set('authorization', `Bearer ${client.apiKey}`)
  const isJson = body !== undefined && !(body instanceof FormData)
  if (isJson) headers.set('content-type', 'application/json')
  const answer = await fetch(client.baseUrl.replace(/\/+$/, '') + path, {
    method,
    headers,
    body: isJson ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
    keepalive,
    signal,
    // Workers of Cloudflare refuse 'error'.
    redirect: 'manual',
  })
  if (answer.ok) return answer
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400))
    throw new ParleyError({ detail: REDIRECTED }, answer.status)
  throw toParleyError(await answer.text(), answer.status, answer.headers.get('retry-after'))
}

/** Returns the error of an answer. `retryAfter` is its header `Retry-After`. */
export function toParleyError(
  text: string,
  status: number,
  retryAfter: string | null,
): ParleyError {
  return new ParleyError(parseProblem(text), status, readRetryAfterMs(retryAfter))
}

async function attempt<T>(
  client: Connection,
  request: ApiRequest,
  options: CallOptions,
  leftMs: number,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { timeoutMs = 30_000 } = { ...client, ...options }
  const ending = new AbortController()
  const limitMs = Math.min(timeoutMs, leftMs)
  const expire = () => ending.abort(new Error(`No answer for ${limitMs} ms.`))
  const timer = limitMs < LONGEST_TIMER_MS ? setTimeout(expire, limitMs) : undefined
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
