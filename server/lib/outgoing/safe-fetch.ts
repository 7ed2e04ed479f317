import type { Dispatcher } from 'undici'
import { startDeadline } from '../pacing/with-deadline.ts'
import { FetchFailure, toFetchFailure } from './fetch-failure.ts'
import type { FetchError } from '#shared/webhooks.ts'
import { createIdlePool } from './create-idle-pool.ts'
import type { ConnectOptions, ConnectTimings } from './connect-safely.ts'
import { createConnection, destroyConnection, IDLE_MS } from './create-connection.ts'
import type { Connection } from './create-connection.ts'
import { checkWebhookUrl, rulesFor } from './check-webhook-url.ts'
import type { UrlRules } from './check-webhook-url.ts'

/** Options of all requests: the rules of `checkWebhookUrl`, and `dnsServers` and `ca` for tests. */
export type SafeFetchOptions = Omit<ConnectOptions, 'opened'> & UrlRules

/**
 * TLS settings of a request, PEM: the client certificate with its chain, its key, and the authorities that replace the
 * trusted ones. Only requests with the same `connectionsOf` share connections, so it must differ for other settings.
 */
export type ClientTls = { connectionsOf: string; cert?: string; key?: string; ca?: string }

/**
 * A request. Defaults: POST, no body, 10 s in total, 64 KiB of the response are kept. Pauses of this process extend its time
 * (`startDeadline`).
 */
export type SafeRequest = {
  url: string
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: Buffer | string
  timeoutMs?: number
  responseBytesMax?: number
  signal?: AbortSignal
  tls?: ClientTls | undefined
}

/**
 * The milliseconds of each part of a request, null for a part that did not take place.
 * `firstByte` is the time from the sent request to the headers of the response, `total` the time of everything. `paused` is the part of it
 * in which this process did not run, if that is long enough to matter.
 */
export type FetchTimings = ConnectTimings & {
  firstByte: number | null
  total: number
  paused?: number
}

/** The outcome of a request. Every status is `ok`, including redirects, which are never followed. */
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
      error: FetchError
      message: string
      status: number | null
      headers: Record<string, string>
      timings: FetchTimings
    }

/** `fetch` never rejects because of the receiver. `close` closes the connections that are kept alive. */
export type SafeFetch = {
  fetch: (request: SafeRequest) => Promise<SafeResponse>
  close: () => Promise<void>
}

const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

/** More headers than any receiver needs. Their size has a separate limit. */
const HEADERS_MAX = 100

const CHUNKS_MAX = 64

/** Shorter pauses of this process are not reported. */
const PAUSED_MS_MIN = 250

/**
 * Creates an HTTP client that is safe for targets chosen by customers. The URL, every address behind its name
 * and the connected peer are checked. Redirects are not followed, one deadline covers everything from the DNS
 * lookup to the last byte, the response is cut at its limit and never decompressed, and proxies from the
 * environment are ignored. Connections are kept alive for a few seconds, up to a limit.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const idle = createIdlePool<Connection>({ perKeyMax: 100, max: 1_024, drop: destroyConnection })
  let closed = false

  function open(url: URL, { url: text, tls }: SafeRequest, pool: string): Connection {
    const connection = createConnection(url, { ...options, ...rulesFor(text, options), ...tls })
    connection.client.on('disconnect', () => {
      if (idle.remove(pool, connection)) destroyConnection(connection)
    })
    return connection
  }

  /** Returns an idle connection, unless a pause of this process kept it from being closed in time: the receiver may have closed it. */
  function takeIdle(pool: string): Connection | undefined {
    for (;;) {
      const connection = idle.take(pool)
      if (!connection || performance.now() - connection.idleSince < IDLE_MS) return connection
      destroyConnection(connection)
    }
  }

  async function fetch(request: SafeRequest): Promise<SafeResponse> {
    const startedAt = performance.now()
    const timings: FetchTimings = { dns: null, connect: null, tls: null, firstByte: null, total: 0 }
    const seen: { status: number | null; headers: Record<string, string> } = {
      status: null,
      headers: {},
    }
    const late = new AbortController()
    const deadline = startDeadline(request.timeoutMs ?? 10_000, () =>
      late.abort(new FetchFailure('timeout')),
    )
    const signal = request.signal ? AbortSignal.any([late.signal, request.signal]) : late.signal
    const end = () => {
      timings.total = since(startedAt)
      const pausedMs = Math.round(deadline.pausedMs())
      if (pausedMs >= PAUSED_MS_MIN) timings.paused = pausedMs
    }
    let connection: Connection | undefined
    try {
      const url = allowedUrl(request, options)
      const pool = poolOf(url, request.tls)
      connection = takeIdle(pool) ?? open(url, request, pool)
      const bytesMax = request.responseBytesMax ?? 64 * 1024
      const attempt = { timings, signal, sentAt: startedAt, bytesMax }
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
      const read = await readBody(response.body, bytesMax)
      const { remoteAddress } = connection
      if (!read.truncated && !closed && connection.isYoung()) {
        delete connection.attempt
        connection.idleSince = performance.now()
        idle.keep(pool, connection)
        connection = undefined
      }
      end()
      return { ok: true, ...seen, status: response.statusCode, ...read, remoteAddress, timings }
    } catch (error) {
      end()
      const failure = failureOf(connection?.refusal ?? error, request, late.signal)
      return { ok: false, error: failure.word, message: failure.message, ...seen, timings }
    } finally {
      deadline.end()
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
  const joined: Buffer[] = []
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection, so the rest is never read.
    if (bytes > bytesMax) break
    // A body that arrives byte by byte would otherwise keep one object per byte.
    if (chunks.length === CHUNKS_MAX) joined.push(Buffer.concat(chunks.splice(0)))
  }
  const body = Buffer.concat([...joined, ...chunks], Math.min(bytes, bytesMax))
  return { body, truncated: bytes > bytesMax }
}

/** Returns the key of the connections that a request may use. @throws {FetchFailure} */
function poolOf(url: URL, tls: ClientTls | undefined): string {
  if (!tls) return url.origin
  // Without TLS, the receiver would not be the one that the settings describe.
  if (url.protocol !== 'https:') throw new FetchFailure('invalid_url')
  return `${url.origin} ${tls.connectionsOf}`
}

function failureOf(error: unknown, request: SafeRequest, deadline: AbortSignal): FetchFailure {
  if (deadline.aborted) return new FetchFailure('timeout')
  if (request.signal?.aborted) return new FetchFailure('aborted')
  const failure = toFetchFailure(error)
  if (!failure.word.startsWith('client_certificate')) return failure
  // Servers use the same alerts for a missing certificate and for one that they refuse.
  return new FetchFailure(
    request.tls?.cert === undefined ? 'client_certificate_required' : 'client_certificate_refused',
  )
}

function plainHeaders(headers: Record<string, string | string[] | undefined>) {
  const kept = Object.entries(headers).slice(0, HEADERS_MAX)
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10
}
