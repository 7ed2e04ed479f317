import { pino } from 'pino'
import type { Logger } from 'pino'

/** A JSON logger to stdout, or to stderr where a command's own output goes to stdout. Secrets are never logged. */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  const destination = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true })
  // A terminal that was closed must not end the process before it has stopped in order.
  destination.on('error', () => undefined)
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLoggedError },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    destination,
  )
}

/** An error as it is logged: libraries hang connections and whole requests on theirs, with what those hold. */
function toLoggedError(err: unknown): unknown {
  if (!(err instanceof Error)) return err
  const { code } = err as { code?: unknown }
  return {
    type: err.name,
    message: err.message,
    ...(code !== undefined && { code }),
    stack: err.stack,
    ...(err.cause !== undefined && { cause: toLoggedError(err.cause) }),
  }
}
