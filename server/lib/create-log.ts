import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { errorFields } from '#lib/errors.ts'
import { toLogFields } from './cause.ts'
import { readableLine } from './readable-line.ts'

/**
 * Creates a logger to stdout, or to stderr for commands that print to stdout: lines of JSON, or readable ones on a terminal. Each
 * line has the ids of the requests for which it was written. Secrets are never logged.
 */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      mixin: toLogFields,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toLoggedError },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    openOutput(to === 'stdout' ? 1 : 2),
  )
}

/** Opens stdout or stderr. A closed terminal must not end the process before it has shut down in order. */
function openOutput(fd: 1 | 2): DestinationStream {
  if (!isatty(fd)) return pino.destination({ fd, sync: true }).on('error', () => undefined)
  return {
    write(line) {
      try {
        writeSync(fd, readableLine(line))
      } catch {
        // The terminal is closed.
      }
    },
  }
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
