import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Client } from 'undici'
import { FetchFailure, toCertificateRefusal } from './fetch-failure.ts'
import { connectSafely } from './connect-safely.ts'
import type { ConnectOptions, ConnectTimings } from './connect-safely.ts'
import { skipInterim } from './skip-interim.ts'
import { hostOf, portOf } from './check-webhook-url.ts'

/**
 * An HTTP connection to one origin, for one `attempt` at a time.
 * It connects at the first request, with that attempt's signal and timings. `sentAt` (ms of
 * `performance.now()`) is reset if the connection is made during the attempt.
 */
export type Connection = {
  client: Client
  attempt?: Attempt
  remoteAddress: string | null
  /** When its last response was complete, in ms of `performance.now()`. */
  idleSince: number
  /** The server's alert about the client certificate. With TLS 1.3 it arrives after the handshake. */
  refusal?: FetchFailure | undefined
  /** Prepares the connection for an attempt. Call it before each request. */
  begin: (attempt: Attempt) => void
  /**
   * Returns whether the connection is recent enough to be reused. Older ones are closed, so that changed
   * addresses of a name are noticed.
   */
  isYoung: () => boolean
}

type Attempt = {
  timings: ConnectTimings
  signal: AbortSignal
  sentAt: number
  /** The number of bytes of content that the attempt keeps. */
  bytesMax: number
}

/**
 * The number of bytes that may be read per response for framing, white space, trailers and chunk
 * extensions, which have no separate limit. With its content, enough for 64 KiB in chunks of one byte.
 */
const FRAMING_BYTES_MAX = 448 * 1024

/**
 * The number of bytes passed to the parser at a time, because it processes each piece completely, even after it
 * has rejected the response.
 */
const READ_BYTES_MAX = 4 * 1024

/** How long an idle connection is kept: shorter than most servers do, so that requests rarely hit a closing connection. */
export const IDLE_MS = 4_000

const AGE_MS_MAX = 60_000

/**
 * Creates a connection that is safe to use with an origin chosen by a customer. `url` must have been checked.
 */
export function createConnection(url: URL, options: ConnectOptions): Connection {
  const secure = url.protocol === 'https:'
  const target = { host: hostOf(url), port: portOf(url), secure }

  let connectedAt = 0
  const budget = { bytes: FRAMING_BYTES_MAX }

  const connect = callbackify(async (): Promise<Socket> => {
    const { attempt } = connection
    if (!attempt) throw new FetchFailure('connection_closed')
    const made = await connectSafely({ ...target, ...attempt }, options)
    limitReads(made, budget)
    skipInterim(made)
    // The HTTP client reports only that the connection was closed.
    if (secure) made.once('error', (error) => (connection.refusal = toCertificateRefusal(error)))
    connection.remoteAddress = made.remoteAddress ?? null
    connectedAt = performance.now()
    attempt.sentAt = connectedAt
    return made
  })

  const connection: Connection = {
    remoteAddress: null,
    idleSince: 0,
    begin(attempt) {
      connection.attempt = attempt
      // A large file may use a tenth of its size for framing.
      budget.bytes = FRAMING_BYTES_MAX + Math.ceil(attempt.bytesMax * 1.1)
    },
    isYoung: () => performance.now() - connectedAt < AGE_MS_MAX,
    client: new Client(url.origin, {
      // The attempt's own deadline covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: 16 * 1024,
      maxRequestsPerClient: 1000,
      connect: (_target, callback) => {
        connect((error, socket) => (error ? callback(error, null) : callback(null, socket)))
      },
    }),
  }
  return connection
}

/**
 * Limits a socket: it emits small pieces, nothing after it is destroyed, and fails when the budget is used up.
 */
function limitReads(socket: Socket, budget: { bytes: number }): void {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    const chunk: Buffer | null = read(size ?? Math.min(socket.readableLength, READ_BYTES_MAX))
    budget.bytes -= chunk?.length ?? 0
    if (budget.bytes >= 0) return chunk
    socket.destroy(new FetchFailure('invalid_response'))
    return null
  }
}

/** Closes a connection immediately. */
export function destroyConnection({ client }: Connection): void {
  client.destroy().catch(() => {})
}
