import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDamage } from '#db/damage/is-damage.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { UnreadableSecretError } from '#lib/encrypt.ts'
import { AppError } from '#lib/errors.ts'
import { ERRORS } from '#shared/errors.ts'
import { toProblem } from './to-problem.ts'
import { sendText } from './send-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with. */
    problem: AppError | null
  }
}

const byFastifyCode: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError('body_too_large', 'The body is too large for this route.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Send the body as Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('bad_request', 'The length of the body does not match Content-Length.'),
}

/** Responds with `error` as RFC 9457 problem+json. Unexpected errors become a 500 without details. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, problem, headers, err } = describeError(error, request)
  request.problem = err
  reply.code(status).headers(headers)
  return sendText(reply, 'application/problem+json; charset=utf-8', JSON.stringify(problem))
}

/** Returns the status, the problem details and the headers of an error, and logs one of ours. */
export function describeError(error: unknown, request: FastifyRequest) {
  const err = toAppError(error)
  const [status] = ERRORS[err.code]
  if (status >= 500)
    request.log.error(
      { err: error, request_id: request.id, route: request.routeOptions.url },
      err.code,
    )
  const problem = {
    ...toProblem(err.code, err.message, request.id),
    ...(status === 422 && { errors: err.fields }),
    ...err.extra,
  }
  return { err, status, problem, headers: err.headers }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  // Check for request errors first: a caller that disconnected has the same error code as a lost database
  // connection.
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : byFastifyCode[code]
  if (known) return known()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', 'The request could not be read.')
  if (isDatabaseUnavailable(error))
    return new AppError(
      'database_unavailable',
      'The database is currently unavailable. Try again in a moment.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  if (error instanceof UnreadableSecretError)
    return new AppError(
      'secret_unreadable',
      'A secret that this needs was stored with another SECRET_KEY. The operator can add that key to SECRET_KEY_PREVIOUS, or you can set or rotate the secret.',
    )
  if (isDamage(error))
    return new AppError(
      'internal',
      'A part of the stored data is damaged and cannot be read. Trying again does not help: the operator must restore it.',
    )
  return new AppError(
    'internal',
    'The request failed because of an error on our side. If it persists, report this request_id.',
  )
}
