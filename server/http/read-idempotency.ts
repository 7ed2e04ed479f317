import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import type { Idempotency } from '#lib/idempotency.ts'

/** Returns the `Idempotency-Key` of a request, undefined when it has none. @throws {AppError} invalid_header */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key))) return key
  throw new AppError(
    'invalid_header',
    'The Idempotency-Key header must contain 1 to 255 visible ASCII characters.',
  )
}

/** Returns what identifies a request with an idempotency key, undefined when it has none. @throws {AppError} invalid_header */
export function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = readIdempotencyKey(request)
  if (key === undefined) return undefined
  return {
    route: `${request.method} ${request.routeOptions.url}`,
    key,
    fingerprint: createHash('sha256')
      .update(`${request.url}\n${JSON.stringify(request.body) ?? ''}`)
      .digest(),
  }
}
