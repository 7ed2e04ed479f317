import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasConnection } from './has-connection.ts'

/** A body that fits into the buffers of a connection, in bytes. */
const SMALL_BODY_BYTES = 64 * 1024

/** The time in which a client can read the response to a body that is not read. */
const LEAVE_MS = 500

/**
 * Reads and discards what is left of a body once its response was sent, so that a client that sends everything before it
 * reads sees the response. Closes the connection when the rest does not arrive within `drainMs`. A large body that was one too
 * many is not read.
 */
export function drainBody(request: FastifyRequest, reply: FastifyReply, drainMs: number): void {
  const { raw } = request
  if (!hasConnection(raw) || raw.complete || raw.destroyed) return
  const isLast = request.leavesBody || !reply.raw.shouldKeepAlive
  // Node closes a connection that is not used again as soon as the response was sent. The rest of the body would then reset
  // it, and the client would lose the response. Fastify asks for that after each error of a body.
  reply.removeHeader('connection')
  reply.raw.shouldKeepAlive = true
  reply.raw.once('finish', () => {
    if (request.leavesBody && !isSmall(raw)) {
      // Reading what a flood sends would cost more than refusing it. The client has a moment to read the response. What has
      // arrived is dropped, because it would stay in memory with the connection, and nothing more is read.
      raw.socket.end()
      raw._read = () => undefined
      raw.resume()
      raw.socket.pause()
      setTimeout(() => raw.destroy(), LEAVE_MS).unref()
      return
    }
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

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES
}
