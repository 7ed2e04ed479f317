import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Client } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { connectSafely } from './safe-connect.ts'
import type { ConnectOptions, ConnectTimings } from './safe-connect.ts'
import { hostOf, portOf } from './webhook-url.ts'

/**
 * One HTTP connection to one origin, serving one `attempt` at a time.
 * It connects when first used, under the signal of that attempt and into its timings;
 * `sentAt` (ms of `performance.now()`) is set anew when the connection is made for it.
 */
export type Connection = {
  client: Client
  attempt?: Attempt
  remoteAddress: string | null
  /** Gets ready for an attempt: give it before each request. */
  begin: (attempt: Attempt) => void
  /** Whether it is young enough for another: a name whose addresses changed is asked for again in time. */
  isYoung: () => boolean
}

type Attempt = { timings: ConnectTimings; signal: AbortSignal; sentAt: number }

/**
 * How much of a response is taken off the wire, however little of it is content: early hints, blanks, trailers and
 * the extensions of chunks have no end of their own. Enough for 64 KiB in chunks of one byte.
 */
const WIRE_BYTES_MAX = 512 * 1024

/** How much the parser is given at a time: it works a piece to its end, also when it has refused the response. */
const READ_BYTES_MAX = 4 * 1024

const AGE_MS_MAX = 60_000

/** Gives a connection that is safe to use with an origin a customer chose; `url` must be checked. */
export function createConnection(url: URL, options: ConnectOptions): Connection {
  const secure = url.protocol === 'https:'
  const target = { host: hostOf(url), port: portOf(url), secure }

  let connectedAt = 0
  const budget = { bytes: WIRE_BYTES_MAX }

  const connect = callbackify(async (): Promise<Socket> => {
    const { attempt } = connection
    if (!attempt) throw new FetchFailure('connection_closed')
    const made = await connectSafely({ ...target, ...attempt }, options)
    limitReads(made, budget)
    connection.remoteAddress = made.remoteAddress ?? null
    connectedAt = performance.now()
    attempt.sentAt = connectedAt
    return made
  })

  const connection: Connection = {
    remoteAddress: null,
    begin(attempt) {
      connection.attempt = attempt
      budget.bytes = WIRE_BYTES_MAX
    },
    isYoung: () => performance.now() - connectedAt < AGE_MS_MAX,
    client: new Client(url.origin, {
      // The attempt's own deadline covers all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Shorter than servers commonly wait, so that a request rarely meets a closing connection.
      keepAliveTimeout: 4000,
      keepAliveMaxTimeout: 4000,
      maxHeaderSize: 16 * 1024,
      maxRequestsPerClient: 1000,
      connect: (_target, callback) => {
        connect((error, socket) => (error ? callback(error, null) : callback(null, socket)))
      },
    }),
  }
  return connection
}

/** Makes a socket give small pieces, nothing once it is destroyed, and fail when the budget is used up. */
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

/** Ends a connection, whatever it is doing. */
export function destroyConnection({ client }: Connection): void {
  client.destroy().catch(() => {})
}
