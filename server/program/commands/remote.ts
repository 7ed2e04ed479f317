import { ConnectionError, Parley, ParleyError } from '#client/index.ts'
import { readRemoteEnv } from '#lib/settings/config.ts'
import { errorFields } from '#lib/errors.ts'
import { StartError } from '../start/start-error.ts'

/** The options of every remote command, as text. */
export type RemoteOptions = { apiKey?: string; url?: string }

/** A Parley server, the API key to call it with, and a client that does so. */
export type Remote = { url: string; apiKey: string; parley: Parley }

/** The server refused a request, or could not be reached. */
export class RemoteError extends StartError {
  override name = 'RemoteError'
}

const DEFAULT_URL = 'http://localhost:3000'
/** Somebody waits for the result, so that an outage is reported after about two seconds. */
const RETRIES_MAX = 2

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
  const url = readHttpUrl(options.url ?? env.url ?? DEFAULT_URL, '--url')
  return { url, apiKey, parley: new Parley({ apiKey, baseUrl: url, maxRetries: RETRIES_MAX }) }
}

/** Parses an http(s) URL and removes everything after its path. @throws {StartError} naming the option */
export function readHttpUrl(text: string, option: string): string {
  const url = URL.parse(/^[\w.-]+:\d+/.test(text) ? `http://${text}` : text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`${option} must be an http:// or https:// URL, not "${text}".`)
  url.hash = ''
  return url.href.replace(/\/+$/, '')
}

/** Awaits a call of the client. @throws {RemoteError} saying why it failed */
export async function awaitRemote<T>(remote: Remote, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (err) {
    throw toRemoteError(remote, err)
  }
}

/** Returns an error of the client with a message for the user of a command, and any other error unchanged. */
export function toRemoteError({ url }: Remote, err: unknown): unknown {
  if (err instanceof ConnectionError)
    return new RemoteError(
      err.cause instanceof SyntaxError
        ? `${url} does not respond like a Parley server.`
        : `${url} cannot be reached (${reasonOf(err)}).`,
    )
  if (!(err instanceof ParleyError)) return err
  // Without an id, the answer is that of something else, for example the error page of a proxy.
  if (err.requestId === undefined)
    return new RemoteError(`${err.status} ${url} does not respond like a Parley server`)
  const fields = err.errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new RemoteError(`${err.status} ${err.code}: ${fields || err.message}`)
}

/** Describes briefly what broke a connection. */
export function reasonOf(err: unknown): string {
  const { cause, code, name, message } = errorFields(err)
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  if (cause !== undefined) return reasonOf(cause)
  return (typeof code === 'string' && code) || message || name || String(err)
}
