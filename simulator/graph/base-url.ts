import type { FastifyRequest } from 'fastify'

/** Returns the address of the simulator as the caller knows it. */
export function baseUrlOf(request: FastifyRequest): string {
  const { localAddress, localPort } = request.socket
  // A client may send the platform's name as Host; only the address that it reached works.
  const host = /facebook|fbsbx|whatsapp/i.test(request.host) ? undefined : request.host
  const name = localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  return `http://${host || `${name.includes(':') ? `[${name}]` : name}:${localPort}`}`
}

/** Returns the whole address of a request. */
export function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, baseUrlOf(request))
}
