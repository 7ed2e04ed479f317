import { pino } from 'pino'
import type { Logger } from 'pino'

/** A JSON logger to stdout, or to stderr where a command's own output goes to stdout. Secrets are never logged. */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true }),
  )
}
