/** A word, a quoted name or a sign of a statement. `end` is the place after it, `depth` the number of open parentheses before it. */
export type Token = { text: string; start: number; end: number; depth: number }

/** Spaces, comments and texts, which have no names, and then names and other signs. */
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|\$([a-z_]*)\$[\s\S]*?\$\1\$|"((?:[^"]|"")+)"|[a-z_][\w$]*|\$\d+|[\s\S]/gi
const NO_TOKEN = /^(?:\s|--|\/\*)/

/** Returns the tokens of a statement: names in lower case without quotation marks, texts as `'`. */
export function readTokens(statement: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const match of statement.matchAll(TOKEN)) {
    const [whole, tag, quoted] = match
    if (NO_TOKEN.test(whole)) continue
    const isText = tag !== undefined || /^e?'/i.test(whole)
    const text = isText ? "'" : (quoted ?? whole.toLowerCase())
    if (text === ')') depth--
    tokens.push({ text, start: match.index, end: match.index + whole.length, depth })
    if (text === '(') depth++
  }
  return tokens
}
