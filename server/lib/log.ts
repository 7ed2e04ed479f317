import { pino } from 'pino'
import type { Logger } from 'pino'
import { errorFields } from '#lib/errors.ts'
import { toLogFields } from './cause.ts'

/**
 * Creates a JSON logger to stdout, or to stderr for commands that print to stdout. Each line has the ids of the requests
 * for which it was written. Secrets are never logged.
 */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  const destination = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true })
  // A closed terminal must not end the process before it has shut down in order.
  destination.on('error', () => undefined)
  return pino(
    {
      level,
      base: null,
      mixin: toLogFields,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLoggedError },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    destination,
  )
}

/** Reduces an error to what may be logged: libraries attach connections and whole requests to their errors. */
function toLoggedError(err: unknown): unknown {
  if (!(err instanceof Error)) return err
  const { code } = errorFields(err)
  return {
    type: err.name,
    message: err.message,
    ...(code !== undefined && { code }),
    stack: err.stack,
    ...(err.cause !== undefined && { cause: toLoggedError(err.cause) }),
  }
}
