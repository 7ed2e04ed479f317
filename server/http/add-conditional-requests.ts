import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { etagOf } from '#lib/precondition.ts'
import type { Precondition } from '#lib/precondition.ts'
import type { App } from './app.ts'
import { isNamed } from './choose-coding.ts'

/** The form of If-Match and If-None-Match. Source: RFC 9110 §8.8.3. */
const TAGS = /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)\s*$/

/**
 * Adds `ETag` to the answers of conditional routes of `app`, and answers a GET with 304 if `If-None-Match` names it. A route is
 * conditional if its schema says so. Answers with expanded resources have no tag: it would be one of several resources.
 *
 * Refuses `If-Match` on other routes of the API, because a caller that sends it relies on it.
 */
export function addConditionalRequests(app: App): void {
  app.addHook('preValidation', async (request) => {
    const { headers, routeOptions } = request
    if (headers['if-match'] === undefined || isConditional(request)) return
    if (routeOptions.url?.startsWith('/api/v1/') && request.method !== 'GET')
      throw new AppError('invalid_header', 'This operation does not check If-Match.')
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isConditional(request) || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload)
    if ((request.query as { expand?: string }).expand !== undefined) return done(null, payload)
    const etag = etagOf(payload)
    reply.header('etag', etag)
    if (request.method === 'PATCH' || !isNamed(etag, request.headers['if-none-match']))
      return done(null, payload)
    reply.code(304).removeHeader('content-type')
    done(null, null)
  })
}

/**
 * Returns the check that `If-Match` asks for; undefined without that header. It throws precondition_failed if the resource has
 * another entity tag. @throws {AppError} invalid_header
 */
export function readPrecondition(request: FastifyRequest): Precondition | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  if (!TAGS.test(header))
    throw new AppError(
      'invalid_header',
      'If-Match must be the ETag of the resource in double quotation marks, a list of them, or *.',
    )
  return (current) => {
    const etag = etagOf(JSON.stringify(current))
    if (isNamed(etag, header)) return
    throw new AppError(
      'precondition_failed',
      'The resource was changed since you read it. Read it again, and repeat the change with its new ETag.',
      { headers: { etag } },
    )
  }
}

function isConditional({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.schema?.isConditional === true
}
