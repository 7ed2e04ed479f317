import type { FastifyRequest } from 'fastify'
import { hasConnection } from './has-connection.ts'

/** The time limit for the body of a request, and for a slow body to make progress. */
export const BODY_TIMEOUT_MS = 30_000
/** The time limit for a slow body in total: enough for 100 MB on a poor mobile network. */
export const SLOW_BODY_TIMEOUT_MS = 3_600_000

/**
 * Closes the connection of a request whose body has not arrived after `timeoutMs`. For a route with
 * `config.slowBody`, closes it when the body has made no progress for that long.
 */
export function limitBodyTime(request: FastifyRequest, timeoutMs: number): void {
  const { raw } = request
  if (!hasConnection(raw)) return
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (encoding === undefined && (length === undefined || length === '0'))) return
  const isSlow = request.routeOptions.config.slowBody ?? false
  // Sockets are read between timers and immediates: after a pause of the process, what has arrived counts.
  const timer = setTimeout(() => setImmediate(check), timeoutMs).unref()
  let bytes = raw.socket.bytesRead
  const settle = () => clearTimeout(timer)
  raw.once('end', settle)
  raw.once('close', settle)

  function check(): void {
    if (raw.complete || raw.readableEnded || raw.destroyed) return
    if (isSlow && raw.socket.bytesRead > bytes) {
      bytes = raw.socket.bytesRead
      timer.refresh()
      return
    }
    const err = Object.assign(new Error('The body did not arrive in time.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    })
    request.server.server.emit('clientError', err, raw.socket)
  }
}
