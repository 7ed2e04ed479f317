import { parseJson } from '#lib/parse-json.ts'

/** The first keys of a body as it is sent; the rest keeps its order. */
const ENVELOPE = ['id', 'type', 'created_at', 'workspace_id', 'test', 'data']

/**
 * Yields variants of `text` as it may have been when it was signed, the likely first, each generated on demand. A text
 * that is nested too deeply to be serialised has only the variants that need no JSON.
 */
export function* listBodyVariants(text: string): Generator<Buffer> {
  const made = new Set([text])
  for (const variant of listTexts(text)) {
    if (variant === undefined || made.has(variant)) continue
    made.add(variant)
    yield Buffer.from(variant)
  }
  const isLatin1 = !/[\u0100-\uffff]/.test(text)
  if (isLatin1 && /[\u0080-\u00ff]/.test(text)) yield Buffer.from(text, 'latin1')
}

function* listTexts(text: string): Generator<string | undefined> {
  const bare = text.replace(/^\uFEFF/, '')
  yield bare
  yield withoutLineBreaks(bare)
  yield `${bare}\n`
  yield `${bare}\r\n`
  yield bare.trim()
  yield bare.replaceAll('\r\n', '\n')
  yield bare.replaceAll(/\r?\n/g, '\r\n')
  yield `\uFEFF${bare}`
  const value = parseJson(bare)
  if (value === undefined) return
  if (typeof value === 'string') yield value
  const envelope = (keys: string[]) => [
    ...ENVELOPE.filter((key) => keys.includes(key)),
    ...keys.filter((key) => !ENVELOPE.includes(key)),
  ]
  yield write(value)
  yield write(reorder(value, envelope, false))
  for (const each of [value, reorder(value, (keys) => keys.toSorted(), true)]) {
    const compact = write(each)
    if (compact === undefined) continue
    const slashed = compact.replaceAll('/', String.raw`\/`)
    yield compact
    yield write(each, 2)
    yield write(each, 4)
    yield spaced(compact)
    yield escapeUnicode(compact)
    yield slashed
    yield escapeUnicode(slashed)
    yield escapeUnicode(spaced(compact))
    yield `${compact}\n`
  }
}

/** Removes the line breaks at the end of `text`, in one pass. */
function withoutLineBreaks(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(0, end)
}

/** Serialises to JSON; undefined if it is nested too deeply. */
function write(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, null, indent)
  } catch {
    return undefined
  }
}

/**
 * Sorts the keys of the objects in `value`, or of the outermost one alone, by `sort`; undefined if it is nested too
 * deeply.
 */
function reorder(value: unknown, sort: (keys: string[]) => string[], isDeep: boolean): unknown {
  const visit = (each: unknown, depth: number): unknown => {
    if (typeof each !== 'object' || each === null || (depth > 0 && !isDeep)) return each
    if (Array.isArray(each)) return each.map((item) => visit(item, depth + 1))
    const values = new Map(Object.entries(each))
    const keys = sort([...values.keys()])
    return Object.fromEntries(keys.map((key) => [key, visit(values.get(key), depth + 1)]))
  }
  try {
    return visit(value, 0)
  } catch {
    return undefined
  }
}

/** Writes compact JSON with a space after each comma and colon outside of strings, as Python does. */
function spaced(compact: string): string {
  return compact.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) =>
    part.length === 1 ? `${part} ` : part,
  )
}

function escapeUnicode(text: string): string {
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
