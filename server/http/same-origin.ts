import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser sent this from our own pages: always for safe methods; otherwise Sec-Fetch-Site must say
 * same-origin, or Origin must be our public address or the host that was asked.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  const url = URL.parse(origin)
  return url !== null && (url.origin === new URL(publicUrl).origin || url.host === host)
}
