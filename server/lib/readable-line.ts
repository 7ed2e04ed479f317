import { styleText } from 'node:util'

const COLORS = { fatal: 'red', error: 'red', warn: 'yellow' } as const

/** Returns a line of the log for people: the time of day, the level if it is not `info`, the message, and the other fields. */
export function readableLine(json: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>
  const color = COLORS[level as keyof typeof COLORS]
  const parts = [
    styleText('dim', String(time).slice(11, 19)),
    ...(level === 'info' ? [] : [color ? styleText(color, String(level)) : String(level)]),
    String(msg ?? ''),
    ...Object.entries(fields).map(([name, value]) => styleText('dim', `${name}=${toText(value)}`)),
  ]
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const trace = stack ?? message
  return `${parts.join(' ')}\n${trace === undefined ? '' : `${trace}\n`}`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
