import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasConnection } from './has-connection.ts'

/**
 * Reads and discards what is left of a body once its response was sent, so that a client that sends everything before it
 * reads sees the response. Closes the connection when the rest does not arrive within `drainMs`.
 */
export function drainBody(request: FastifyRequest, reply: FastifyReply, drainMs: number): void {
  const { raw } = request
  if (!hasConnection(raw) || raw.complete || raw.destroyed) return
  const isLast = !reply.raw.shouldKeepAlive
  // Node closes a connection that is not used again as soon as the response was sent. The rest of the body would then reset
  // it, and the client would lose the response. Fastify asks for that after each error of a body.
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.destroy(), drainMs).unref()
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => {
      clearTimeout(timer)
      if (isLast) raw.socket.end()
    })
    raw.unpipe()
    raw.resume()
  })
}
