import { parseJson } from '#lib/parse-json.ts'
import { isDeepStrictEqual } from 'node:util'
import type { BodyChange } from '#shared/signature-findings.ts'

/** The change of a body compared with the one that was sent, and its first byte. */
type BodyDifference = {
  change: BodyChange
  offset: number
  /** The path of the first value that differs, such as `data.text`; null if none does, or a body is not JSON. */
  path: string | null
}

const VALUES_COMPARED = 100_000
const DEPTH_MAX = 100

/** Compares `received` with `sent`; undefined for the same bytes. */
export function compareBodies(sent: Buffer, received: Buffer): BodyDifference | undefined {
  const shorter = Math.min(sent.length, received.length)
  let offset = 0
  while (offset < shorter && sent[offset] === received[offset]) offset++
  if (offset === sent.length && offset === received.length) return undefined
  const [a, b] = [sent.toString(), received.toString()]
  const values = [parseJson(a), parseJson(b.replace(/^\uFEFF/, ''))] as const
  const change = findChange({ a, b, values, isPrefix: offset === shorter })
  return {
    change,
    offset,
    path: change === 'values_changed' ? findPath(values[0], values[1]) : null,
  }
}

function findChange(bodies: {
  a: string
  b: string
  values: readonly [unknown, unknown]
  isPrefix: boolean
}): BodyChange {
  const { a, b, isPrefix } = bodies
  const [sent, received] = bodies.values
  if (b.length === 0) return 'empty'
  if (b === '[object Object]') return 'not_serialised'
  if (b === `\uFEFF${a}` || a === `\uFEFF${b}`) return 'byte_order_mark'
  if (b.trim() === a.trim())
    return isLineBreaks(a, b) || isLineBreaks(b, a) ? 'trailing_newline' : 'surrounding_whitespace'
  if (isPrefix) return b.length < a.length ? 'truncated' : 'extended'
  if (b.replaceAll('\r\n', '\n') === a.replaceAll('\r\n', '\n')) return 'line_endings'
  if (received === a || isSame(parseText(received), sent)) return 'quoted'
  if (isSame(received, sent)) return howWritten(a, b, sent, received)
  if (Buffer.from(b, 'latin1').toString() === a) return 'decoded_as_latin1'
  const data = typeof sent === 'object' && sent !== null && 'data' in sent ? sent.data : undefined
  if (data !== undefined && isSame(received, data)) return 'unwrapped'
  return 'values_changed'
}

/** Returns whether `longer` is `text` and line breaks. */
function isLineBreaks(text: string, longer: string): boolean {
  return longer.startsWith(text) && /^[\r\n]+$/.test(longer.slice(text.length))
}

/** Returns how two texts of the same value differ: in the order of keys, escapes, or only white space. */
function howWritten(a: string, b: string, sent: unknown, received: unknown): BodyChange {
  const [ofSent, ofReceived] = [write(sent), write(received)]
  if (ofSent !== ofReceived) return 'reordered'
  return withoutSpace(a) === withoutSpace(b) ? 'reformatted' : 'escaped'
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

function parseText(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : undefined
}

function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return false
  try {
    return isDeepStrictEqual(a, b)
  } catch {
    return false
  }
}

/** Finds the path of the first value that differs, among a limited number of values. */
function findPath(sent: unknown, received: unknown): string | null {
  if (sent === undefined || received === undefined) return null
  let left = VALUES_COMPARED
  const visit = (a: unknown, b: unknown, path: string, depth: number): string | null => {
    if (--left < 0 || depth > DEPTH_MAX || a === b) return null
    if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return path
    if (Array.isArray(a) !== Array.isArray(b)) return path
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const next = path ? `${path}.${key}` : key
      if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return next
      const found = visit(a[key as never], b[key as never], next, depth + 1)
      if (found !== null) return found
    }
    return null
  }
  return visit(sent, received, '', 0)
}
