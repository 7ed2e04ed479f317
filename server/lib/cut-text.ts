const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The most UTF-16 units of a character that count: a person sees any number of accents on a letter as one character. */
const UNITS_PER_CHARACTER = 4

/**
 * Returns the first `max` characters of a text, as a person counts them, so that no emoji or letter is cut in two. It has at most
 * four times as many UTF-16 units.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  if (/^[\0-\x7f]*$/.test(text)) return text.slice(0, max)
  const unitsMax = max * UNITS_PER_CHARACTER
  const start = text.slice(0, unitsMax + 1)
  let [units, count] = [0, 0]
  for (const { segment } of segmenter.segment(start)) {
    if (count === max || units + segment.length > unitsMax) break
    units += segment.length
    count++
  }
  // One character alone can be longer than the limit.
  return units > 0 ? text.slice(0, units) : text.slice(0, unitsMax).replace(/[\uD800-\uDBFF]$/, '')
}

/** Returns the first characters of a text that have at most `bytesMax` bytes in UTF-8, with no character cut in two. */
export function cutBytes(text: string, bytesMax: number): string {
  let [units, bytes] = [0, 0]
  // No character has less than one byte.
  for (const { segment } of segmenter.segment(text.slice(0, bytesMax + 1))) {
    bytes += Buffer.byteLength(segment)
    if (bytes > bytesMax) break
    units += segment.length
  }
  return text.slice(0, units)
}
