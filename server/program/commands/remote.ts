import { readRemoteEnv } from '#config.ts'
import { parseRetryAfter } from '#lib/retry-schedule.ts'
import { StartError } from '../start/start-error.ts'

/** The options of every remote command, as text. */
export type RemoteOptions = { apiKey?: string; url?: string }

/** A Parley server and the API key to call it with. */
export type Remote = { url: string; apiKey: string }

/** A request: method, JSON body, additional headers and timeout. */
type RemoteCall = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** An error response of the API. */
export class RemoteError extends StartError {
  override name = 'RemoteError'
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(status: number, message: string, retryAfterMs: number | undefined) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The API could not be reached, or the connection broke. */
export class UnreachableError extends StartError {
  override name = 'UnreachableError'
}

const DEFAULT_URL = 'http://localhost:3000'

/** Reads the server from the options or the environment. @throws {StartError} */
export function openRemote(options: RemoteOptions): Remote {
  const env = readRemoteEnv()
  const apiKey = options.apiKey ?? env.apiKey
  if (!apiKey)
    throw new StartError(
      'An API key is required. Pass --api-key sk_live_… (or sk_test_…), or set PARLEY_API_KEY.',
    )
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new StartError('The API key contains characters that API keys do not contain.')
  return { url: readHttpUrl(options.url ?? env.url ?? DEFAULT_URL, '--url'), apiKey }
}

/** Parses an http(s) URL and removes everything after its path. @throws {StartError} naming the option */
export function readHttpUrl(text: string, option: string): string {
  const url = URL.parse(/^[\w.-]+:\d+/.test(text) ? `http://${text}` : text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`${option} must be an http:// or https:// URL, not "${text}".`)
  url.hash = ''
  return url.href.replace(/\/+$/, '')
}

/** Calls the API and returns a successful response. @throws {RemoteError} @throws {UnreachableError} */
export async function callRemote(
  remote: Remote,
  path: string,
  call: RemoteCall = {},
): Promise<Response> {
  const { method = 'GET', body, headers, signal } = call
  let answer: Response
  try {
    answer = await fetch(`${remote.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${remote.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (err) {
    throw new UnreachableError(`${remote.url} cannot be reached (${reasonOf(err)}).`)
  }
  if (answer.ok) return answer
  throw await toRemoteError(remote, answer)
}

/** Calls the API and returns the response as JSON. @throws {RemoteError} @throws {UnreachableError} */
export async function callRemoteJson<T>(
  remote: Remote,
  path: string,
  call?: RemoteCall,
): Promise<T> {
  const answer = await callRemote(remote, path, call)
  try {
    return (await answer.json()) as T
  } catch {
    throw new UnreachableError(`${remote.url} does not respond like a Parley server.`)
  }
}

/** Describes briefly what broke a connection. */
export function reasonOf(err: unknown): string {
  const { cause, code, name, message } = err as {
    cause?: unknown
    code?: string
    name?: string
    message?: string
  }
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  if (cause !== undefined) return reasonOf(cause)
  return (typeof code === 'string' && code) || message || name || String(err)
}

/** Reads an error response. */
export async function toRemoteError(remote: Remote, answer: Response): Promise<RemoteError> {
  const text = await answer.text().catch(() => '')
  let problem: { code?: string; detail?: string; errors?: { field: string; message: string }[] } =
    {}
  try {
    problem = JSON.parse(text) as typeof problem
  } catch {
    // The response is not a problem of the API, but for example an error page of a proxy.
  }
  const fields = problem.errors?.map(({ field, message }) => `${field} ${message}`).join('; ')
  const said = problem.code
    ? `${problem.code}: ${fields || problem.detail}`
    : `${remote.url} does not respond like a Parley server`
  return new RemoteError(
    answer.status,
    `${answer.status} ${said}`,
    parseRetryAfter(
      answer.headers.get('retry-after') ?? undefined,
      Date.now(),
      answer.headers.get('date'),
    ),
  )
}
