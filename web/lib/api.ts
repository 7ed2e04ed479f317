import { ConnectionError, ParleyError, send as sendRequest, toQuery } from '#client/core.ts'
import type { ApiRequest, CallOptions, Connection, QueryValue } from '#client/core.ts'
import { states } from '../text/states/en.ts'
import { takeEarlyAnswer } from './early-answers.ts'

/** Texts of failures that the server does not describe, in English until `setErrorTexts` was called. */
let errorTexts: Pick<typeof states, 'network' | 'notConfirmed'> = states

/** Sets the texts of failures that the server does not describe, in the language of the app. */
export function setErrorTexts(texts: typeof errorTexts): void {
  errorTexts = texts
}

/** Creates the error for a request without a response. */
export function networkError(cause?: unknown): ConnectionError {
  return new ConnectionError(errorTexts.network, { cause })
}

/** Returns the answer that was asked for before the app started, or fetches one. */
const fetchOrTakeEarly: typeof fetch = async (url, init) => {
  const isEarly = typeof url === 'string' && init?.method === 'GET'
  const early = isEarly && (await takeEarlyAnswer(url)?.catch(() => undefined))
  return early ? new Response(early.text, early.response) : fetch(url, init)
}

/**
 * The server that the app comes from, called with the cookie of the session. Requests are not repeated here: the cache of
 * server data repeats reads, and not while the browser is offline.
 */
const connection: Connection = { baseUrl: '', maxRetries: 0, fetch: fetchOrTakeEarly }

/** Query parameters; undefined, null and empty values are omitted. */
export type Query = Record<string, QueryValue>

type Options = Pick<ApiRequest, 'body' | 'keepalive'> &
  Pick<CallOptions, 'idempotencyKey' | 'signal'> & { query?: Query }

/** Returns `path` with the query string. */
export function toUrl(path: string, query: Query = {}): string {
  return path + toQuery(Object.entries(query))
}

/** Asks the user to confirm their password. Resolves to whether they did. */
let confirmUser: () => Promise<boolean> = async () => false

/** Sets the function that asks the user to confirm their password when a request requires it. */
export function setConfirmation(ask: () => Promise<boolean>): void {
  confirmUser = ask
}

/** Sends a request. When it requires a confirmed password, asks for it and repeats the request. */
async function send<T>(method: string, path: string, options: Options = {}): Promise<T> {
  // A POST that is repeated here, by its caller or by the network takes effect once.
  const request = { idempotencyKey: crypto.randomUUID(), ...options }
  try {
    return await sendOnce<T>(method, path, request)
  } catch (err) {
    if (!(err instanceof ParleyError) || !err.is('confirmation_required')) throw err
    if (!(await confirmUser()))
      throw new ParleyError({ code: err.code, detail: errorTexts.notConfirmed }, err.status)
    return sendOnce<T>(method, path, request)
  }
}

async function sendOnce<T>(method: string, path: string, options: Options): Promise<T> {
  const { query, body, keepalive = false, ...call } = options
  const headers = { accept: 'application/json' }
  const request = { method, path: toUrl(path, query), headers, body, keepalive }
  // The duration of an upload depends on the file and the network.
  const limits = body instanceof FormData && { timeoutMs: Infinity, deadlineMs: Infinity }
  try {
    return await sendRequest(connection, request, { ...call, ...limits }, (answer) =>
      read<T>(answer),
    )
  } catch (err) {
    throw err instanceof ConnectionError ? networkError(err) : err
  }
}

/** Reads a response: JSON, the text of a file, or nothing. */
async function read<T>(answer: Response): Promise<T> {
  if (answer.status === 204) return undefined as T
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
  return (isJson ? await answer.json() : await answer.text()) as T
}

/**
 * The product's own HTTP API, called with the session cookie. Every POST carries an idempotency key: a new one unless
 * the caller passes its own, which it then reuses when it retries.
 *
 * @throws {ParleyError} for an error that the API answered
 * @throws {ConnectionError} when no answer arrived; its message may be shown to users
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    send<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }),
  post: <T>(path: string, body: unknown = {}, idempotencyKey?: string) =>
    send<T>('POST', path, { body, ...(idempotencyKey && { idempotencyKey }) }),
  /** Posts a small body also while the page closes, which cancels other requests. */
  postKept: (path: string, body: unknown) => send<void>('POST', path, { body, keepalive: true }),
  put: <T>(path: string, body: unknown) => send<T>('PUT', path, { body }),
  /** Puts a small body also while the page closes, which cancels other requests. */
  putKept: (path: string, body: unknown) => send<void>('PUT', path, { body, keepalive: true }),
  patch: <T>(path: string, body: unknown) => send<T>('PATCH', path, { body }),
  delete: <T = void>(path: string) => send<T>('DELETE', path),
}
