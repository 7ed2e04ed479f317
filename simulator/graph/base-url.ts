import type { FastifyRequest } from 'fastify'

/** Gives the address of the simulator as the caller knows it. */
export function baseUrlOf(request: FastifyRequest): string {
  const { localAddress, localPort } = request.socket
  // A client may send the platform's own name as Host; the address it reached is the one that works.
  const host = /facebook|fbsbx|whatsapp/i.test(request.host) ? undefined : request.host
  const name = localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  return `http://${host || `${name.includes(':') ? `[${name}]` : name}:${localPort}`}`
}

/** Gives the whole address of a request. */
export function urlOf(request: FastifyRequest): URL {
  return new URL(request.url, baseUrlOf(request))
}
