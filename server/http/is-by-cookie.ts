import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a browser calls an API route for a signed-in member: with a session cookie and without an API
 * key.
 */
export function isByCookie({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined
}
