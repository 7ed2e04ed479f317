/** A part of a line of JSON with its meaning. */
type JsonPart = { kind: 'name' | 'text' | 'number' | 'word' | 'mark'; text: string }

/**
 * A line of formatted JSON. One that begins an object or array has `end`: the number of the line that ends it, and `count`, the number of
 * its entries.
 */
export type JsonLine = { depth: number; parts: JsonPart[]; end?: number; count?: number }

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:])/gy

/** Returns JSON as lines, formatted with one entry on each; undefined if `text` is no JSON. Numbers stay as they are written. */
export function toJsonLines(text: string): JsonLine[] | undefined {
  if (!isJson(text)) return undefined
  const lines: JsonLine[] = []
  const open: number[] = []
  let line: JsonLine = { depth: 0, parts: [] }
  const add = (kind: JsonPart['kind'], token: string) => line.parts.push({ kind, text: token })
  const begin = () => {
    lines.push(line)
    line = { depth: open.length, parts: [] }
  }
  const tokens = [...text.matchAll(TOKEN)].map(([, token]) => token!)
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    if (token === '{' || token === '[') {
      add('mark', token)
      if (next === '}' || next === ']') continue
      open.push(lines.length)
      line.count = 1
      begin()
    } else if (token === '}' || token === ']') {
      if (tokens[index - 1] !== '{' && tokens[index - 1] !== '[') {
        const first = open.pop()!
        begin()
        lines[first]!.end = lines.length
      }
      add('mark', token)
    } else if (token === ',') {
      add('mark', token)
      lines[open.at(-1)!]!.count! += 1
      begin()
    } else if (token === ':') add('mark', ': ')
    else if (token.startsWith('"'))
      add(next === ':' ? 'name' : 'text', JSON.stringify(JSON.parse(token)))
    else add(/^[tfn]/.test(token) ? 'word' : 'number', token)
  }
  lines.push(line)
  return lines
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
