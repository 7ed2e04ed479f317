import { styleText } from 'node:util'

const COLORS = { fatal: 'red', error: 'red', warn: 'yellow' } as const

/** A line of the log as pino writes it. */
type LoggedLine = Record<string, unknown> & {
  time: string
  level: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** Returns a line of the log for people: the time of day, the level if it is not `info`, the message, and the other fields. */
export function readableLine(json: string): string {
  const { time, level, msg = '', err, ...fields } = JSON.parse(json) as LoggedLine
  const color = COLORS[level as keyof typeof COLORS]
  const parts = [
    styleText('dim', time.slice(11, 19)),
    ...(level === 'info' ? [] : [color ? styleText(color, level) : level]),
    msg,
    ...Object.entries(fields).map(([name, value]) => styleText('dim', `${name}=${toText(value)}`)),
  ]
  const trace = err?.stack ?? err?.message
  return `${parts.join(' ')}\n${trace === undefined ? '' : `${trace}\n`}`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
