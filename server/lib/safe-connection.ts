import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Client } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { connectSafely } from './safe-connect.ts'
import type { ConnectOptions, ConnectTimings } from './safe-connect.ts'
import { hostOf } from './webhook-url.ts'

/**
 * One HTTP connection to one origin, serving one `attempt` at a time.
 * It connects when first used, under the signal of that attempt and into its timings;
 * `sentAt` (ms of `performance.now()`) is set anew when the connection is made for it.
 */
export type Connection = {
  client: Client
  attempt?: { timings: ConnectTimings; signal: AbortSignal; sentAt: number }
  remoteAddress: string | null
}

/** Gives a connection that is safe to use with an origin a customer chose; `url` must be checked. */
export function createConnection(url: URL, options: ConnectOptions): Connection {
  const secure = url.protocol === 'https:'
  const target = { host: hostOf(url), port: Number(url.port || (secure ? 443 : 80)), secure }

  const connect = callbackify(async (): Promise<Socket> => {
    const { attempt } = connection
    if (!attempt) throw new FetchFailure('connection_closed')
    const socket = await connectSafely({ ...target, ...attempt }, options)
    connection.remoteAddress = socket.remoteAddress ?? null
    attempt.sentAt = performance.now()
    return socket
  })

  const connection: Connection = {
    remoteAddress: null,
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

/** Ends a connection, whatever it is doing. */
export function destroyConnection({ client }: Connection): void {
  client.destroy().catch(() => {})
}
