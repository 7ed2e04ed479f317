import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Writable } from 'node:stream'

/**
 * Starts a response of server-sent events and returns the stream to write its frames to. Source: WHATWG HTML.
 */
export function beginEventStream(request: FastifyRequest, reply: FastifyReply): Writable {
  reply.hijack()
  const { raw } = reply
  raw.on('error', (err) => request.log.debug({ err }, 'an event stream was interrupted'))
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // A server that stops ends its streams and closes their connections. The client must not send its next request on one of them.
    connection: 'close',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  return raw
}
