import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'

/**
 * Returns whether a browser sent the request from our own pages. Safe methods always pass. Otherwise
 * Sec-Fetch-Site must be same-origin, or Origin must be that of our public URL or of the requested one, scheme and port
 * included.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return false
  const url = URL.parse(origin)
  const requested = URL.parse(`${request.protocol}://${host}`)
  return url !== null && [new URL(publicUrl).origin, requested?.origin].includes(url.origin)
}

/** Rejects requests that a browser did not send from our own pages. @throws {AppError} cross_origin */
export function checkSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl))
    throw new AppError(
      'cross_origin',
      'The request comes from another origin. Send a same-origin Origin or Sec-Fetch-Site header.',
    )
}

/** Like `checkSameOrigin`, but accepts programs, which send no origin. @throws {AppError} cross_origin */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined || site !== undefined) checkSameOrigin(request, publicUrl)
}
