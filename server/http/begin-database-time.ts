import type { onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { TimeBudget, withTimeBudget } from '#lib/time-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The time that this request may wait for the database. */
    timeBudget: TimeBudget | undefined
  }
}

/**
 * How long a request may wait for the database until its response begins, in milliseconds. Every request is answered
 * within 8 s, with 503 if the database does not respond.
 */
const DATABASE_MS = 6_500

/** Begins the time that a request may wait for the database. */
export const beginDatabaseTime: onRequestHookHandler = (request, { raw }, done) => {
  request.timeBudget = new TimeBudget(DATABASE_MS, { isLifted: () => raw.headersSent })
  withTimeBudget(request.timeBudget, done)
}

/** Continues the time of a request after its body was read, which leaves the asynchronous context. */
export const continueDatabaseTime: preValidationHookHandler = (request, _reply, done) => {
  withTimeBudget(request.timeBudget, done)
}
