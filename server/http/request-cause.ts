import type { onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { withCause } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request as the cause of what follows from it. */
    cause: Cause | undefined
  }
}

/** Makes a request the cause of what its handlers do. */
export const beginCause: onRequestHookHandler = (request, _reply, done) => {
  request.cause = { requestId: request.id }
  withCause(request.cause, done)
}

/** Continues as `beginCause` after the body was read, which leaves the asynchronous context. */
export const continueCause: preValidationHookHandler = (request, _reply, done) => {
  withCause(request.cause, done)
}
