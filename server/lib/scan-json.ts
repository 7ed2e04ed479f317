/**
 * The number of values in a JSON text, how it exceeds its limits, and the part of it within them, which is valid JSON if the
 * whole is.
 */
type ScannedJson = {
  values: number
  problem?: 'too_deep' | 'too_many_values'
  within: string
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACE_OPEN, BRACE_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Counts the values and the nesting of a JSON text without parsing it. Every
 * value but the first follows a comma, a brace or a bracket that is outside a string.
 */
export function scanJson(
  text: string,
  { depthMax, valuesMax }: { depthMax: number; valuesMax: number },
): ScannedJson {
  const closers: string[] = []
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = findEndOfString(text, at + 1)
        break
      case BRACE_OPEN:
        closers.push('}')
        values++
        break
      case BRACKET_OPEN:
        closers.push(']')
        values++
        break
      case BRACE_CLOSE:
      case BRACKET_CLOSE:
        closers.pop()
        break
      case COMMA:
        if (++values > valuesMax)
          return {
            values,
            problem: 'too_many_values',
            within: text.slice(0, at) + closers.toReversed().join(''),
          }
    }
    if (closers.length > depthMax) return { values, problem: 'too_deep', within: '' }
  }
  return values > valuesMax
    ? { values, problem: 'too_many_values', within: text }
    : { values, within: text }
}

/** Returns the position of the quotation mark that ends a string, or the end of the text. */
function findEndOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return text.length
}
