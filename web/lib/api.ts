import { states } from '../text/en/states.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import type { Answer } from './early-answers.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** One invalid field of a rejected request: its dotted path in the request body, and the problem. */
type FieldProblem = { field: string; code: string; message: string }

/**
 * An error response, or no response at all (`status` 0, code `network`). A response that is not the API's, such as one
 * of a proxy, has the code `unknown`. `message` may be shown to users.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'network' | 'unknown'
  readonly fields: FieldProblem[]
  readonly requestId: string | null
  readonly retryAfterMs: number | null

  constructor(status: number, problem: Partial<Problem>, retryAfter: string | null = null) {
    super(problem.detail ?? problem.title ?? 'The request failed.')
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = problem.errors ?? []
    this.requestId = problem.request_id ?? null
    this.retryAfterMs = retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : null
  }
}

/** Texts of failures that the server does not describe, in English until `setErrorTexts` was called. */
let errorTexts: Pick<typeof states, 'network' | 'notConfirmed'> = states

/** Sets the texts of failures that the server does not describe, in the language of the app. */
export function setErrorTexts(texts: typeof errorTexts): void {
  errorTexts = texts
}

/** The longest time for a request without a file. After it, the connection is taken for lost. */
const DEADLINE_MS = 30_000

/** Creates the error for a request without a response. */
export function networkError(): ApiError {
  return new ApiError(0, { code: 'network', detail: errorTexts.network })
}

type Problem = {
  title: string
  code: ErrorCode | 'network'
  detail: string
  request_id: string
  errors: FieldProblem[]
}

/** Query parameters; undefined, null and empty values are omitted. */
export type Query = Record<string, string | number | boolean | null | undefined>

type Options = {
  query?: Query
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  keepalive?: boolean
}

/** Returns `path` with the query string. */
export function toUrl(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** Asks the user to confirm their password. Resolves to whether they did. */
let confirmUser: () => Promise<boolean> = async () => false

/** Sets the function that asks the user to confirm their password when a request requires it. */
export function setConfirmation(ask: () => Promise<boolean>): void {
  confirmUser = ask
}

/** Sends a request. When it requires a confirmed password, asks for it and repeats the request. */
async function send<T>(method: string, path: string, options: Options = {}): Promise<T> {
  // The idempotency key ensures that a POST repeated here, or retried by the app or the network, takes effect once.
  const request = method === 'POST' ? { idempotencyKey: crypto.randomUUID(), ...options } : options
  try {
    return await sendOnce<T>(method, path, request)
  } catch (err) {
    if (!(err instanceof ApiError) || err.code !== 'confirmation_required') throw err
    if (!(await confirmUser()))
      throw new ApiError(err.status, { code: err.code, detail: errorTexts.notConfirmed })
    return sendOnce<T>(method, path, request)
  }
}

async function sendOnce<T>(method: string, path: string, options: Options): Promise<T> {
  const { query, body, signal, keepalive = false } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  const signals = [signal, isForm ? undefined : AbortSignal.timeout(DEADLINE_MS)]
  const request: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    keepalive,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.any(signals.filter((each) => each !== undefined)),
  }
  const { response, text } = await fetchText(toUrl(path, query), request)
  if (response.status === 204) return undefined as T
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const parsed: unknown = isJson && text ? JSON.parse(text) : undefined
  if (!response.ok)
    throw new ApiError(
      response.status,
      (parsed as Partial<Problem> | undefined) ?? {},
      response.headers.get('retry-after'),
    )
  // A file is its text.
  return (isJson ? parsed : text) as T
}

/** Fetches a response with its text. @throws {ApiError} network: there was none, or not in time */
async function fetchText(url: string, request: RequestInit): Promise<Answer> {
  const early = request.method === 'GET' && (await takeEarlyAnswer(url)?.catch(() => undefined))
  if (early) return early
  try {
    const response = await fetch(url, request)
    return { response, text: await response.text() }
  } catch (err) {
    if (err instanceof DOMException && err.name === 'AbortError') throw err
    throw networkError()
  }
}

/**
 * The product's own HTTP API, called with the session cookie. Every POST carries an idempotency key: a new one unless
 * the caller passes its own, which it then reuses when it retries.
 *
 * @throws {ApiError}
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    send<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }),
  post: <T>(path: string, body: unknown = {}, idempotencyKey?: string) =>
    send<T>('POST', path, { body, ...(idempotencyKey && { idempotencyKey }) }),
  /** Posts a small body also while the page closes, which cancels other requests. */
  postKept: (path: string, body: unknown) => send<void>('POST', path, { body, keepalive: true }),
  put: <T>(path: string, body: unknown) => send<T>('PUT', path, { body }),
  patch: <T>(path: string, body: unknown) => send<T>('PATCH', path, { body }),
  delete: <T = void>(path: string) => send<T>('DELETE', path),
}
