import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'

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

/** Refuses what a browser did not send from our own pages. @throws {AppError} cross_origin */
export function checkSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl))
    throw new AppError(
      'cross_origin',
      'The request comes from another origin. Send a same-origin Origin or Sec-Fetch-Site header.',
    )
}

/** `checkSameOrigin` for what programs may send too, which name no origin. @throws {AppError} cross_origin */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined || site !== undefined) checkSameOrigin(request, publicUrl)
}
