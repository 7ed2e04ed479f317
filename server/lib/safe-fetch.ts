import type { Dispatcher } from 'undici'
import { FetchFailure, toFetchFailure } from './fetch-failure.ts'
import type { FetchFailureWord } from './fetch-failure.ts'
import { createIdlePool } from './idle-pool.ts'
import type { ConnectOptions, ConnectTimings } from './safe-connect.ts'
import { createConnection, destroyConnection } from './safe-connection.ts'
import type { Connection } from './safe-connection.ts'
import { checkWebhookUrl, rulesFor } from './webhook-url.ts'
import type { UrlRules } from './webhook-url.ts'

/** Settings of all exchanges; the rules of `checkWebhookUrl`, and `dnsServers` and `ca` for tests. */
export type SafeFetchOptions = Omit<ConnectOptions, 'opened'> & UrlRules

/** One exchange. Defaults: POST, no body, 10 s for all of it, 64 KiB of the response kept. */
export type SafeRequest = {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: Buffer | string
  timeoutMs?: number
  responseBytesMax?: number
  signal?: AbortSignal
}

/**
 * Milliseconds of each part of an exchange; `null` where it did not take place.
 * `firstByte` runs from the sent request to the headers of the response, `total` over everything.
 */
export type FetchTimings = ConnectTimings & { firstByte: number | null; total: number }

/** The outcome of an exchange. Any status is `ok`, redirects included: they are never followed. */
export type SafeResponse =
  | {
      ok: true
      status: number
      headers: Record<string, string>
      body: Buffer
      truncated: boolean
      remoteAddress: string | null
      timings: FetchTimings
    }
  | {
      ok: false
      error: FetchFailureWord
      message: string
      status: number | null
      headers: Record<string, string>
      timings: FetchTimings
    }

/** `fetch` never rejects for what the other side does; `close` ends the connections kept alive. */
export type SafeFetch = {
  fetch: (request: SafeRequest) => Promise<SafeResponse>
  close: () => Promise<void>
}

const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

/** More header names than any receiver has a use for; their size has a limit of its own. */
const HEADERS_MAX = 100

const CHUNKS_MAX = 64

/**
 * Gives HTTP exchanges with targets that a customer chose, safe at every one of them: the URL, every
 * address behind its name and the connected peer are checked, redirects are not followed, one deadline
 * covers lookup to last byte, the response is cut at its limit and never unpacked, and proxies of the
 * environment are ignored. Connections are kept alive for a few seconds, within bounds.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const idle = createIdlePool<Connection>({ perKeyMax: 100, max: 1_024, drop: destroyConnection })
  let closed = false

  function open(url: URL, text: string): Connection {
    const connection = createConnection(url, { ...options, ...rulesFor(text, options) })
    connection.client.on('disconnect', () => {
      if (idle.remove(url.origin, connection)) destroyConnection(connection)
    })
    return connection
  }

  async function fetch(request: SafeRequest): Promise<SafeResponse> {
    const startedAt = performance.now()
    const timings: FetchTimings = { dns: null, connect: null, tls: null, firstByte: null, total: 0 }
    const seen: { status: number | null; headers: Record<string, string> } = {
      status: null,
      headers: {},
    }
    const deadline = new AbortController()
    const timer = setTimeout(
      () => deadline.abort(new FetchFailure('timeout')),
      request.timeoutMs ?? 10_000,
    )
    const signal = request.signal
      ? AbortSignal.any([deadline.signal, request.signal])
      : deadline.signal
    let connection: Connection | undefined
    try {
      const url = allowedUrl(request, options)
      connection = idle.take(url.origin) ?? open(url, request.url)
      const attempt = { timings, signal, sentAt: startedAt }
      connection.begin(attempt)
      const response = await connection.client.request({
        method: request.method ?? 'POST',
        path: url.pathname + url.search,
        headers: request.headers ?? {},
        body: request.body ?? null,
        signal,
      })
      timings.firstByte = since(attempt.sentAt)
      seen.status = response.statusCode
      seen.headers = plainHeaders(response.headers)
      const read = await readBody(response.body, request.responseBytesMax ?? 64 * 1024)
      const { remoteAddress } = connection
      if (!read.truncated && !closed && connection.isYoung()) {
        delete connection.attempt
        idle.keep(url.origin, connection)
        connection = undefined
      }
      timings.total = since(startedAt)
      return { ok: true, ...seen, status: response.statusCode, ...read, remoteAddress, timings }
    } catch (error) {
      timings.total = since(startedAt)
      const failure = failureOf(error, deadline.signal, request.signal)
      return { ok: false, error: failure.word, message: failure.message, ...seen, timings }
    } finally {
      clearTimeout(timer)
      if (connection) destroyConnection(connection)
    }
  }

  return {
    fetch,
    async close() {
      closed = true
      await Promise.all(idle.clear().map(({ client }) => client.destroy()))
    },
  }
}

function allowedUrl(request: SafeRequest, options: SafeFetchOptions): URL {
  const { url, problem, message } = checkWebhookUrl(request.url, options)
  if (!url) {
    const blocked = /^(private_target|own_address|blocked_port)$/.test(problem)
    throw new FetchFailure(blocked ? 'blocked_target' : 'invalid_url', message)
  }
  if (Object.keys(request.headers ?? {}).some((name) => OWN_HEADERS.test(name))) {
    throw new FetchFailure('invalid_request')
  }
  return url
}

async function readBody(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection: the rest is never read.
    if (bytes > bytesMax) break
    // A body that comes byte by byte would keep an object for each.
    if (chunks.length === CHUNKS_MAX) chunks.splice(0, CHUNKS_MAX, Buffer.concat(chunks))
  }
  return { body: Buffer.concat(chunks, Math.min(bytes, bytesMax)), truncated: bytes > bytesMax }
}

function failureOf(error: unknown, deadline: AbortSignal, caller?: AbortSignal): FetchFailure {
  if (deadline.aborted) return new FetchFailure('timeout')
  if (caller?.aborted) return new FetchFailure('aborted')
  return toFetchFailure(error)
}

function plainHeaders(headers: Record<string, string | string[] | undefined>) {
  const kept = Object.entries(headers).slice(0, HEADERS_MAX)
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10
}
