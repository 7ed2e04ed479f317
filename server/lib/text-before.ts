/** Returns the part of a text before the first `separator`, or the whole text without one. */
export function textBefore(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at < 0 ? text : text.slice(0, at)
}
